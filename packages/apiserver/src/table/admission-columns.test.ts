import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { namespaces } from '../discovery/resources.test.fixture.js';
import { requestWork } from '../request/request-work.js';
import { toTable } from './to-table.js';

function tableOf(plural: string, spec: JsonObject): unknown[][] {
  const resource = { ...namespaces, plural, group: 'admissionregistration.k8s.io' };
  const object = { metadata: { name: 'a', creationTimestamp: '2026-01-01T00:54:30Z' }, spec };
  const table = toTable(resource, object, 'v1', {
    now: Date.parse('2026-01-01T01:00:00Z'),
    work: requestWork(),
  });
  const columns = table['columnDefinitions'] as JsonObject[];
  const rows = table['rows'] as JsonObject[];
  return [
    columns.map(({ name }) => name),
    columns.map(({ type }) => type),
    ...rows.map((row) => row['cells'] as unknown[]),
  ];
}

test('shows the rules and the kind of the parameters of a policy', () => {
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
  assert.deepEqual(tableOf('validatingadmissionpolicies', { validations: [{}, {}], paramKind }), [
    ['Name', 'Validations', 'ParamKind', 'Age'],
    ['string', 'integer', 'string', 'string'],
    ['a', 2, 'v1/ConfigMap', '5m30s'],
  ]);
  assert.deepEqual(tableOf('mutatingadmissionpolicies', { mutations: [{}] }), [
    ['Name', 'Mutations', 'ParamKind', 'Age'],
    ['string', 'integer', 'string', 'string'],
    ['a', 1, '<unset>', '5m30s'],
  ]);
});

test('shows the policy and the parameters of a binding', () => {
  const matchExpressions: JsonObject[] = [
    { key: 'k', operator: 'In', values: ['x', 'y'] },
    { key: 'l', operator: 'Exists' },
  ];
  const cases: readonly (readonly [JsonObject | undefined, string])[] = [
    [undefined, '<unset>'],
    [{ name: 'p' }, '*/p'],
    [{ name: 'p', namespace: 'n' }, 'n/p'],
    [{ selector: { matchLabels: { b: '1', a: '2' }, matchExpressions } }, 'a=2,b=1,k in (x,y),l'],
  ];
  for (const plural of ['validatingadmissionpolicybindings', 'mutatingadmissionpolicybindings']) {
    for (const [paramRef, shown] of cases) {
      const spec = { policyName: 'q', ...(paramRef === undefined ? {} : { paramRef }) };
      assert.deepEqual(tableOf(plural, spec), [
        ['Name', 'PolicyName', 'ParamRef', 'Age'],
        ['string', 'string', 'string', 'string'],
        ['a', 'q', shown, '5m30s'],
      ]);
    }
  }
});
