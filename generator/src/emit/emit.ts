import { boundedAt } from '../findings/beyond-bounds.js';
import type { ApiModel } from '../model/model.js';
import type { Render } from './render.js';
import type { BuiltCrd } from '../crds/build-crd.js';
import { emitClient } from './emit-client.js';
import type { EmitContext } from './emit-context.js';
import { emitCrd, emitCrdConstants } from './emit-crd.js';
import { emitDeepCopy } from './emit-deepcopy.js';
import { emitInformer } from './emit-informer.js';
import { emitLister } from './emit-lister.js';
import { emitRoles, emitWebhooks } from './emit-manifests.js';
import { emitRegister } from './emit-register.js';
import { crdFolders, emitClientset, emitFake, emitInformers, emitScheme } from './emit-sets.js';
import type { PrintedCrd } from '../crds/print-crd.js';
import type { GeneratedFile, GeneratorName } from '../settings/generated-file.js';
import type { ImportExtension } from '../settings/import-extension.js';

/** What decides the output beside the model. */
export interface EmitSettings {
  readonly generators: readonly GeneratorName[];
  /** Text above the files' own header. */
  readonly header: string;
  /** From the output folder to the folder of the APIs, with `/`. */
  readonly apisPath: string;
  readonly importExtension: ImportExtension;
  /** The most bytes of a description in a CRD; undefined where all of it stands there. */
  readonly maxDescLen: number | undefined;
  /** Leaves descriptions out of a CRD that kubectl apply could not keep. */
  readonly trimDescriptions: boolean;
}

/** Each generator's files from the whole model. */
const EMITTERS: Readonly<Record<GeneratorName, (context: EmitContext) => GeneratedFile[]>> = {
  crd: (context) => context.printedCrds.map((each) => emitCrd(context, each)),
  deepcopy: (context) =>
    context.model.packages.map((pkg) => boundedAt(pkg.position, () => emitDeepCopy(context, pkg))),
  register: (context) => [
    ...context.model.packages.map((pkg) => emitRegister(context, pkg)),
    emitScheme(context, context.model.packages),
  ],
  client: (context) => [
    ...context.model.packages.map((pkg) => emitClient(context, pkg)),
    ...crdFolders(context).map((folder) => emitCrdConstants(context, folder)),
    emitClientset(context, context.model.packages),
    emitFake(context),
  ],
  lister: (context) => context.model.packages.map((pkg) => emitLister(context, pkg)),
  informer: (context) => [
    ...context.model.packages.map((pkg) => emitInformer(context, pkg)),
    emitInformers(context, context.model.packages),
  ],
  rbac: emitRoles,
  webhook: emitWebhooks,
};

/** Prints the files of the wanted generators; nothing is written here. */
export function emit(
  model: ApiModel,
  crds: readonly BuiltCrd[],
  printedCrds: readonly PrintedCrd[],
  settings: EmitSettings,
  render: Render,
): GeneratedFile[] {
  const context = { ...settings, model, crds, printedCrds, render };
  return settings.generators.flatMap((generator) => EMITTERS[generator](context));
}
