import { describe } from 'node:test';
import { TEMPLATE_DEFAULTS, testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/daemon-set.yaml.
describe('the strategy of apps/v1 DaemonSet', () => {
  testStrategy({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    base: {
      spec: {
        selector: { matchLabels: { app: 'log' } },
        template: {
          metadata: { labels: { app: 'log' } },
          spec: { containers: [{ name: 'log', image: 'fluentd' }] },
        },
      },
    },
    defaults: {
      'spec.revisionHistoryLimit': 10,
      'spec.template.spec.containers.0.imagePullPolicy': 'Always',
      ...TEMPLATE_DEFAULTS,
      'spec.template.spec.restartPolicy': 'Always',
      'spec.updateStrategy': {
        rollingUpdate: { maxSurge: 0, maxUnavailable: 1 },
        type: 'RollingUpdate',
      },
      status: {
        currentNumberScheduled: 0,
        desiredNumberScheduled: 0,
        numberMisscheduled: 0,
        numberReady: 0,
      },
    },
    invalid: [
      [
        { 'spec.selector': null },
        'spec.template.metadata.labels: Invalid value: {"app":"log"}: `selector` does not match template `labels`',
      ],
      [{ 'spec.template.spec.containers': [] }, 'spec.template.spec.containers: Required value'],
      [
        { 'spec.template.spec.restartPolicy': 'OnFailure' },
        'spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"',
      ],
      [
        { 'spec.updateStrategy': { type: 'Other' } },
        'spec.updateStrategy: Unsupported value: {"Type":"Other","RollingUpdate":null}: supported values: "RollingUpdate", "OnDelete"',
      ],
      [
        { 'spec.updateStrategy': { rollingUpdate: { maxUnavailable: 0 } } },
        'spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0',
      ],
      [
        { 'spec.updateStrategy': { rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } } },
        'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero',
      ],
      [
        { 'spec.minReadySeconds': -1 },
        'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.revisionHistoryLimit': -1 },
        'spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
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
