import type { FieldError } from '../field/field-error.js';
import { invalid, notSupported, required } from '../field/field-errors.js';
import { child, index } from '../field/field-path.js';
import type { JSONSchemaProps, ValidationRule } from '@vmgen/base/schema';
import { fieldFinder } from '../field/schema-field-path.js';

const REASONS = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
];

/**
 * Validates the form of CEL rules: blank texts, line breaks, invalid field paths. RuleValidator
 * validates their expressions.
 */
export function validateRules(schema: JSONSchemaProps, path: string): FieldError[] {
  const at = child(path, 'x-kubernetes-validations');
  const findField = fieldFinder(schema);
  return (schema['x-kubernetes-validations'] ?? []).flatMap((rule, i) => [
    ...validateRuleAndMessage(rule, index(at, i)),
    ...validateReason(rule, child(index(at, i), 'reason')),
    ...validateFieldPath(rule.fieldPath ?? '', findField, child(index(at, i), 'fieldPath')),
  ]);
}

const hasNewline = (text: string): boolean => /[\n\r]/.test(text);

function validateRuleAndMessage(rule: Partial<ValidationRule>, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const message = rule.message ?? '';
  const trimmedRule = (rule.rule ?? '').trim();
  const messagePath = child(path, 'message');
  if (trimmedRule === '') {
    errors.push(required(child(path, 'rule'), 'rule is not specified'));
  } else if (message !== '' && message.trim() === '') {
    errors.push(invalid(messagePath, message, 'must be non-empty if specified'));
  } else if (hasNewline(message.trim())) {
    errors.push(invalid(messagePath, message, 'must not contain line breaks'));
  } else if (hasNewline(trimmedRule) && message.trim() === '') {
    const text = 'message must be specified if rule contains line breaks';
    errors.push(required(messagePath, text));
  }
  const expression = rule.messageExpression ?? '';
  if (expression !== '' && expression.trim() === '') {
    const text = 'messageExpression must be non-empty if specified';
    errors.push(required(child(path, 'messageExpression'), text));
  }
  return errors;
}

function validateReason({ reason }: ValidationRule, path: string): FieldError[] {
  if (reason === undefined || REASONS.includes(reason)) return [];
  return [notSupported(path, reason, REASONS)];
}

function validateFieldPath(
  fieldPath: string,
  findField: ReturnType<typeof fieldFinder>,
  path: string,
): FieldError[] {
  if (fieldPath === '') return [];
  const errors: FieldError[] = [];
  const refuse = (text: string): void => void errors.push(invalid(path, fieldPath, text));
  if (fieldPath.trim() === '') refuse('must be non-empty if specified');
  if (hasNewline(fieldPath)) refuse('must not contain line breaks');
  if (typeof findField(fieldPath, true) === 'string') refuse('must be a valid path');
  return errors;
}
