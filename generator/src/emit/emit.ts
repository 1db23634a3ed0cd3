import type { BuiltCrd } from '../crds/build-crd.js';
import type { PrintedCrd } from '../crds/print-crd.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { ApiModel } from '../model/model.js';
import type { GeneratedFile } from '../settings/generated-file.js';
import { headerComment } from '../settings/header-comment.js';
import type { ImportExtension } from '../settings/import-extension.js';
import { BUILT_IN_EMITTERS } from './built-in-emitters.js';
import type { EmitContext, Emitter } from './emitter.js';
import { planForeign, printForeign } from './foreign-emitter.js';
import type { PlannedFile } from './planned-file.js';

/** What decides the output beside the model. */
export interface EmitSettings {
  /** The names of the emitters that are wanted. */
  readonly generators: readonly string[];
  /** Emitters beside vmgen's own that `generators` may name. */
  readonly emitters?: readonly Emitter[];
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

/**
 * Which files the wanted emitters make, before any is printed. Emitters of others are asked for theirs
 * only where nothing is refused: they need not know what a model with gaps looks like.
 */
export function planFiles(
  model: ApiModel,
  crds: readonly BuiltCrd[],
  printedCrds: readonly PrintedCrd[],
  settings: EmitSettings,
  isRefused: boolean,
  diagnostics: DiagnosticList,
): PlannedFile[] {
  const { header, apisPath, importExtension } = settings;
  const context: EmitContext = {
    ...{ crds, printedCrds, header, apisPath, importExtension },
    headerComment: (form) => headerComment(header, form),
  };
  return wantedEmitters(settings).flatMap((emitter) => {
    if (!isBuiltIn(emitter)) {
      return isRefused ? [] : planForeign(emitter, model, context, diagnostics);
    }
    return emitter.emit(model, context).map((file) => ({ generator: emitter.name, file }));
  });
}

/** Prints planned files; nothing is written here. */
export function printFiles(
  planned: readonly PlannedFile[],
  diagnostics: DiagnosticList,
): GeneratedFile[] {
  return planned.map(({ generator, file, isForeign }) => {
    const text = isForeign ? printForeign(generator, file, diagnostics) : file.print();
    return { path: file.path, text, generator };
  });
}

/** In the order of their files. */
function wantedEmitters({ generators, emitters = [] }: EmitSettings): Emitter[] {
  const all = [...BUILT_IN_EMITTERS, ...emitters];
  const unknown = generators.find((name) => !all.some((each) => each.name === name));
  if (unknown !== undefined) throw new Error(`there is no emitter ${JSON.stringify(unknown)}`);
  return all.filter(({ name }) => generators.includes(name));
}

const isBuiltIn = (emitter: Emitter): boolean => BUILT_IN_EMITTERS.includes(emitter);
