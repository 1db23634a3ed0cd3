import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { serveThings, thing, things } from '../testing/converted-things.js';
import { at, applyPatch, machineScale, mergePatch } from '../testing/test-server.js';

/** The messages of kube-apiserver 1.37.2. */
describe('the scale of an object whose conversion returns', () => {
  const path = `${things('v2')}/a/scale`;
  const stored = `${things('v1')}/a`;
  const sent = machineScale('a', 7);
  const cases: readonly [what: string, replaced: JsonObject, message: string][] = [
    [
      'a text',
      { spec: { size: 'five' } },
      '.spec.size accessor error: five is of the type string, expected int64',
    ],
    [
      'a fraction',
      { spec: { size: 5.5 } },
      '.spec.size accessor error: 5.5 is of the type float64, expected int64',
    ],
    [
      'a number beyond int64',
      { spec: { size: 2 ** 63 } },
      '.spec.size accessor error: 9.223372036854776e+18 is of the type float64, expected int64',
    ],
    [
      'a text for a parent',
      { spec: 'x' },
      '.spec.size accessor error: x is of the type string, expected map[string]interface{}',
    ],
    [
      'a list for a status count',
      { status: { size: [5] } },
      '.status.size accessor error: [5] is of the type []interface {}, expected int64',
    ],
    [
      'a number for a selector',
      { status: { selector: 5 } },
      '.status.selector accessor error: 5 is of the type int64, expected string',
    ],
  ];
  for (const [what, replaced, message] of cases) {
    test(`${what} can be neither read nor written`, async () => {
      const { send, state } = serveThings();
      await send('POST', things('v1'), thing('v1', 'a', 2));
      state.replaced = replaced;
      for (const { status, body } of [
        await send('GET', path),
        await send('PUT', path, sent),
        await send('PATCH', path, sent, mergePatch),
        await send('PATCH', `${path}?fieldManager=m&force=true`, sent, applyPatch),
      ]) {
        assert.equal(status, 500);
        assert.equal(body['message'], message);
        assert.equal(body['reason'], undefined);
      }
      assert.equal(at((await send('GET', stored)).body, 'spec.size'), 2);
    });
  }

  test('a count beyond int32 wraps around', async () => {
    const shown = async (count: JsonValue): Promise<unknown> => {
      const { send, state } = serveThings();
      await send('POST', things('v1'), thing('v1', 'a', 2));
      state.replaced = { spec: { size: count }, status: { size: count } };
      const { body } = await send('GET', path);
      return [at(body, 'spec.replicas'), at(body, 'status.replicas')];
    };
    assert.deepEqual(await shown(99_999_999_999), [1_215_752_191, 1_215_752_191]);
    assert.deepEqual(await shown(-3_000_000_000), [1_294_967_296, 1_294_967_296]);
    assert.deepEqual(await shown(2_147_483_648), [-2_147_483_648, -2_147_483_648]);
  });
});
