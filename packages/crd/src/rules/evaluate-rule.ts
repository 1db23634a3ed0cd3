import { byteLength } from '@vmgen/base/bytes';
import { goQuote } from '@vmgen/base/text';
import { CALL_COST_LIMIT, CelError, type CelValue } from '@vmgen/cel';
import type { CompiledExpression, CompiledRule } from './compile-rule.js';
import { MESSAGE_BYTES_LIMIT } from './limits.js';
import { messageOf, ruleName } from './rule-errors.js';

/** The remaining cost of an object. */
export interface Budget {
  remaining: number;
}

/** The result of a rule on a value. */
type Verdict =
  | { readonly kind: 'satisfied' }
  /** The value violates the rule. The message is for users. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The rule could not be evaluated. */
  | { readonly kind: 'failed'; readonly detail: string }
  /** The budget is exhausted: no further rules are evaluated for the object. */
  | { readonly kind: 'exhausted'; readonly detail: string }
  /** The value violates the rule, and its message expression exhausted the budget. */
  | { readonly kind: 'refused-exhausted'; readonly detail: string };

const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run';
const MESSAGE_OUT_OF_BUDGET =
  'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run';

/** The values of `self` and `oldSelf`, for a rule and for its message expression. */
export interface Variables {
  readonly rule: readonly CelValue[];
  readonly message: readonly CelValue[];
}

/** Evaluates one rule. Subtracts its cost from the budget. */
export function evaluateRule(
  compiled: CompiledRule,
  expression: CompiledExpression,
  variables: Variables,
  budget: Budget,
): Verdict {
  const outcome = expression.program.run(variables.rule, CALL_COST_LIMIT);
  if (outcome.cost > budget.remaining) return { kind: 'exhausted', detail: OUT_OF_BUDGET };
  budget.remaining -= outcome.cost;
  if (outcome.value === true) return { kind: 'satisfied' };
  if (!(outcome.value instanceof CelError)) return refuse(compiled, variables, budget);
  const { message } = outcome.value;
  const name = ruleName(compiled.rule);
  if (outcome.isOverLimit) {
    const why = 'no further validation rules will be run due to call cost exceeds limit';
    return { kind: 'exhausted', detail: `'${message}': ${why} for rule: ${name}` };
  }
  const detail = message.startsWith('no such overload')
    ? `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`
    : `${message} evaluating rule: ${name}`;
  return { kind: 'failed', detail };
}

function refuse(compiled: CompiledRule, variables: Variables, budget: Budget): Verdict {
  const { message, rule } = compiled;
  const fallback: Verdict = { kind: 'refused', message: messageOf(rule) };
  if (message === undefined) return fallback;
  const outcome = message.program.run(variables.message, CALL_COST_LIMIT);
  if (outcome.cost > budget.remaining) {
    return { kind: 'refused-exhausted', detail: MESSAGE_OUT_OF_BUDGET };
  }
  if (outcome.isOverLimit) {
    const quoted = goQuote(rule.messageExpression ?? '');
    const why = 'no further validation rules will be run due to call cost exceeds limit';
    return { kind: 'refused-exhausted', detail: `${why} for messageExpression: ${quoted}` };
  }
  budget.remaining -= outcome.cost;
  const text = typeof outcome.value === 'string' ? outcome.value.trim() : '';
  const isUsable = text !== '' && !text.includes('\n') && byteLength(text) <= MESSAGE_BYTES_LIMIT;
  return isUsable ? { kind: 'refused', message: text } : fallback;
}
