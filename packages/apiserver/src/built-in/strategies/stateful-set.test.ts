import { describe } from 'node:test';
import { TEMPLATE_DEFAULTS, testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/stateful-set.yaml.
describe('the strategy of apps/v1 StatefulSet', () => {
  testStrategy({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    base: {
      spec: {
        serviceName: 'db',
        selector: { matchLabels: { app: 'db' } },
        template: {
          metadata: { labels: { app: 'db' } },
          spec: { containers: [{ name: 'db', image: 'postgres:17' }] },
        },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    },
    defaults: {
      'spec.persistentVolumeClaimRetentionPolicy': { whenDeleted: 'Retain', whenScaled: 'Retain' },
      'spec.podManagementPolicy': 'OrderedReady',
      'spec.replicas': 1,
      'spec.revisionHistoryLimit': 10,
      'spec.template.spec.containers.0.imagePullPolicy': 'IfNotPresent',
      ...TEMPLATE_DEFAULTS,
      'spec.template.spec.restartPolicy': 'Always',
      'spec.updateStrategy': {
        rollingUpdate: { maxUnavailable: 1, partition: 0 },
        type: 'RollingUpdate',
      },
      'spec.volumeClaimTemplates.0.apiVersion': 'v1',
      'spec.volumeClaimTemplates.0.kind': 'PersistentVolumeClaim',
      'spec.volumeClaimTemplates.0.spec.volumeMode': 'Filesystem',
      'spec.volumeClaimTemplates.0.status': { phase: 'Pending' },
      status: { availableReplicas: 0, replicas: 0 },
    },
    invalid: [
      [
        { 'spec.serviceName': 'Bad_Name' },
        `spec.serviceName: Invalid value: "Bad_Name": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
      ],
      [
        { 'spec.selector': null },
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: {"app":"db"}: `selector` does not match template `labels`',
      ],
      [
        { 'spec.selector.matchLabels': { app: 'x' } },
        'spec.template.metadata.labels: Invalid value: {"app":"db"}: `selector` does not match template `labels`',
      ],
      [{ 'spec.template.spec.containers': [] }, 'spec.template.spec.containers: Required value'],
      [
        { 'spec.template.spec.restartPolicy': 'Never' },
        'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
      ],
      [
        { 'spec.replicas': -1 },
        'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.podManagementPolicy': 'Other' },
        `spec.podManagementPolicy: Invalid value: "Other": must be 'OrderedReady' or 'Parallel'`,
      ],
      [
        { 'spec.updateStrategy': { type: 'Other' } },
        `spec.updateStrategy: Invalid value: {"type":"Other"}: must be 'RollingUpdate' or 'OnDelete'`,
      ],
      [
        { 'spec.updateStrategy': { rollingUpdate: { partition: -1 } } },
        'spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.minReadySeconds': -1 },
        'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.persistentVolumeClaimRetentionPolicy': { whenScaled: 'Maybe' } },
        'spec.persistentVolumeClaimRetentionPolicy.whenScaled: Unsupported value: "Maybe": supported values: "Retain", "Delete"',
      ],
      [
        { 'spec.ordinals': { start: -1 } },
        'spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        {
          'spec.volumeClaimTemplates': [{ metadata: { name: 'data' } }],
        },
        'spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required',
        'spec.volumeClaimTemplates[0].spec.resources[storage]: Required value',
      ],
      [
        {
          'spec.volumeClaimTemplates': [
            {
              metadata: { name: 'data' },
              spec: { accessModes: ['Some'], resources: { requests: { storage: '1Gi' } } },
            },
          ],
        },
        'spec.volumeClaimTemplates[0].spec.accessModes: Unsupported value: "Some": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      ],
    ],
    invalidUpdates: [
      [
        { 'spec.serviceName': 'other' },
        'spec.serviceName: Invalid value: "other": field is immutable',
      ],
      [
        { 'spec.volumeClaimTemplates': null },
        'spec.volumeClaimTemplates: Invalid value: null: field is immutable',
      ],
      [
        { 'spec.podManagementPolicy': 'Parallel' },
        'spec.podManagementPolicy: Invalid value: "Parallel": field is immutable',
      ],
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
