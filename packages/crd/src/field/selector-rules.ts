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

/**
 * Validates one requirement of a label selector or node selector. The label selector of an access
 * review may have unknown operators.
 */
export function checkRequirement(
  requirement: Field,
  selector: 'label' | 'reviewed label' | 'node' | 'preferred node',
): void {
  const [operator, values] = [requirement.at('operator'), requirement.at('values')];
  if (!checkValueCount(requirement) && selector !== 'reviewed label') {
    if (selector === 'label' || !['Gt', 'Lt'].includes(operator.text)) {
      operator.invalid('not a valid selector operator', operator.text);
    } else if (values.texts.length !== 1) {
      values.required("must be specified single value when `operator` is 'Lt' or 'Gt'");
    }
  }
  requirement.at('key').check(isQualifiedName);
  if (selector === 'preferred node') return;
  for (const value of values.items) value.check(isLabelValue);
}

/**
 * Validates whether a requirement has values, as its operator requires.
 *
 * @returns false for an operator of which nothing is known
 */
export function checkValueCount(requirement: Field): boolean {
  const values = requirement.at('values');
  const hasValues = values.texts.length > 0;
  switch (requirement.at('operator').text) {
    case 'In':
    case 'NotIn':
      if (!hasValues) values.required("must be specified when `operator` is 'In' or 'NotIn'");
      return true;
    case 'Exists':
    case 'DoesNotExist':
      if (hasValues) {
        values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      }
      return true;
    default:
      return false;
  }
}
