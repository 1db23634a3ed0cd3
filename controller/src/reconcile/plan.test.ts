import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerSpec } from '../driver/vm-driver.js';
import { plan, type Plan } from './plan.js';

const spec: ServerSpec = { image: 'nginx', nanoCpus: 1, memoryBytes: 1, running: true };
const actual = { id: 'id', state: 'running', spec };

const cases: [what: string, desired: Partial<ServerSpec>, plan: Plan][] = [
  ['an up-to-date server is kept', {}, 'keep'],
  ['another image requires a new server', { image: 'other' }, 'replace'],
  ['other limits update the server', { nanoCpus: 2, memoryBytes: 2 }, 'update'],
  ['a server that should not run is stopped', { running: false }, 'update'],
  ['a removed limit requires a new server', { memoryBytes: 0 }, 'replace'],
];

for (const [what, desired, expected] of cases) {
  test(what, () => assert.equal(plan({ ...spec, ...desired }, actual), expected));
}

test('a missing server is created', () => assert.equal(plan(spec, undefined), 'create'));
