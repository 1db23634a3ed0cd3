import { errorMessage } from '@vmgen/base/text';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { freezeDeep } from '../model/freeze-deep.js';
import type { ApiModel } from '../model/model.js';
import { HEADER_LINE } from '../settings/generated-file.js';
import { isGenerated } from '../settings/is-generated.js';
import { isOutputPath } from '../settings/output-path.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import type { PlannedFile } from './planned-file.js';

/*
 * What emitters of others do is not ours to trust: whatever they throw or give becomes diagnostics, and
 * nothing that they hold is ours to change.
 */

/** The files of an emitter of others. */
export function planForeign(
  emitter: Emitter,
  model: ApiModel,
  context: EmitContext,
  diagnostics: DiagnosticList,
): PlannedFile[] {
  const { name } = emitter;
  const frozen = { ...context, crds: freezeDeep(context.crds) };
  const given = guarded(name, 'emit()', diagnostics, () => emitter.emit(model, frozen));
  if (given === undefined) return [];
  if (!Array.isArray(given.value)) {
    const message = `emitter ${name}: emit() gave ${nounOf(given.value)} and no list of files`;
    diagnostics.error(
      'VMGEN9002',
      undefined,
      message,
      'give a list of { path, print }, an empty one for none',
    );
    return [];
  }
  return given.value.flatMap((file: unknown) => {
    if (isFile(file)) return [{ generator: name, isForeign: true, file }];
    const remedy = "give { path, print }, such as { path: 'docs/api.md', print: () => text }";
    diagnostics.error('VMGEN9002', undefined, `emitter ${name}: ${problemOf(file)}`, remedy);
    return [];
  });
}

/** The text of such a file; '' with a diagnostic where it is none. */
export function printForeign(name: string, file: EmittedFile, diagnostics: DiagnosticList): string {
  const what = `print() of ${file.path}`;
  const given = guarded(name, what, diagnostics, () => file.print());
  if (given === undefined) return '';
  const { value } = given;
  if (typeof value !== 'string' || /\p{Cs}/u.test(value)) {
    const noun = typeof value === 'string' ? 'half of a character' : nounOf(value);
    const message = `emitter ${name}: ${what} gave ${noun}, where a text belongs`;
    diagnostics.error('VMGEN9002', undefined, message, 'give the whole text as a string');
    return '';
  }
  if (isGenerated(value)) return value;
  const message = `emitter ${name}: ${file.path} does not start with a comment that says "${HEADER_LINE}"`;
  const remedy = `start it with context.headerComment('//'), or JSON with { "comment": "${HEADER_LINE}"`;
  diagnostics.error('VMGEN9003', undefined, message, remedy);
  return '';
}

/** What the call gives, or undefined with a diagnostic that says what it threw and where. */
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
      'mend the emitter, or leave it out of --generators',
    );
    return undefined;
  }
}

/** ` (at FILE:LINE:COLUMN)`: where the first call of the stack stands. */
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
    return `emit() gave ${nounOf(file)} in its list of files`;
  }
  const { path, print } = file as Readonly<Record<string, unknown>>;
  if (typeof path !== 'string') return `emit() gave a file whose path is ${nounOf(path)}`;
  if (!isOutputPath(path)) return `${JSON.stringify(path)} is no path of a file below --out`;
  if (path.startsWith('.vmgen')) return `${path} is a name that vmgen keeps for itself`;
  return typeof print === 'function' ? undefined : `${path} has no function print()`;
}

function nounOf(value: unknown): string {
  if (value === null || value === undefined || value === '')
    return value === '' ? "''" : String(value);
  if (value instanceof Promise) return 'a promise (emitters are synchronous)';
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
