import { describe } from 'node:test';
import { TEMPLATE_DEFAULTS, testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/replica-set.yaml.
describe('the strategy of apps/v1 ReplicaSet', () => {
  testStrategy({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    base: {
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'web', image: 'nginx' }] },
        },
      },
    },
    defaults: {
      'spec.replicas': 1,
      'spec.template.spec.containers.0.imagePullPolicy': 'Always',
      ...TEMPLATE_DEFAULTS,
      'spec.template.spec.restartPolicy': 'Always',
      status: { replicas: 0 },
    },
    invalid: [
      [
        { 'spec.replicas': -1 },
        'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.selector': null },
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`',
      ],
      [
        { 'spec.selector.matchLabels': { app: 'x' } },
        'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`',
      ],
      [
        { 'spec.template': null },
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.template.spec.containers: Required value',
      ],
      [
        { 'spec.minReadySeconds': -1 },
        'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.template.spec.restartPolicy': 'Never' },
        'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
      ],
    ],
    invalidUpdates: [
      [
        {
          'spec.selector.matchLabels': { app: 'x' },
          'spec.template.metadata.labels': { app: 'x' },
        },
        'spec.selector: Invalid value: {"matchLabels":{"app":"x"}}: field is immutable',
      ],
    ],
  });
});
