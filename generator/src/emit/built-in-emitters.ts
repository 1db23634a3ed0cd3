import { boundedAt } from '../findings/beyond-bounds.js';
import type { ApiModel, ApiPackage } from '../model/model.js';
import { GENERATORS, type GeneratorName } from '../settings/generated-file.js';
import { emitClient } from './emit-client.js';
import { crdPath, emitCrd, emitCrdConstants } from './emit-crd.js';
import { emitDeepCopy } from './emit-deepcopy.js';
import { emitInformer } from './emit-informer.js';
import { emitLister } from './emit-lister.js';
import { emitRoles, emitWebhooks } from './emit-manifests.js';
import { emitRegister } from './emit-register.js';
import { crdFolders, emitClientset, emitFake, emitInformers, emitScheme } from './emit-sets.js';
import type { EmittedFile, Emitter } from './emitter.js';
import { createRenderer } from './render.js';
import { packageFolder, type TemplateContext } from './template-context.js';

type PackagePrinter = (context: TemplateContext, pkg: ApiPackage, path: string) => string;

/** The files of each of vmgen's own emitters. */
const FILES: Readonly<Record<GeneratorName, (context: TemplateContext) => EmittedFile[]>> = {
  crd: (context) =>
    context.printedCrds.map((each) => ({
      path: crdPath(each.resource),
      print: () => emitCrd(context, each),
    })),
  deepcopy: (context) =>
    perPackage(context, 'deepcopy.ts', (_, pkg, path) =>
      boundedAt(pkg.position, () => emitDeepCopy(context, pkg, path)),
    ),
  register: (context) => [
    ...perPackage(context, 'register.ts', emitRegister),
    { path: 'scheme.ts', print: () => emitScheme(context, context.model.packages) },
  ],
  client: (context) => [
    ...perPackage(context, 'client.ts', emitClient),
    ...crdFolders(context).map((folder) => ({
      path: `${folder}/crds.ts`,
      print: () => emitCrdConstants(context, folder),
    })),
    { path: 'clientset.ts', print: () => emitClientset(context, context.model.packages) },
    { path: 'fake.ts', print: () => emitFake(context) },
  ],
  lister: (context) => perPackage(context, 'lister.ts', emitLister),
  informer: (context) => [
    ...perPackage(context, 'informer.ts', emitInformer),
    { path: 'informers.ts', print: () => emitInformers(context, context.model.packages) },
  ],
  rbac: emitRoles,
  webhook: emitWebhooks,
};

/** vmgen's own emitters, in the order of {@link GENERATORS}. */
export const BUILT_IN_EMITTERS: readonly Emitter[] = GENERATORS.map((name) => ({
  name,
  emit: (model: ApiModel, context) => FILES[name]({ ...context, model, render: createRenderer() }),
}));

function perPackage(context: TemplateContext, file: string, print: PackagePrinter): EmittedFile[] {
  return context.model.packages.map((pkg) => {
    const path = `${packageFolder(pkg)}/${file}`;
    return { path, print: () => print(context, pkg, path) };
  });
}
