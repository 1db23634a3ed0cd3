import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

const apiVersion = 'admissionregistration.k8s.io/v1';
const matchConstraints = {
  resourceRules: [
    { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
  ],
};
const matchDefaults = {
  'spec.matchConstraints.matchPolicy': 'Equivalent',
  'spec.matchConstraints.namespaceSelector': {},
  'spec.matchConstraints.objectSelector': {},
  'spec.matchConstraints.resourceRules.0.scope': '*',
  'spec.failurePolicy': 'Fail',
};

// The messages are those of kube-apiserver 1.37.2.
describe(`the strategy of ${apiVersion} ValidatingAdmissionPolicy`, () => {
  testStrategy({
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    base: { spec: { matchConstraints, validations: [{ expression: 'true' }] } },
    defaults: { ...matchDefaults, status: {} },
    invalid: [
      [
        { 'spec.failurePolicy': '' },
        'spec.failurePolicy: Unsupported value: "": supported values: "Fail", "Ignore"',
      ],
      [
        { 'spec.matchConstraints.matchPolicy': '' },
        'spec.matchConstraints.matchPolicy: Unsupported value: "": supported values: "Equivalent", "Exact"',
      ],
      [
        { 'spec.matchConstraints.resourceRules': [] },
        'spec.matchConstraints.resourceRules: Required value',
      ],
      [
        { 'spec.matchConstraints.resourceRules.0.resources': ['a/*', 'a/b'] },
        `spec.matchConstraints.resourceRules[0].resources[1]: Invalid value: "a/b": if 'a/*' is present, must not specify a/b`,
      ],
      [
        { 'spec.validations.0.expression': 'object.x' },
        'spec.validations[0].expression: Invalid value: "object.x": must evaluate to bool but got dyn',
      ],
      [
        { 'spec.validations.0.reason': 'Unauthorized' },
        'spec.validations[0].reason: Unsupported value: "Unauthorized": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
      ],
      [
        { 'spec.variables': [{ name: 'in', expression: '1' }] },
        'spec.variables[0].name: Invalid value: "in": must be a valid CEL identifier',
      ],
      [
        { 'spec.paramKind': { apiVersion: 'a/', kind: 'K' } },
        'spec.paramKind.apiVersion: Invalid value: "a/": version must be specified',
      ],
      [
        { 'spec.matchConditions': [{ name: 'a', expression: '1' }] },
        'spec.matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int',
      ],
      [
        { 'spec.auditAnnotations': [{ key: 'k', valueExpression: '1' }] },
        'spec.auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
      ],
    ],
  });
});

describe(`the strategy of ${apiVersion} MutatingAdmissionPolicy`, () => {
  testStrategy({
    apiVersion,
    kind: 'MutatingAdmissionPolicy',
    base: {
      spec: {
        matchConstraints,
        reinvocationPolicy: 'Never',
        mutations: [
          { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } },
        ],
      },
    },
    defaults: matchDefaults,
    invalid: [
      [{ 'spec.reinvocationPolicy': null }, 'spec.reinvocationPolicy: Required value'],
      [
        { 'spec.matchConstraints.resourceRules.0.operations': ['DELETE'] },
        'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
      ],
      [
        { 'spec.mutations.0': { patchType: 'JSONPatch', jsonPatch: { expression: '[]' } } },
        'spec.mutations[0].jsonPatch.expression: Invalid value: "[]": must evaluate to list(JSONPatch) but got list(dyn)',
      ],
      [
        { 'spec.mutations.0.applyConfiguration.expression': 'Object.spec{}' },
        'spec.mutations[0].applyConfiguration.expression: Invalid value: "Object.spec{}": must evaluate to Object but got Object.spec',
      ],
    ],
  });
});

describe(`the strategy of ${apiVersion} ValidatingAdmissionPolicyBinding`, () => {
  testStrategy({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    base: { spec: { policyName: 'p', validationActions: ['Deny'] } },
    defaults: {},
    invalid: [
      [{ 'spec.validationActions': [] }, 'spec.validationActions: Required value'],
      [
        { 'spec.paramRef': { parameterNotFoundAction: 'Deny' } },
        'spec.paramRef: Required value: one of name or selector must be specified',
      ],
    ],
  });
});
