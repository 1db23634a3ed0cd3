import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIAGNOSTICS } from './registry.js';

test('has sorted four-digit codes and unique names in kebab case', () => {
  const codes = [...DIAGNOSTICS.keys()];
  assert.deepEqual(codes, [...codes].sort());
  for (const code of codes) assert.match(code, /^VMGEN[1-9]\d{3}$/);
  const names = [...DIAGNOSTICS.values()].map(({ name }) => name);
  for (const name of names) assert.match(name, /^[a-z]+(?:-[a-z]+)*$/);
  assert.deepEqual([...new Set(names)], names);
});
