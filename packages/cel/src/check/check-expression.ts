import { parse } from '../syntax/parser.js';
import { formatIssues, type Issue } from '../syntax/source.js';
import { PatternValidator } from '@vmgen/base/text';
import {
  type CelType,
  firstParam,
  formatType,
  isSameType,
  type TypeKind,
} from '../types/cel-type.js';
import type { Checked } from './checked.js';
import { check, type MessageTypes } from './checker.js';
import type { FunctionTable } from './function-declarations.js';
import { walk, type Call, type Expr, type ListExpr, type MapExpr } from '../syntax/ast.js';
import { parseDuration } from '../values/parse-duration.js';
import { parseTimestamp } from '../values/parse-timestamp.js';
import type { CelValue } from '../values/value.js';
import { clauseError, FormatStringError, printFormat } from '../library/format-clauses.js';

/** State that the expressions of one definition share. */
interface CheckContext {
  readonly functions: FunctionTable;
  /**
   * Validates literal patterns and limits their total work. If omitted, each pattern is validated
   * on its own, without a limit.
   */
  readonly patterns?: PatternValidator;
  /** The types of which the expression can create values. Defaults to none. */
  readonly messages?: MessageTypes;
}

/**
 * Parses and checks an expression. Returns the typed expression, or all errors as one text in
 * cel-go's format.
 */
export function checkExpression(
  text: string,
  types: ReadonlyMap<string, CelType>,
  { functions, patterns = new PatternValidator(), messages }: CheckContext,
): Checked | string {
  const parsed = parse(text);
  if (parsed.issues.length > 0) return formatIssues(text, parsed.issues);
  const checked = check(parsed.expr, types, functions, messages);
  const issues = checked.issues.length > 0 ? checked.issues : validateLiterals(checked, patterns);
  return issues.length > 0 ? formatIssues(text, issues) : checked;
}

/** Validates the literals of a well-typed expression (cel-go's AST validators). */
function validateLiterals(checked: Checked, patterns: PatternValidator): Issue[] {
  const issues: Issue[] = [];
  const report = (expr: Expr, message: string): void => {
    issues.push({ offset: expr.offset, message });
  };
  const exempt = argumentsOfFormat(checked.expr);
  walk(checked.expr, (expr) => {
    if (expr.kind === 'call') {
      validateArgument(expr, patterns, report);
      validateFormatCall(expr, checked, report);
    }
    if (exempt.has(expr)) return;
    if (expr.kind === 'list') validateList(expr, checked, report);
    if (expr.kind === 'map') validateMap(expr, checked, report);
  });
  return issues;
}

type Report = (expr: Expr, message: string) => void;

type ArgumentCheck = (value: CelValue, patterns: PatternValidator) => boolean;

const ARGUMENT_CHECKS: ReadonlyMap<string, ArgumentCheck> = new Map<string, ArgumentCheck>([
  ['duration', (value) => typeof value === 'string' && parseDuration(value) !== undefined],
  ['timestamp', isTimestamp],
  ['matches', (value, patterns) => typeof value !== 'string' || isPattern(value, patterns)],
]);

const isPattern = (text: string, patterns: PatternValidator): boolean =>
  patterns.problemOf(text) === undefined;

/**
 * Whether the value is a valid timestamp: a text, or seconds since 1970, within the years 1 to
 * 9999.
 */
function isTimestamp(value: CelValue): boolean {
  if (typeof value === 'string') return parseTimestamp(value) !== undefined;
  return typeof value === 'bigint' && value >= -62_135_596_800n && value <= 253_402_300_799n;
}

function validateArgument(call: Call, patterns: PatternValidator, report: Report): void {
  const [argument] = call.args;
  if (argument?.kind !== 'literal') return;
  const isValid = ARGUMENT_CHECKS.get(call.name)?.(argument.value, patterns) ?? true;
  if (!isValid) report(argument, `invalid ${call.name} argument`);
}

/** All nodes in the arguments of `format`. Their lists and maps may mix types. */
function argumentsOfFormat(root: Expr): ReadonlySet<Expr> {
  const found = new Set<Expr>();
  walk(root, (expr) => {
    if (expr.kind !== 'call' || expr.name !== 'format') return;
    for (const arg of expr.args) walk(arg, (below) => void found.add(below));
  });
  return found;
}

function validateList(list: ListExpr, checked: Checked, report: Report): void {
  let expected: CelType | undefined;
  for (const [i, element] of list.elements.entries()) {
    const type = checked.typeOf(element);
    const item = list.optionals.has(i) ? firstParam(type) : type;
    if (expected === undefined) expected = item;
    else if (!isSameType(expected, item)) return reportMismatch(element, expected, item, report);
  }
}

function validateMap(map: MapExpr, checked: Checked, report: Report): void {
  let expected: { key: CelType; value: CelType } | undefined;
  for (const entry of map.entries) {
    const key = checked.typeOf(entry.key);
    const type = checked.typeOf(entry.value);
    const value = entry.optional ? firstParam(type) : type;
    if (expected === undefined) {
      expected = { key, value };
      continue;
    }
    if (!isSameType(expected.key, key)) reportMismatch(entry.key, expected.key, key, report);
    if (!isSameType(expected.value, value)) {
      reportMismatch(entry.value, expected.value, value, report);
    }
  }
}

function reportMismatch(expr: Expr, expected: CelType, actual: CelType, report: Report): void {
  report(expr, `expected type '${formatType(expected)}' but found '${formatType(actual)}'`);
}

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
function validateFormatCall(
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
