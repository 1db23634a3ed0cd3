import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/persistent-volume-claim.yaml.
describe('the strategy of v1 PersistentVolumeClaim', () => {
  testStrategy({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    base: {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
    defaults: { 'spec.volumeMode': 'Filesystem', status: { phase: 'Pending' } },
    invalid: [
      [
        { spec: null },
        'spec.accessModes: Required value: at least 1 access mode is required',
        'spec.resources[storage]: Required value',
      ],
      [
        { 'spec.accessModes': null },
        'spec.accessModes: Required value: at least 1 access mode is required',
      ],
      [
        { 'spec.accessModes': ['Sometimes'] },
        'spec.accessModes: Unsupported value: "Sometimes": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      ],
      [
        { 'spec.accessModes': ['ReadWriteOncePod', 'ReadWriteMany'] },
        'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
      ],
      [{ 'spec.resources': null }, 'spec.resources[storage]: Required value'],
      [
        { 'spec.resources.requests.storage': 0 },
        'spec.resources[storage]: Invalid value: "0": must be greater than zero',
      ],
      [
        { 'spec.storageClassName': 'Bad_Name' },
        `spec.storageClassName: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        { 'spec.volumeMode': 'Other' },
        'spec.volumeMode: Unsupported value: "Other": supported values: "Block", "Filesystem"',
      ],
      [
        {
          'spec.selector': { matchExpressions: [{ key: 'a', operator: 'Is' }] },
        },
        'spec.selector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator',
      ],
    ],
    status: { sent: { phase: 'Bound' }, stored: { phase: 'Pending' } },
  });
});
