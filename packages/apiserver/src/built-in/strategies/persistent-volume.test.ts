import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/persistent-volume.yaml.
describe('the strategy of v1 PersistentVolume', () => {
  testStrategy({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    base: {
      metadata: { labels: { test: 'pv' } },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        hostPath: { path: '/a' },
      },
    },
    generated: ['status'],
    defaults: {
      'spec.hostPath.type': '',
      'spec.persistentVolumeReclaimPolicy': 'Retain',
      'spec.volumeMode': 'Filesystem',
    },
    invalid: [
      [
        { 'spec.capacity': null },
        'spec.capacity: Required value',
        'spec.capacity: Unsupported value: null: supported values: "storage"',
      ],
      [{ 'spec.accessModes': null }, 'spec.accessModes: Required value'],
      [
        { 'spec.accessModes': ['Other'] },
        'spec.accessModes: Unsupported value: "Other": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      ],
      [{ 'spec.hostPath': null }, 'spec: Required value: must specify a volume type'],
      [
        { 'spec.nfs': { server: 'a', path: '/b' } },
        'spec.nfs: Forbidden: may not specify more than 1 volume type',
      ],
      [
        { 'spec.persistentVolumeReclaimPolicy': 'Other' },
        'spec.persistentVolumeReclaimPolicy: Unsupported value: "Other": supported values: "Delete", "Recycle", "Retain"',
      ],
      [
        { 'spec.storageClassName': 'Bad_Name' },
        `spec.storageClassName: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        { 'spec.volumeMode': 'Other' },
        'spec.volumeMode: Unsupported value: "Other": supported values: "Block", "Filesystem"',
      ],
    ],
  });
});
