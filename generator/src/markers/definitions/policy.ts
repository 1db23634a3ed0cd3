import type { MarkerDefinition } from '../language/definition.js';
import { choice, optional, required, text, texts, word } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

const POLICY = {
  topic: 'Admission policies',
  places: ['package', 'kind'],
  repeatable: true,
  isOfOneVersion: true,
} as const;

/** The arguments that both kinds of policies have. */
const COMMON = {
  name: required(
    text,
    'The name of the policy and of its binding. Names are unique in a cluster: end it with a domain.',
  ),
  operations: optional(
    { type: 'list', of: word('CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*') },
    'Any of create;update;delete;connect, or * for all. Defaults to create;update.',
  ),
  groups: optional(texts, 'API groups; "" or core is the core group, * matches all.'),
  versions: optional(texts, 'API versions, or * for all.'),
  resources: optional(texts, 'Plural resource names, with subresources as in pods/status.'),
  failurePolicy: optional(
    word('Ignore', 'Fail'),
    'What happens if an expression fails. Defaults to Fail.',
  ),
  namespaceSelector: optional(
    text,
    'The labels of namespaces that the binding selects, as for kubectl, in quotes.',
  ),
  objectSelector: optional(text, 'The labels of objects that the binding selects.'),
  paramKind: optional(text, 'The kind of params, such as v1/ConfigMap.'),
  paramRef: optional(
    text,
    'The object for params: NAME, or NAMESPACE/NAME. Without a namespace, it is that of the request.',
  ),
  parameterNotFoundAction: optional(
    word('Allow', 'Deny'),
    'What happens if that object does not exist. Defaults to Deny.',
  ),
};

const DETAILS =
  'The markers below it, up to the next policy, are its parts. On a kind, the policy is for that kind by default, and its expressions are checked with the schema of the kind. In a comment of a package or in a file of --paths, groups, versions and resources are required.';

export const validatingPolicyMarker = defineMarker({
  ...POLICY,
  name: 'vmgen:validatingPolicy',
  arguments: {
    ...COMMON,
    validationActions: optional(
      { type: 'list', of: word('Deny', 'Warn', 'Audit') },
      'What happens if a validation fails. Defaults to Deny.',
    ),
  },
  help: 'A ValidatingAdmissionPolicy with its binding, written to policy/manifests.yaml.',
  details: DETAILS,
  example: `// +vmgen:validatingPolicy:name=keep-red.example.com,operations=delete
// +vmgen:policy:validation:expression="oldObject.spec.color != 'red'",message="red machines are kept"`,
});

export const mutatingPolicyMarker = defineMarker({
  ...POLICY,
  name: 'vmgen:mutatingPolicy',
  arguments: {
    ...COMMON,
    reinvocationPolicy: optional(
      word('Never', 'IfNeeded'),
      'Whether the policy runs again if the object changes after it. Defaults to Never.',
    ),
  },
  help: 'A MutatingAdmissionPolicy with its binding, written to policy/manifests.yaml.',
  details: DETAILS,
  example: `// +vmgen:mutatingPolicy:name=color.example.com,operations=create
// +vmgen:policy:mutation:applyConfiguration="Object{spec: Object.spec{color: 'red'}}"`,
});

export const policyConditionMarker = defineMarker({
  ...POLICY,
  name: 'vmgen:policy:matchCondition',
  arguments: {
    name: required(text, 'Identifies the condition in errors.'),
    expression: required(text, 'A CEL expression that returns a boolean.'),
  },
  help: 'A condition of a policy. The policy has no effect on requests for which a condition is false.',
  details: 'Conditions cannot use variables, and namespaceObject is null.',
  example: `// +vmgen:validatingPolicy:name=keep-red.example.com,operations=delete
// +vmgen:policy:matchCondition:name=not-by-admins,expression="!('admins' in request.userInfo.groups)"
// +vmgen:policy:validation:expression="oldObject.spec.color != 'red'"`,
});

export const policyVariableMarker = defineMarker({
  ...POLICY,
  name: 'vmgen:policy:variable',
  arguments: {
    name: required(text, 'A CEL identifier.'),
    expression: required(text, 'A CEL expression, which is evaluated once, on the first use.'),
  },
  help: 'A variable of a policy: the markers below it can use variables.NAME.',
  example: `// +vmgen:validatingPolicy:name=keep-red.example.com,operations=delete
// +vmgen:policy:variable:name=color,expression="oldObject.spec.?color.orValue('')"
// +vmgen:policy:validation:expression="variables.color != 'red'"`,
});

export const policyValidationMarker = defineMarker({
  ...POLICY,
  name: 'vmgen:policy:validation',
  arguments: {
    expression: required(
      text,
      'A CEL expression that is true for valid requests. It can use object, oldObject, request, namespaceObject, params, authorizer and variables.',
    ),
    message: optional(text, 'The error message if the expression is false.'),
    messageExpression: optional(text, 'A CEL expression that returns the message.'),
    reason: optional(
      choice('Invalid', 'Forbidden', 'RequestEntityTooLarge'),
      'The reason, and HTTP code, of the denial. Defaults to Invalid.',
    ),
  },
  help: 'A validation of a validating policy.',
  example: `// +vmgen:validatingPolicy:name=keep-red.example.com,operations=delete
// +vmgen:policy:validation:message="red machines are kept",reason=Forbidden,
//   expression="oldObject.spec.color != 'red' || request.userInfo.username == 'operator'"`,
});

export const policyMutationMarker = defineMarker({
  ...POLICY,
  name: 'vmgen:policy:mutation',
  arguments: {
    applyConfiguration: optional(
      text,
      'A CEL expression that returns an Object, which is merged as by a server-side apply.',
    ),
    jsonPatch: optional(text, 'A CEL expression that returns a list of JSONPatch.'),
  },
  help: 'A mutation of a mutating policy: an apply configuration or a JSON patch.',
  example: `// +vmgen:mutatingPolicy:name=color.example.com,operations=create
// +vmgen:policy:mutation:jsonPatch="[JSONPatch{op: 'add', path: '/spec/color', value: 'red'}]"`,
});

export const POLICY_MARKERS: readonly MarkerDefinition[] = [
  validatingPolicyMarker,
  mutatingPolicyMarker,
  policyConditionMarker,
  policyVariableMarker,
  policyValidationMarker,
  policyMutationMarker,
];
