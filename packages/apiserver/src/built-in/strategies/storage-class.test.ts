import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/storage-class.yaml.
describe('the strategy of storage.k8s.io/v1 StorageClass', () => {
  testStrategy({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    base: { provisioner: 'example.com/disk' },
    defaults: { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
    invalid: [
      [{ provisioner: null }, 'provisioner: Required value'],
      [
        { provisioner: 'bad provisioner' },
        `provisioner: Invalid value: "bad provisioner": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      ],
      [
        { reclaimPolicy: 'Other' },
        'reclaimPolicy: Unsupported value: "Other": supported values: "Delete", "Retain"',
      ],
      [
        { volumeBindingMode: 'Other' },
        'volumeBindingMode: Unsupported value: "Other": supported values: "Immediate", "WaitForFirstConsumer"',
      ],
    ],
    invalidUpdates: [
      [{ provisioner: 'other.com/disk' }, 'provisioner: Invalid value: null: field is immutable'],
      [{ parameters: { a: 'b' } }, 'parameters: Invalid value: null: field is immutable'],
    ],
  });
});
