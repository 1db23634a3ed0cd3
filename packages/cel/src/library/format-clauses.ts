import { assertLength } from '../values/cost-limit-error.js';

/** The clauses of a format string: `%s`, `%.2f`... (cel-go's ext/formatting.go). */
export interface FormatClause {
  readonly verb: string;
  /** Undefined if the clause specifies none. */
  readonly precision: number | undefined;
}

/** Thrown for an invalid format string. */
export class FormatStringError extends Error {
  override readonly name = 'FormatStringError';
}

const VERBS = 'sdfebxXo';

/**
 * Formats a text. `print` returns the text of each clause.
 *
 * @throws FormatStringError with cel-go's message
 */
export function printFormat(
  format: string,
  argumentCount: number,
  print: (clause: FormatClause, position: number) => string,
): string {
  let out = '';
  let position = 0;
  for (let at = 0; at < format.length;) {
    if (format[at] !== '%') {
      out += format[at++] ?? '';
      continue;
    }
    if (format[at + 1] === '%') {
      out += '%';
      at += 2;
      continue;
    }
    if (position >= argumentCount) throw new FormatStringError(`index ${position} out of range`);
    if (at + 1 >= format.length) throw new FormatStringError('unexpected end of string');
    const { clause, length } = readClause(format.slice(at + 1));
    out += print(clause, position++);
    assertLength(out.length);
    at += 1 + length;
  }
  return out;
}

function readClause(text: string): { clause: FormatClause; length: number } {
  const [prefix = '', digits] = /^\.(\d*)/.exec(text) ?? [''];
  const fail = (problem: string): never => {
    throw new FormatStringError(`could not parse formatting clause: ${problem}`);
  };
  if (digits !== undefined && prefix.length >= text.length) {
    fail('error while parsing precision: could not find end of precision specifier');
  }
  if (digits === '') {
    fail(
      'error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
    );
  }
  const verb = text[prefix.length] ?? '';
  if (!VERBS.includes(verb)) fail(`unrecognized formatting clause "${verb}"`);
  const precision = digits === undefined ? undefined : Number(digits);
  return { clause: { verb, precision }, length: prefix.length + 1 };
}

const CLAUSE_ERRORS = new Map([
  ['b', 'only integers and bools can be formatted as binary, was given '],
  ['d', 'decimal clause can only be used on integers, was given '],
  ['f', 'fixed-point clause can only be used on doubles, was given '],
  ['x', 'only integers, byte buffers, and strings can be formatted as hex, was given '],
  ['o', 'octal clause can only be used on integers, was given '],
  ['e', 'scientific clause can only be used on doubles, was given '],
  [
    's',
    'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given ',
  ],
]);

/** The error for a clause that does not support values of this type. */
export function clauseError(verb: string, typeName: string): FormatStringError {
  const text = CLAUSE_ERRORS.get(verb.toLowerCase()) ?? '';
  return new FormatStringError(`error during formatting: ${text}${typeName}`);
}
