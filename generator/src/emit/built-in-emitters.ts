import { boundedAt } from '../diagnostics/beyond-bounds.js';
import type { ApiModel, ApiPackage } from '../model/model.js';
import { GENERATORS, type GeneratorName } from '../settings/generated-file.js';
import { emitClient } from './emit-client.js';
import { emitCrd, emitCrdConstants } from './emit-crd.js';
import { emitDeepCopy } from './emit-deepcopy.js';
import { emitInformer } from './emit-informer.js';
import { emitLister } from './emit-lister.js';
import { emitRoles, emitWebhooks } from './emit-manifests.js';
import { emitRegister } from './emit-register.js';
import { crdFolders, emitClientset, emitFakeClientset, emitInformers } from './emit-sets.js';
import type { EmittedFile, Emitter } from './emitter.js';
import { crdConstantsFile, crdFile, OUTPUT_FILES, packageFile } from './output-files.js';
import { createRenderer } from './render.js';
import type { TemplateContext } from './template-context.js';

/** The files of each of vmgen's own emitters. */
const FILES: Readonly<Record<GeneratorName, (context: TemplateContext) => EmittedFile[]>> = {
  crd: (context) =>
    context.printedCrds.map((each) => ({
      path: crdFile(each.resource),
      print: () => emitCrd(context, each),
    })),
  deepcopy: (context) =>
    perPackage(context, 'deepcopy', (_, pkg, path) =>
      boundedAt(pkg.position, () => emitDeepCopy(context, pkg, path)),
    ),
  register: (context) => perPackage(context, 'register', emitRegister),
  client: (context) => [
    ...perPackage(context, 'client', emitClient),
    { path: OUTPUT_FILES.clientset, print: () => emitClientset(context) },
    ...crdFolders(context).map((folder) => {
      const path = crdConstantsFile(folder);
      return { path, print: () => emitCrdConstants(context, folder, path) };
    }),
    { path: OUTPUT_FILES.fakeClientset, print: () => emitFakeClientset(context) },
  ],
  lister: (context) => perPackage(context, 'lister', emitLister),
  informer: (context) => [
    ...perPackage(context, 'informer', emitInformer),
    { path: OUTPUT_FILES.informers, print: () => emitInformers(context) },
  ],
  rbac: emitRoles,
  webhook: emitWebhooks,
};

/** vmgen's own emitters, in the order of {@link GENERATORS}. */
export const BUILT_IN_EMITTERS: readonly Emitter[] = GENERATORS.map((name) => ({
  name,
  emit: (model: ApiModel, context) => FILES[name]({ ...context, model, render: createRenderer() }),
}));

function perPackage(
  context: TemplateContext,
  part: Parameters<typeof packageFile>[1],
  print: (context: TemplateContext, pkg: ApiPackage, path: string) => string,
): EmittedFile[] {
  return context.model.packages.map((pkg) => {
    const path = packageFile(pkg, part);
    return { path, print: () => print(context, pkg, path) };
  });
}
