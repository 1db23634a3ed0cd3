import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { byteLength, isDns1035Label, isDns1123Subdomain, isQualifiedName } from '@vmgen/base/text';
import { PolicyCompiler } from '@vmgen/cel/internal';
import {
  checkMatchConditions,
  checkMatchResources,
  checkStaticSuffix,
  segmentProblems,
} from './admission-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { goStruct, type Field } from './field.js';
import { ensureObject, getObjects, setDefaults } from './fields.js';
import { checkSelector } from './selector-rules.js';

/** admissionregistration/v1 ValidatingAdmissionPolicy. */
export const validatingAdmissionPolicyStrategy: BuiltInStrategy = {
  defaults: setPolicyDefaults,
  validate(object) {
    const { compiler, hasParams, hasVariables } = checkPolicy(object);
    const spec = object.at('spec');
    const [validations, annotations] = [spec.at('validations'), spec.at('auditAnnotations')];
    if (validations.items.length === 0 && annotations.items.length === 0) {
      for (const list of [validations, annotations]) {
        list.required('validations or auditAnnotations must contain at least one item');
      }
    }
    const context = { compiler, hasParams, hasVariables };
    for (const validation of validations.items) checkValidation(validation, context);
    checkAuditAnnotations(object, annotations, context);
    checkStaticSuffix(object);
  },
};

/** admissionregistration/v1 MutatingAdmissionPolicy. */
export const mutatingAdmissionPolicyStrategy: BuiltInStrategy = {
  defaults: setPolicyDefaults,
  validate(object) {
    const context = checkPolicy(object, checkMutatingOperations);
    const spec = object.at('spec');
    const mutations = spec.at('mutations');
    if (mutations.items.length === 0) {
      mutations.required('mutations must contain at least one item');
    }
    for (const mutation of mutations.items) checkMutation(mutation, context);
    if (spec.at('reinvocationPolicy').given()) {
      spec.at('reinvocationPolicy').oneOf('IfNeeded', 'Never');
    }
    checkStaticSuffix(object);
  },
};

/** admissionregistration/v1 ValidatingAdmissionPolicyBinding. */
export const validatingPolicyBindingStrategy: BuiltInStrategy = {
  defaults: setBindingDefaults,
  validate(object) {
    checkBinding(object);
    checkActions(object.at('spec', 'validationActions'));
    checkStaticSuffix(object);
  },
};

/** admissionregistration/v1 MutatingAdmissionPolicyBinding. */
export const mutatingPolicyBindingStrategy: BuiltInStrategy = {
  defaults: setBindingDefaults,
  validate(object) {
    checkBinding(object);
    checkMutatingOperations(object.at('spec', 'matchResources'));
    checkStaticSuffix(object);
  },
};

function setPolicyDefaults(object: JsonObject): void {
  const spec = ensureObject(object, 'spec');
  setDefaults(spec, { failurePolicy: 'Fail' });
  setMatchDefaults(spec['matchConstraints']);
}

function setBindingDefaults(object: JsonObject): void {
  setMatchDefaults(ensureObject(object, 'spec')['matchResources']);
}

function setMatchDefaults(match: JsonObject[string] | undefined): void {
  if (!isJsonObject(match)) return;
  setDefaults(match, { namespaceSelector: {}, objectSelector: {}, matchPolicy: 'Equivalent' });
  for (const list of ['resourceRules', 'excludeResourceRules']) {
    for (const rule of getObjects(match, list)) setDefaults(rule, { scope: '*' });
  }
}

/** What the expressions of a policy can use. */
interface ExpressionContext {
  readonly compiler: PolicyCompiler;
  readonly hasParams: boolean;
  readonly hasVariables: boolean;
}

