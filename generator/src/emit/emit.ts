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

/** The settings of the output besides the model. */
export interface EmitSettings {
  /** The names of the selected emitters. */
  readonly generators: readonly string[];
  /** Custom emitters that `generators` may name. */
  readonly emitters?: readonly Emitter[];
  /** Text above the header of each file. */
  readonly header: string;
  /** The relative path from the output folder to the folder of the APIs, separated by `/`. */
  readonly apisPath: string;
  /** The extension of relative imports in generated code. */
  readonly importExtension: ImportExtension;
  /** The maximum length of a description in a CRD, in bytes; undefined for no limit. */
  readonly maxDescLen: number | undefined;
  /** Omits descriptions from a CRD that is too large for kubectl apply. */
  readonly trimDescriptions: boolean;
}

/**
 * The files of the selected emitters, before any of them is printed. Custom emitters run only if there are no
 * errors: they need not support incomplete models.
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

/** Prints planned files; does not write to the disk. */
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
  if (unknown !== undefined) throw new Error(`unknown emitter ${JSON.stringify(unknown)}`);
  return all.filter(({ name }) => generators.includes(name));
}

const isBuiltIn = (emitter: Emitter): boolean => BUILT_IN_EMITTERS.includes(emitter);
