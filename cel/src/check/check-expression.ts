import { parse } from '../syntax/parser.js';
import { formatIssues } from '../syntax/source.js';
import { PatternValidator } from '../text/pattern-judge.js';
import type { CelType } from '../types/cel-type.js';
import type { Checked } from './checked.js';
import { check } from './checker.js';
import type { FunctionTable } from './function-declarations.js';
import { validateLiterals } from './validate-literals.js';

/** What the expressions of one definition share. */
export interface CheckContext {
  readonly functions: FunctionTable;
  /** Bounds what their patterns may be together; without it each is judged by itself. */
  readonly patterns?: PatternValidator;
}

/** The expression with its types; or all that is wrong with it, as a text in cel-go's form. */
export function checkExpression(
  text: string,
  types: ReadonlyMap<string, CelType>,
  { functions, patterns = new PatternValidator() }: CheckContext,
): Checked | string {
  const parsed = parse(text);
  if (parsed.issues.length > 0) return formatIssues(text, parsed.issues);
  const checked = check(parsed.expr, types, functions);
  const issues = checked.issues.length > 0 ? checked.issues : validateLiterals(checked, patterns);
  return issues.length > 0 ? formatIssues(text, issues) : checked;
}
