import { describe } from 'node:test';
import { type InvalidCase, testStrategy } from './strategy-table.test.fixture.js';

const BASE = {
  webhooks: [
    {
      name: 'a.example.com',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      failurePolicy: 'Ignore',
      clientConfig: { service: { namespace: 'x', name: 'y' } },
      rules: [
        {
          operations: ['CREATE'],
          apiGroups: ['none.example.com'],
          apiVersions: ['v1'],
          resources: ['things'],
        },
      ],
    },
  ],
};

const DEFAULTS = {
  'webhooks.0.clientConfig.service.port': 443,
  'webhooks.0.matchPolicy': 'Equivalent',
  'webhooks.0.namespaceSelector': {},
  'webhooks.0.objectSelector': {},
  'webhooks.0.rules.0.scope': '*',
  'webhooks.0.timeoutSeconds': 10,
};

/** For both kinds. */
const INVALID: readonly InvalidCase[] = [
  [{ 'webhooks.0.name': null }, 'webhooks[0].name: Required value'],
  [
    { 'webhooks.0.name': 'short' },
    'webhooks[0].name: Invalid value: "short": should be a domain with at least three segments separated by dots',
  ],
  [
    { 'webhooks.0.admissionReviewVersions': null },
    'webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1',
  ],
  [
    { 'webhooks.0.admissionReviewVersions': ['v1beta9'] },
    'webhooks[0].admissionReviewVersions: Invalid value: ["v1beta9"]: must include at least one of v1, v1beta1',
  ],
  [
    { 'webhooks.0.sideEffects': null },
    'webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun',
  ],
  [
    { 'webhooks.0.sideEffects': 'Some' },
    'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
  ],
  [
    { 'webhooks.0.failurePolicy': 'Maybe' },
    'webhooks[0].failurePolicy: Unsupported value: "Maybe": supported values: "Fail", "Ignore"',
  ],
  [
    { 'webhooks.0.matchPolicy': 'Maybe' },
    'webhooks[0].matchPolicy: Unsupported value: "Maybe": supported values: "Equivalent", "Exact"',
  ],
  [
    { 'webhooks.0.timeoutSeconds': 0 },
    'webhooks[0].timeoutSeconds: Invalid value: 0: the timeout value must be between 1 and 30 seconds',
  ],
  [
    { 'webhooks.0.timeoutSeconds': 31 },
    'webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds',
  ],
  [
    { 'webhooks.0.clientConfig': {} },
    'webhooks[0].clientConfig: Required value: exactly one of url or service is required',
  ],
  [
    { 'webhooks.0.clientConfig': { url: 'http://a' } },
    `webhooks[0].clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
  ],
  [
    { 'webhooks.0.clientConfig.service.name': null },
    'webhooks[0].clientConfig.service.namespace: Required value',
  ],
  [
    { 'webhooks.0.clientConfig.service.path': 'relative' },
    `webhooks[0].clientConfig.service.path: Invalid value: "relative": must start with a '/'`,
  ],
  [
    { 'webhooks.0.clientConfig.service.port': 0 },
    'webhooks[0].clientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
  ],
  [
    { 'webhooks.0.rules.0.operations': ['MAKE'] },
    'webhooks[0].rules[0].operations[0]: Unsupported value: "MAKE": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
  ],
  [
    { 'webhooks.0.rules.0.operations': ['*', 'CREATE'] },
    `webhooks[0].rules[0].operations: Invalid value: ["*","CREATE"]: if '*' is present, must not specify other operations`,
  ],
  [{ 'webhooks.0.rules.0.apiGroups': null }, 'webhooks[0].rules[0].apiGroups: Required value'],
  [
    { 'webhooks.0.rules.0.apiGroups': ['*', 'a'] },
    `webhooks[0].rules[0].apiGroups: Invalid value: ["*","a"]: if '*' is present, must not specify other API groups`,
  ],
  [{ 'webhooks.0.rules.0.resources': [] }, 'webhooks[0].rules[0].resources: Required value'],
  [
    { 'webhooks.0.rules.0.scope': 'Other' },
    'webhooks[0].rules[0].scope: Unsupported value: "Other": supported values: "*", "Cluster", "Namespaced"',
  ],
];

// Recorded in testdata/exchanges/mutating-webhook-configuration.yaml.
describe('the strategy of admissionregistration.k8s.io/v1 MutatingWebhookConfiguration', () => {
  testStrategy({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    base: BASE,
    defaults: { ...DEFAULTS, 'webhooks.0.reinvocationPolicy': 'Never' },
    invalid: [
      ...INVALID,
      [
        { 'webhooks.0.failurePolicy': '' },
        'webhooks[0].failurePolicy: Unsupported value: "": supported values: "Fail", "Ignore"',
      ],
      [
        { 'webhooks.0.matchPolicy': '' },
        'webhooks[0].matchPolicy: Unsupported value: "": supported values: "Equivalent", "Exact"',
      ],
      [
        { 'webhooks.0.reinvocationPolicy': '' },
        'webhooks[0].reinvocationPolicy: Unsupported value: "": supported values: "IfNeeded", "Never"',
      ],
      [
        { 'webhooks.0.rules.0.scope': '' },
        'webhooks[0].rules[0].scope: Unsupported value: "": supported values: "*", "Cluster", "Namespaced"',
      ],
    ],
  });
});

// Recorded in testdata/exchanges/validating-webhook-configuration.yaml.
describe('the strategy of admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration', () => {
  testStrategy({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    base: BASE,
    defaults: DEFAULTS,
    invalid: INVALID,
  });
});