/** Validates the fields that validating and mutating policies share. */
function checkPolicy(
  object: Field,
  checkConstraints?: (constraints: Field) => void,
): ExpressionContext {
  const spec = object.at('spec');
  const [paramKind, constraints] = [spec.at('paramKind'), spec.at('matchConstraints')];
  spec.at('failurePolicy').oneOf('Fail', 'Ignore');
  if (paramKind.isObject) checkParamKind(paramKind);
  if (constraints.isObject) {
    checkMatchResources(constraints);
    const rules = constraints.at('resourceRules');
    if (rules.items.length === 0) rules.required();
    checkConstraints?.(constraints);
  } else {
    constraints.required();
  }
  const compiler = new PolicyCompiler();
  const hasParams = paramKind.isObject;
  checkMatchConditions(spec.at('matchConditions'), compiler, hasParams);
  const variables = spec.at('variables').items;
  for (const variable of variables) checkVariable(variable, compiler, hasParams);
  return { compiler, hasParams, hasVariables: variables.length > 0 };
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

function checkVariable(variable: Field, compiler: PolicyCompiler, hasParams: boolean): void {
  const [name, expression] = [variable.at('name'), variable.at('expression')];
  if (name.text.trim() === '') {
    name.required('name is not specified');
  } else if (!/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name.text) || RESERVED.has(name.text)) {
    name.invalid('must be a valid CEL identifier');
  }
  if (expression.text.trim() === '') {
    expression.required('expression is not specified');
    return;
  }
  const { error } = compiler.addVariable(name.text, expression.text, hasParams);
  if (error !== undefined) expression.invalid(error);
}

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];

function checkValidation(
  validation: Field,
  { compiler, hasParams, hasVariables }: ExpressionContext,
): void {
  const expression = validation.at('expression');
  const message = validation.at('message');
  const messageExpression = validation.at('messageExpression');
  const variables = { hasParams, hasVariables };
  if (expression.text.trim() === '') {
    expression.required('expression is not specified');
  } else {
    const { error } = compiler.compile(expression.text, { result: 'condition', ...variables });
    if (error !== undefined) expression.invalid(error);
  }
  if (messageExpression.text !== '') {
    const { error } =
      messageExpression.text.trim() === ''
        ? { error: 'must be non-empty if specified' }
        : compiler.compile(messageExpression.text, {
            result: 'message',
            hasAuthorizer: false,
            ...variables,
          });
    if (error !== undefined) messageExpression.invalid(error);
  }
  if (message.text !== '' && message.text.trim() === '') {
    message.invalid('must be non-empty if specified');
  } else if (/[\n\r]/.test(message.text.trim())) {
    message.invalid('must not contain line breaks');
  }
  validation.at('reason').oneOf(...REASONS);
}

const MAX_ANNOTATIONS = 20;
const MAX_ANNOTATION_BYTES = 5 * 1024;

function checkAuditAnnotations(
  object: Field,
  annotations: Field,
  { compiler, hasParams, hasVariables }: ExpressionContext,
): void {
  const { items } = annotations;
  if (items.length > MAX_ANNOTATIONS) {
    const printed = items.map((item) => ({
      Key: item.at('key').text,
      ValueExpression: item.at('valueExpression').text,
    }));
    const value = goStruct(printed);
    annotations.invalid(`must not have more than ${MAX_ANNOTATIONS} auditAnnotations`, value);
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
      const options = { result: 'annotation', hasParams, hasVariables } as const;
      const { error } = compiler.compile(text, options);
      if (error !== undefined) expression.invalid(error);
    }
    key.unique(keys);
  }
}

/** The types of patches and the field of each. */
const PATCHES = {
  ApplyConfiguration: { field: 'applyConfiguration', result: 'applyConfiguration' },
  JSONPatch: { field: 'jsonPatch', result: 'jsonPatch' },
} as const;

function checkMutation(
  mutation: Field,
  { compiler, hasParams, hasVariables }: ExpressionContext,
): void {
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
    if (expression.text.trim() === '') {
      expression.required();
    } else {
      const options = { result: patch.result, hasParams, hasVariables };
      const { error } = compiler.compile(expression.text, options);
      if (error !== undefined) expression.invalid(error);
    }
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
