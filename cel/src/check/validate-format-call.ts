import { clauseError, FormatStringError, printFormat } from '../library/format-clauses.js';
import type { Call, Expr } from '../syntax/ast.js';
import type { TypeKind } from '../types/cel-type.js';
import type { Checked } from './checked.js';

const accepted: Readonly<Record<string, readonly TypeKind[]>> = {
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
  s: [
    ...(['list', 'map', 'int', 'uint', 'double', 'bool', 'string'] as const),
    ...(['timestamp', 'bytes', 'duration', 'type', 'null'] as const),
  ],
};

/** An argument of a format string that is invalid. */
class ArgumentError extends FormatStringError {
  readonly at: Expr;

  constructor(at: Expr, message: string) {
    super(message);
    this.at = at;
  }
}

/** Validates `'...'.format([...])` if the receiver and the list are literals. */
export function validateFormatCall(
  call: Call,
  checked: Checked,
  report: (expr: Expr, message: string) => void,
): void {
  const { target } = call;
  const [list] = call.args;
  if (call.name !== 'format' || target?.kind !== 'literal' || list?.kind !== 'list') return;
  if (typeof target.value !== 'string') return;
  let requested = 0;
  try {
    printFormat(target.value, list.elements.length, ({ verb }, position) => {
      requested++;
      const argument = list.elements[position];
      if (argument !== undefined) requireAccepted(verb.toLowerCase(), argument, checked);
      return '';
    });
  } catch (error) {
    if (!(error instanceof FormatStringError)) throw error;
    return report(error instanceof ArgumentError ? error.at : call, error.message);
  }
  if (list.elements.length <= requested) return;
  const counts = `(expected ${requested}, got ${list.elements.length})`;
  report(call, `too many arguments supplied to string.format ${counts}`);
}

function requireAccepted(verb: string, argument: Expr, checked: Checked): void {
  const type = checked.typeOf(argument);
  if (type.kind !== 'dyn' && accepted[verb]?.includes(type.kind) !== true) {
    throw new ArgumentError(argument, clauseError(verb, type.name).message);
  }
  if (verb !== 's') return;
  if (argument.kind === 'list') {
    for (const element of argument.elements) requireAccepted(verb, element, checked);
  }
  if (argument.kind === 'map') {
    for (const entry of argument.entries) {
      requireAccepted(verb, entry.key, checked);
      requireAccepted(verb, entry.value, checked);
    }
  }
}
