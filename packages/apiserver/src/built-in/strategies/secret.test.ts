import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/secret.yaml.
describe('the strategy of v1 Secret', () => {
  testStrategy({
    apiVersion: 'v1',
    kind: 'Secret',
    base: { data: { a: 'MQ==' } },
    defaults: { type: 'Opaque' },
    invalid: [
      [
        { stringData: { 'bad key': 'x' } },
        `data[bad key]: Invalid value: "bad key": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
      ],
      [
        { type: 'kubernetes.io/tls' },
        'data[tls.crt]: Required value',
        'data[tls.key]: Required value',
      ],
      [
        { type: 'kubernetes.io/basic-auth' },
        'data[password]: Required value',
        'data[username]: Required value',
      ],
      [{ type: 'kubernetes.io/ssh-auth' }, 'data[ssh-privatekey]: Required value'],
      [{ type: 'kubernetes.io/dockerconfigjson' }, 'data[.dockerconfigjson]: Required value'],
      [
        { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': 'MQ==' } },
        'data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": json: cannot unmarshal number into Go value of type map[string]interface {}',
      ],
      [
        { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': 'not json' } },
        'data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": must be valid JSON',
      ],
      [{ type: 'kubernetes.io/dockercfg' }, 'data[.dockercfg]: Required value'],
    ],
    invalidUpdates: [
      [
        { type: 'example.com/other' },
        'type: Invalid value: "example.com/other": field is immutable',
      ],
    ],
  });
});
