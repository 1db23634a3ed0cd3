import { isLabelValue, isQualifiedName } from '@vmgen/base/text';
import type { Field } from './field.js';

/** Validates labels, or a map in the form of labels. */
export function checkLabels(labels: Field): void {
  for (const [name, { text }] of labels.entries) {
    for (const problem of isQualifiedName(name)) labels.invalid(problem, name);
    for (const problem of isLabelValue(text)) labels.invalid(problem, text);
  }
}

/** Validates a label selector. */
export function checkSelector(selector: Field): void {
  checkLabels(selector.at('matchLabels'));
  for (const expression of selector.at('matchExpressions').items) {
    checkRequirement(expression, 'label');
  }
}

/** Validates one requirement of a label selector or node selector. */
export function checkRequirement(
  requirement: Field,
  selector: 'label' | 'node' | 'preferred node',
): void {
  const [operator, values] = [requirement.at('operator'), requirement.at('values')];
  const count = values.texts.length;
  switch (operator.text) {
    case 'In':
    case 'NotIn':
      if (count === 0) values.required("must be specified when `operator` is 'In' or 'NotIn'");
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (count === 0) break;
      values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      break;
    default:
      if (selector === 'label' || !['Gt', 'Lt'].includes(operator.text)) {
        operator.invalid('not a valid selector operator', operator.text);
      } else if (count !== 1) {
        values.required("must be specified single value when `operator` is 'Lt' or 'Gt'");
      }
  }
  requirement.at('key').check(isQualifiedName);
  if (selector === 'preferred node') return;
  for (const value of values.items) value.check(isLabelValue);
}
