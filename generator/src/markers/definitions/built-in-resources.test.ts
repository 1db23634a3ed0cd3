import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BUILT_IN_RESOURCES } from './built-in-resources.js';

/** The part of the embedded API server's data that a test reads. */
interface BuiltIns {
  readonly groupVersions: readonly {
    readonly group: string;
    readonly resources: readonly { readonly plural: string }[];
  }[];
}

test('the generator knows the built-in resources of the embedded API server', () => {
  const data = readFileSync('packages/apiserver/data/built-in.json', 'utf8');
  const { groupVersions } = JSON.parse(data) as BuiltIns;
  const served = groupVersions.flatMap(({ group, resources }) =>
    resources.map(({ plural }) => `${group}/${plural}`),
  );
  const known = Object.entries(BUILT_IN_RESOURCES).flatMap(([group, plurals]) =>
    plurals.map((plural) => `${group}/${plural}`),
  );
  assert.deepEqual(known.sort(), [...new Set(served)].sort());
});
