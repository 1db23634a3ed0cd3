import type { JsonObject } from '@vmgen/base/json';
import { byteLength } from '@vmgen/base/bytes';
import { isDns1035Label, isDns1123Subdomain, isQualifiedName } from '@vmgen/base/text';
import type { FieldError } from '../field/field-error.js';
import { Field } from '../field/field.js';
import { checkSelector } from '../field/selector-rules.js';
import {
  checkMatchConditions,
  checkMatchResources,
  checkStaticSuffix,
  segmentProblems,
} from './admission-rules.js';
import { PolicyExpressions, type PolicyContext } from './policy-expressions.js';

/**
 * Validates an admission policy or its binding as the API server does.
 *
 * @param context the objects that the policy sees. With schemas, expressions that read unknown
 * fields are errors, and those that may exceed the cost limits are errors with `missingBounds`. The
 * API server reports the former in the status of the policy, and the latter when it evaluates them
 */
export function validateAdmissionPolicy(object: JsonObject, context?: PolicyContext): FieldError[] {
  const field = new Field(object);
  const validate = VALIDATIONS.get(field.at('kind').text);
  validate?.(field, context);
  return field.errors;
}

/** Validates a ValidatingAdmissionPolicy of admissionregistration.k8s.io/v1. */
export function validateValidatingPolicy(object: Field, context?: PolicyContext): void {
  const expressions = checkPolicy(object, context);
  const spec = object.at('spec');
  const [validations, annotations] = [spec.at('validations'), spec.at('auditAnnotations')];
  if (validations.items.length === 0 && annotations.items.length === 0) {
    for (const list of [validations, annotations]) {
      list.required('validations or auditAnnotations must contain at least one item');
    }
  }
  for (const validation of validations.items) checkValidation(validation, expressions);
  checkAuditAnnotations(object, annotations, expressions);
  checkStaticSuffix(object);
}

/** Validates a MutatingAdmissionPolicy of admissionregistration.k8s.io/v1. */
export function validateMutatingPolicy(object: Field, context?: PolicyContext): void {
  const expressions = checkPolicy(object, context, checkMutatingOperations);
  const spec = object.at('spec');
  const mutations = spec.at('mutations');
  if (mutations.items.length === 0) {
    mutations.required('mutations must contain at least one item');
  }
  for (const mutation of mutations.items) checkMutation(mutation, expressions);
  if (spec.at('reinvocationPolicy').given()) {
    spec.at('reinvocationPolicy').oneOf('IfNeeded', 'Never');
  }
  checkStaticSuffix(object);
}

/** Validates a ValidatingAdmissionPolicyBinding of admissionregistration.k8s.io/v1. */
export function validateValidatingPolicyBinding(object: Field): void {
  checkBinding(object);
  checkActions(object.at('spec', 'validationActions'));
  checkStaticSuffix(object);
}

/** Validates a MutatingAdmissionPolicyBinding of admissionregistration.k8s.io/v1. */
export function validateMutatingPolicyBinding(object: Field): void {
  checkBinding(object);
  checkMutatingOperations(object.at('spec', 'matchResources'));
  checkStaticSuffix(object);
}

const VALIDATIONS: ReadonlyMap<string, (object: Field, context?: PolicyContext) => void> = new Map([
  ['ValidatingAdmissionPolicy', validateValidatingPolicy],
  ['MutatingAdmissionPolicy', validateMutatingPolicy],
  ['ValidatingAdmissionPolicyBinding', validateValidatingPolicyBinding],
  ['MutatingAdmissionPolicyBinding', validateMutatingPolicyBinding],
]);

/** Validates the fields that validating and mutating policies share. */
function checkPolicy(
  object: Field,
  context: PolicyContext | undefined,
  checkConstraints?: (constraints: Field) => void,
): PolicyExpressions {
  const spec = object.at('spec');
  const [paramKind, constraints] = [spec.at('paramKind'), spec.at('matchConstraints')];
  spec.at('failurePolicy').pointerToOneOf('Fail', 'Ignore');
  if (paramKind.isObject) checkParamKind(paramKind);
  if (constraints.isObject) {
    checkMatchResources(constraints);
    const rules = constraints.at('resourceRules');
    if (rules.items.length === 0) rules.required();
    checkConstraints?.(constraints);
  } else {
    constraints.required();
  }
  const expressions = new PolicyExpressions(paramKind.isObject, context);
  checkMatchConditions(spec.at('matchConditions'), expressions);
  for (const variable of spec.at('variables').items) checkVariable(variable, expressions);
  return expressions;
}

const MUTATING_OPERATIONS = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

function checkMutatingOperations(constraints: Field): void {
  const rules = constraints.at('resourceRules');
  for (const rule of rules.items) {
    for (const { text } of rule.at('operations').items) {
      // kube-apiserver does not report the position of the rule.
      if (!MUTATING_OPERATIONS.includes(text)) {
        rules.at('operations').notSupported(MUTATING_OPERATIONS, text);
      }
    }
  }
}

function checkParamKind(paramKind: Field): void {
  const [apiVersion, kind] = [paramKind.at('apiVersion'), paramKind.at('kind')];
  if (apiVersion.given()) checkApiVersion(apiVersion);
  if (!kind.given()) return;
  const problems = isDns1035Label(kind.text.toLowerCase());
  if (problems.length > 0) {
    kind.invalid(`may have mixed case, but should otherwise match: ${problems.join(',')}`);
  }
}

