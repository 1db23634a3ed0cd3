import type { PatternValidator } from '@vmgen/base/text';
import { walk, type Call, type Expr, type ListExpr, type MapExpr } from '../syntax/ast.js';
import type { Issue } from '../syntax/source.js';
import { firstParam, formatType, isSameType, type CelType } from '../types/cel-type.js';
import { parseDuration } from '../values/parse-duration.js';
import { parseTimestamp } from '../values/parse-timestamp.js';
import type { CelValue } from '../values/value.js';
import type { Checked } from './checked.js';
import { validateFormatCall } from './validate-format-call.js';

/** Validates the literals of a well-typed expression (cel-go's AST validators). */
export function validateLiterals(checked: Checked, patterns: PatternValidator): Issue[] {
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
