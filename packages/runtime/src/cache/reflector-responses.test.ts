import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixture } from './informer-fixture.test.helper.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';

describe('reflector: inconsistent responses', () => {
  test('watches from the oldest version of the pages of a list', async (t) => {
    for (const [first, second] of [
      [7, 9],
      [9, 7],
    ] as const) {
      const client = new ScriptedClient(
        listOf(first, [widget('a', 5)], { continue: 'next' }),
        listOf(second, [widget('b', 6)]),
      );
      const { informer, start, settle } = fixture(t, client);
      await start();
      assert.deepEqual(client.watchedVersions, ['7']);
      client.open.send('MODIFIED', widget('a', 8));
      await settle();
      assert.equal(informer.lister.find('default/a')?.metadata.resourceVersion, '8');
    }
  });

  test('stops at a repeated continue token', async (t) => {
    const client = new ScriptedClient(
      listOf(7, [widget('a', 5)], { continue: 'one' }),
      listOf(7, [widget('b', 6)], { continue: 'other' }),
      listOf(7, [widget('a', 5)], { continue: 'one' }),
      listOf(8, [widget('a', 5)]),
    );
    const { informer, clock, start, errors } = fixture(t, client);
    await start();
    assert.match(String(errors[0]), /repeats a continue token/);
    assert.equal(informer.hasSynced, false);
    await clock.advance(1600);
    assert.deepEqual(informer.store.keys(), ['default/a']);
    assert.equal(client.lists.length, 4);
  });

  test('limits Retry-After to ten minutes', async (t) => {
    const busy = apiError(429, 'TooManyRequests', { retryAfterSeconds: 1_763_856_000 });
    const client = new ScriptedClient(busy, listOf(7, []));
    const { informer, clock, start } = fixture(t, client);
    await start();
    await clock.advance(600_000 - 1);
    assert.equal(informer.hasSynced, false);
    await clock.advance(1);
    assert.equal(informer.hasSynced, true);
  });
});