function checkApiVersion(apiVersion: Field): void {
  const { text } = apiVersion;
  const parts = text === '/' ? [] : text.split('/');
  if (parts.length > 2) {
    apiVersion.invalid(`unexpected GroupVersion string: ${text}`);
    return;
  }
  const version = parts.at(-1) ?? '';
  const group = parts.length === 2 ? (parts[0] ?? '') : '';
  const ofGroup = group === '' ? [] : isDns1123Subdomain(group);
  if (ofGroup.length > 0) apiVersion.invalid(ofGroup.join(','), group);
  if (version === '') {
    apiVersion.invalid('version must be specified');
    return;
  }
  const ofVersion = isDns1035Label(version);
  if (ofVersion.length > 0) apiVersion.invalid(ofVersion.join(','), version);
}

/** The words that cannot be names of variables. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'true false null in as break const continue else for function if import let loop package ' +
    'namespace return var void while'
  ).split(' '),
);

function checkVariable(variable: Field, expressions: PolicyExpressions): void {
  const name = variable.at('name');
  if (name.text.trim() === '') {
    name.required('name is not specified');
  } else if (!/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name.text) || RESERVED.has(name.text)) {
    name.invalid('must be a valid CEL identifier');
  }
  expressions.addVariable(name.text, variable.at('expression'));
}

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];

function checkValidation(validation: Field, expressions: PolicyExpressions): void {
  const expression = validation.at('expression');
  const message = validation.at('message');
  const messageExpression = validation.at('messageExpression');
  if (expression.text.trim() === '') expression.required('expression is not specified');
  else expressions.check(expression, 'condition');
  if (messageExpression.text !== '') {
    if (messageExpression.text.trim() === '') {
      messageExpression.invalid('must be non-empty if specified');
    } else expressions.check(messageExpression, 'message');
  }
  if (message.text !== '' && message.text.trim() === '') {
    message.invalid('must be non-empty if specified');
  } else if (/[\n\r]/.test(message.text.trim())) {
    message.invalid('must not contain line breaks');
  }
  validation.at('reason').pointerToOneOf(...REASONS);
}

const MAX_ANNOTATIONS = 20;
const MAX_ANNOTATION_BYTES = 5 * 1024;

function checkAuditAnnotations(
  object: Field,
  annotations: Field,
  expressions: PolicyExpressions,
): void {
  const { items } = annotations;
  if (items.length > MAX_ANNOTATIONS) {
    annotations.invalid(`must not have more than ${MAX_ANNOTATIONS} auditAnnotations`);
  }
  const name = object.at('metadata', 'name').text;
  const keys = new Set<string>();
  for (const annotation of items) {
    const [key, expression] = [annotation.at('key'), annotation.at('valueExpression')];
    const qualified = `${name}/${key.text}`;
    if (name === '') key.invalid('requires metadata.name be non-empty');
    else for (const problem of isQualifiedName(qualified)) key.invalid(problem, qualified);
    const text = expression.text.trim();
    if (text === '') {
      expression.required('valueExpression is not specified');
    } else if (byteLength(text) > MAX_ANNOTATION_BYTES) {
      expression.required(`must not exceed ${MAX_ANNOTATION_BYTES} bytes in length`);
    } else {
      expressions.check(expression, 'annotation', text);
    }
    key.unique(keys);
  }
}

/** The types of patches and the field of each. */
const PATCHES = {
  ApplyConfiguration: { field: 'applyConfiguration', result: 'applyConfiguration' },
  JSONPatch: { field: 'jsonPatch', result: 'jsonPatch' },
} as const;

function checkMutation(mutation: Field, expressions: PolicyExpressions): void {
  const type = mutation.at('patchType');
  if (!type.given()) return;
  const patch = Object.entries(PATCHES).find(([name]) => name === type.text)?.[1];
  if (patch === undefined) {
    type.notSupported(Object.keys(PATCHES));
    return;
  }
  const own = mutation.at(patch.field);
  if (own.isObject) {
    const expression = own.at('expression');
    if (expression.text.trim() === '') expression.required();
    else expressions.check(expression, patch.result);
  } else {
    own.required(`must be specified when patchType is ${type.text}`);
  }
  for (const { field } of Object.values(PATCHES)) {
    const other = mutation.at(field);
    if (field === patch.field || !other.isObject) continue;
    other.invalid(`must not be specified when patchType is ${type.text}`, `{${field}}`);
  }
}

function checkBinding(object: Field): void {
  const spec = object.at('spec');
  spec.at('policyName').checkRequired(isDns1123Subdomain);
  const [paramRef, resources] = [spec.at('paramRef'), spec.at('matchResources')];
  if (paramRef.isObject) checkParamRef(paramRef);
  if (resources.isObject) checkMatchResources(resources);
}

function checkParamRef(paramRef: Field): void {
  const [name, selector] = [paramRef.at('name'), paramRef.at('selector')];
  const action = paramRef.at('parameterNotFoundAction');
  const isBoth = name.text !== '' && selector.isObject;
  name.checkIfSet(segmentProblems);
  if (isBoth) name.forbidden('name and selector are mutually exclusive');
  if (selector.isObject) checkSelector(selector);
  if (isBoth) selector.forbidden('name and selector are mutually exclusive');
  if (name.text === '' && !selector.isObject) {
    paramRef.required('one of name or selector must be specified');
  }
  if (action.given()) action.oneOf('Deny', 'Allow');
}

const ACTIONS = ['Audit', 'Deny', 'Warn'];

function checkActions(actions: Field): void {
  const seen = new Set<string>();
  for (const action of actions.items) {
    if (!ACTIONS.includes(action.text)) action.notSupported(ACTIONS);
    action.unique(seen);
  }
  if (seen.has('Deny') && seen.has('Warn')) {
    actions.invalid(
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
    );
  }
  if (seen.size === 0) actions.required();
}
