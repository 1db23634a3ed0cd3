import type { BuiltCrd } from '../model/build-crd.js';
import type { PrintedCrd } from './print-crd.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { ApiModel } from '../model/model.js';
import { type GeneratedFile, HEADER_LINE } from '../settings/generated-file.js';
import { headerComment } from '../settings/header-comment.js';
import type { ImportExtension } from '../settings/import-extension.js';
import type { OperatorConfig } from '../settings/operator-config.js';
import { BUILT_IN_EMITTERS } from './built-in-emitters.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import type { PlannedFile } from './planned-file.js';
import { errorMessage } from '@vmgen/base/text';
import { freezeData } from '../text/freeze-data.js';
import { isGenerated } from '../settings/is-generated.js';
import { isOutputPath } from '../settings/output-path.js';

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
  /** The operator whose deployment is generated. Defaults to none. */
  readonly operator?: OperatorConfig | undefined;
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
  const { header, apisPath, importExtension, operator } = settings;
  const context: EmitContext = {
    crds,
    printedCrds,
    header,
    apisPath,
    importExtension,
    operator,
    headerComment: (form) => headerComment(header, form),
  };
  return wantedEmitters(settings).flatMap((emitter) => {
    if (!isBuiltIn(emitter)) {
      return isRefused ? [] : planForeign(emitter, model, context, diagnostics);
    }
    return emitter.emit(model, context).map((file) => ({ generator: emitter.name, file }));
  });
}

/** A file whose text is printed when it is needed. */
export interface PrintableFile extends Pick<GeneratedFile, 'generator' | 'path'> {
  /** The same text each time. */
  readonly print: () => string;
}

/** Prepares planned files. Those of custom emitters are printed at once, because that may fail. */
export function printable(
  planned: readonly PlannedFile[],
  diagnostics: DiagnosticList,
): PrintableFile[] {
  return planned.map(({ generator, file, isForeign }) => {
    let text = isForeign ? printForeign(generator, file, diagnostics) : undefined;
    return { path: file.path, generator, print: () => (text ??= file.print()) };
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

/*
 * Custom emitters are not trusted: errors and invalid results become diagnostics, and they cannot modify
 * vmgen's data.
 */

/** The files of a custom emitter. */
function planForeign(
  emitter: Emitter,
  model: ApiModel,
  context: EmitContext,
  diagnostics: DiagnosticList,
): PlannedFile[] {
  const { name } = emitter;
  const frozen = { ...context, crds: freezeData(context.crds) };
  const given = guarded(name, 'emit()', diagnostics, () => emitter.emit(model, frozen));
  if (given === undefined) return [];
  if (!Array.isArray(given.value)) {
    const message = `emitter ${name}: emit() returned ${nounOf(given.value)} instead of a list of files`;
    diagnostics.error(
      'VMGEN9002',
      undefined,
      message,
      'return a list of { path, print }, or an empty list',
    );
    return [];
  }
  return given.value.flatMap((file: unknown) => {
    if (isFile(file)) return [{ generator: name, isForeign: true, file }];
    const remedy = "return { path, print }, such as { path: 'docs/api.md', print: () => text }";
    diagnostics.error('VMGEN9002', undefined, `emitter ${name}: ${problemOf(file)}`, remedy);
    return [];
  });
}

/** The text of such a file; '' with a diagnostic if it is invalid. */
function printForeign(name: string, file: EmittedFile, diagnostics: DiagnosticList): string {
  const what = `print() of ${file.path}`;
  const given = guarded(name, what, diagnostics, () => file.print());
  if (given === undefined) return '';
  const { value } = given;
  if (typeof value !== 'string' || /\p{Cs}/u.test(value)) {
    const noun = typeof value === 'string' ? 'half of a character' : nounOf(value);
    const message = `emitter ${name}: ${what} returned ${noun} instead of a string`;
    diagnostics.error('VMGEN9002', undefined, message, 'return the complete text as a string');
    return '';
  }
  if (isGenerated(value)) return value;
  const message = `emitter ${name}: ${file.path} does not start with a comment that contains "${HEADER_LINE}"`;
  const remedy = `start it with context.headerComment('//'), or JSON with { "comment": "${HEADER_LINE}"`;
  diagnostics.error('VMGEN9002', undefined, message, remedy);
  return '';
}

/** The result of the call, or undefined with a diagnostic that states the error and its position. */
function guarded(
  name: string,
  what: string,
  diagnostics: DiagnosticList,
  call: () => unknown,
): { readonly value: unknown } | undefined {
  try {
    return { value: call() };
  } catch (error) {
    const message = `emitter ${name}: ${what} failed: ${errorMessage(error)}${placeOf(error)}`;
    diagnostics.error(
      'VMGEN9001',
      undefined,
      message,
      'fix the emitter, or remove it from --generators',
    );
    return undefined;
  }
}

/** ` (at FILE:LINE:COLUMN)`: the position of the first call of the stack. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, place] = /^\s+at (?:.*\()?((?:file:|\/|[A-Za-z]:\\).*?:\d+:\d+)\)?$/m.exec(stack) ?? [];
  return place === undefined ? '' : ` (at ${place})`;
}

function isFile(file: unknown): file is EmittedFile {
  return problemOf(file) === undefined;
}

function problemOf(file: unknown): string | undefined {
  if (typeof file !== 'object' || file === null) {
    return `emit() returned ${nounOf(file)} in its list of files`;
  }
  const { path, print } = file as Readonly<Record<string, unknown>>;
  if (typeof path !== 'string') return `emit() returned a file whose path is ${nounOf(path)}`;
  if (!isOutputPath(path)) return `${JSON.stringify(path)} is not a path of a file below --out`;
  if (path.startsWith('.vmgen')) return `${path} is a reserved name`;
  return typeof print === 'function' ? undefined : `${path} has no function print()`;
}

function nounOf(value: unknown): string {
  if (value === null || value === undefined || value === '')
    return value === '' ? "''" : String(value);
  if (value instanceof Promise) return 'a promise (emitters are synchronous)';
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
