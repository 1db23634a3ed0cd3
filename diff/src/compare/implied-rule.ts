import type { CelExpr } from '@vmgen/crd/internal';

/**
 * Whether an expression is known to be true if another one is: because of added alternatives, removed
 * conditions, longer lists and wider bounds. False means unknown.
 */
export function isImplied(by: CelExpr, expr: CelExpr): boolean {
  if (keyOf(by) === keyOf(expr)) return true;
  const [terms, conditions] = [termsOf(expr, '_&&_'), termsOf(by, '_&&_')];
  if (terms.length > 1) return terms.every((term) => isImplied(by, term));
  const [former, alternatives] = [termsOf(by, '_||_'), termsOf(expr, '_||_')];
  if (former.length > 1) return former.every((each) => isImplied(each, expr));
  if (conditions.length > 1 && conditions.some((each) => isImplied(each, expr))) return true;
  if (alternatives.length > 1) return alternatives.some((each) => isImplied(by, each));
  return isConditionalImplied(by, expr) || isComparisonImplied(by, expr);
}

/** The operands of a chain of one operator. */
function termsOf(expr: CelExpr, operator: string): readonly CelExpr[] {
  if (expr.kind !== 'call' || expr.name !== operator) return [expr];
  return expr.args.flatMap((each) => termsOf(each, operator));
}

function isConditionalImplied(by: CelExpr, expr: CelExpr): boolean {
  const [[condition, yes, no], [otherCondition, otherYes, otherNo]] = [by, expr].map((each) =>
    each.kind === 'call' && each.name === '_?_:_' ? each.args : [],
  ) as [readonly CelExpr[], readonly CelExpr[]];
  if (!condition || !yes || !no || !otherCondition || !otherYes || !otherNo) return false;
  const isSame = keyOf(condition) === keyOf(otherCondition);
  return isSame && isImplied(yes, otherYes) && isImplied(no, otherNo);
}

/** `x == 'a'` and `x in ['a']` imply `x in ['a', 'b']`, and `x < 3` implies `x <= 5`. */
function isComparisonImplied(by: CelExpr, expr: CelExpr): boolean {
  if (by.kind !== 'call' || expr.kind !== 'call') return false;
  const [[left, right], [otherLeft, otherRight]] = [by.args, expr.args];
  if (!left || !right || !otherLeft || !otherRight || by.target || expr.target) return false;
  if (keyOf(left) !== keyOf(otherLeft)) return false;
  if (expr.name === '@in' && otherRight.kind === 'list' && otherRight.optionals.size === 0) {
    const allowed = new Set(otherRight.elements.map(keyOf));
    if (by.name === '_==_') return allowed.has(keyOf(right));
    const isList = by.name === '@in' && right.kind === 'list' && right.optionals.size === 0;
    return isList && right.elements.every((each) => allowed.has(keyOf(each)));
  }
  const [bound, otherBound] = [numberOf(right), numberOf(otherRight)];
  if (bound === undefined || otherBound === undefined) return false;
  const isUpper = (name: string): boolean => name === '_<_' || name === '_<=_';
  const isLower = (name: string): boolean => name === '_>_' || name === '_>=_';
  const isStrict = expr.name === '_<_' || expr.name === '_>_';
  const wasStrict = by.name === '_<_' || by.name === '_>_';
  const isEqualGood = !isStrict || wasStrict;
  if (isUpper(by.name) && isUpper(expr.name)) {
    return bound < otherBound || (bound === otherBound && isEqualGood);
  }
  if (isLower(by.name) && isLower(expr.name)) {
    return bound > otherBound || (bound === otherBound && isEqualGood);
  }
  return false;
}

function numberOf(expr: CelExpr): bigint | number | undefined {
  if (expr.kind !== 'literal') return undefined;
  const { value } = expr;
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined;
}

/** An expression as text, without its place. */
function keyOf(expr: CelExpr): string {
  return JSON.stringify(expr, (name, value: unknown) => {
    if (name === 'offset') return undefined;
    if (typeof value === 'bigint') return `${value}n`;
    return value instanceof Set ? [...value] : value;
  });
}
