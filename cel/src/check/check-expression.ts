import { parse } from '../syntax/parser.js';
import { formatIssues } from '../syntax/source.js';
import { PatternValidator } from '@vmgen/base/text';
import type { CelType } from '../types/cel-type.js';
import type { Checked } from './checked.js';
import { check } from './checker.js';
import type { FunctionTable } from './function-declarations.js';
import { validateLiterals } from './validate-literals.js';

/** State that the expressions of one definition share. */
interface CheckContext {
  readonly functions: FunctionTable;
  /**
   * Validates literal patterns and limits their total work. If omitted, each pattern is validated
   * on its own, without a limit.
   */
  readonly patterns?: PatternValidator;
}

/**
 * Parses and checks an expression. Returns the typed expression, or all errors as one text in
 * cel-go's format.
 */
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
