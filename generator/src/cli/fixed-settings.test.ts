import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFixedSettings } from './fixed-settings.js';
import { commandFrom } from './options.js';

const commandOf = (operator?: { name: string; namespace?: string; image?: string }, out = 'a') =>
  commandFrom({}, { groups: 'web:v1', out, ...(operator && { operator }) });

test('refuses settings that a session does not follow, until they are as before', async () => {
  const first = commandOf({ name: 'site-operator' });
  let next = first;
  const configure = withFixedSettings(first, async () => next);
  for (const [changed, key] of [
    [commandOf({ name: 'other' }), 'operator.name has changed'],
    [commandOf(), 'operator.name has changed'],
    [commandOf({ name: 'site-operator', namespace: 'other' }), 'operator.namespace has changed'],
    [commandOf({ name: 'site-operator' }, 'b'), 'out has changed'],
  ] as const) {
    next = changed;
    await assert.rejects(configure, { message: `end vmgen dev and start it again: ${key}` });
  }
  next = commandOf({ name: 'site-operator', namespace: 'site-operator-system', image: 'x:1' });
  assert.equal(await configure(), next);
});
