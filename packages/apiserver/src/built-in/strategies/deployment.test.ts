import { describe } from 'node:test';
import { TEMPLATE_DEFAULTS, testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/deployment.yaml.
describe('the strategy of apps/v1 Deployment', () => {
  testStrategy({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    base: {
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: {
            containers: [
              {
                name: 'web',
                image: 'nginx:1.27',
                env: [{ name: 'A', value: '1' }],
                ports: [{ containerPort: 80 }],
              },
            ],
          },
        },
      },
    },
    defaults: {
      'spec.progressDeadlineSeconds': 600,
      'spec.replicas': 1,
      'spec.revisionHistoryLimit': 10,
      'spec.strategy': {
        rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' },
        type: 'RollingUpdate',
      },
      'spec.template.spec.containers.0.imagePullPolicy': 'IfNotPresent',
      'spec.template.spec.containers.0.ports.0.protocol': 'TCP',
      ...TEMPLATE_DEFAULTS,
      'spec.template.spec.restartPolicy': 'Always',
      status: {},
    },
    invalid: [
      [
        { spec: null },
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.template.spec.containers: Required value',
      ],
      [
        { 'spec.selector': null },
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`',
      ],
      [
        { 'spec.selector': {} },
        'spec.selector: Invalid value: {}: empty selector is invalid for deployment',
      ],
      [
        { 'spec.selector.matchLabels': { app: 'other' } },
        'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`',
      ],
      [
        { 'spec.selector.matchLabels': { app: 'not ok' } },
        `spec.selector.matchLabels: Invalid value: "not ok": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
        'spec.selector: Invalid value: {"matchLabels":{"app":"not ok"}}: invalid label selector',
      ],
      [
        { 'spec.selector.matchExpressions': [{ key: 'app', operator: 'In' }] },
        "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        'spec.selector: Invalid value: {"matchExpressions":[{"key":"app","operator":"In"}],"matchLabels":{"app":"web"}}: invalid label selector',
      ],
      [
        {
          'spec.selector.matchExpressions': [{ key: 'app', operator: 'Is', values: ['web'] }],
        },
        'spec.selector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator',
        'spec.selector: Invalid value: {"matchExpressions":[{"key":"app","operator":"Is","values":["web"]}],"matchLabels":{"app":"web"}}: invalid label selector',
      ],
      [
        {
          'spec.selector.matchExpressions': [{ key: 'app', operator: 'Exists', values: ['web'] }],
        },
        "spec.selector.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        'spec.selector: Invalid value: {"matchExpressions":[{"key":"app","operator":"Exists","values":["web"]}],"matchLabels":{"app":"web"}}: invalid label selector',
      ],
      [
        { 'spec.template': null },
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.template.spec.containers: Required value',
      ],
      [
        { 'spec.template.metadata': null },
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
      ],
      [{ 'spec.template.spec': null }, 'spec.template.spec.containers: Required value'],
      [
        { 'spec.template.spec.containers.0.image': null },
        'spec.template.spec.containers[0].image: Required value',
      ],
      [
        { 'spec.template.spec.containers.0.name': null },
        'spec.template.spec.containers[0].name: Required value',
      ],
      [
        { 'spec.template.spec.containers.0.name': 'Bad_Name' },
        `spec.template.spec.containers[0].name: Invalid value: "Bad_Name": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
      ],
      [
        { 'spec.template.spec.restartPolicy': 'Never' },
        'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
      ],
      [
        { 'spec.template.spec.activeDeadlineSeconds': 5 },
        'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported',
      ],
      [
        { 'spec.template.metadata.labels': { app: 'web', 'bad key!': 'x' } },
        `spec.template.labels: Invalid value: "bad key!": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      ],
      [
        { 'spec.replicas': -1 },
        'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.minReadySeconds': -1 },
        'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.minReadySeconds': 600 },
        'spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds',
      ],
      [
        { 'spec.revisionHistoryLimit': -1 },
        'spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.progressDeadlineSeconds': -1 },
        'spec.progressDeadlineSeconds: Invalid value: -1: must be greater than minReadySeconds',
        'spec.progressDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.strategy': { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } },
        "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
      ],
      [
        { 'spec.strategy': { type: 'Other' } },
        'spec.strategy: Unsupported value: {"Type":"Other","RollingUpdate":null}: supported values: "Recreate", "RollingUpdate"',
      ],
      [
        { 'spec.strategy': { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } },
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0',
      ],
      [
        { 'spec.strategy': { rollingUpdate: { maxSurge: 10, maxUnavailable: '150%' } } },
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "150%": must not be greater than 100%',
      ],
      [
        { 'spec.strategy': { rollingUpdate: { maxUnavailable: 'many' } } },
        `spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "many": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')`,
      ],
      [
        { 'spec.strategy': { rollingUpdate: { maxSurge: -1 } } },
        'spec.strategy.rollingUpdate.maxSurge: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
    invalidUpdates: [
      [
        {
          'spec.selector.matchLabels': { app: 'other' },
          'spec.template.metadata.labels': { app: 'other' },
        },
        'spec.selector: Invalid value: {"matchLabels":{"app":"other"}}: field is immutable',
      ],
      [{ 'spec.template.spec.containers': [] }, 'spec.template.spec.containers: Required value'],
    ],
    status: { sent: { replicas: 3 }, stored: {} },
  });
});
