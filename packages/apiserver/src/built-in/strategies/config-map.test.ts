import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/config-map.yaml.
describe('the strategy of v1 ConfigMap', () => {
  testStrategy({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    base: { data: { a: '1' } },
    invalid: [
      [
        { data: { 'bad key': 'x' } },
        `data[bad key]: Invalid value: "bad key": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
      ],
      [
        { data: { '': 'x' } },
        `data[]: Invalid value: "": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
      ],
      [{ data: { '..': 'x' } }, `data[..]: Invalid value: "..": must not be '..'`],
      [
        { data: { a: '1' }, binaryData: { a: 'aGVsbG8=' } },
        'data[a]: Invalid value: "a": duplicate of key present in binaryData',
      ],
      [
        { 'metadata.finalizers': ['bad'] },
        'metadata.finalizers[0]: Invalid value: "bad": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
  });
});
