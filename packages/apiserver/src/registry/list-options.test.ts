import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { JsonObject } from '@vmgen/base/json';
import {
  lineReader,
  at,
  machine,
  machinesPath,
  testServer,
  type TestAnswer,
} from '../testing/test-server.js';

// The expected responses are from kube-apiserver 1.36.3.

async function serverWithMachines() {
  const clock = createFakeClock();
  const { server, send } = testServer({ clock });
  for (const name of ['a', 'b', 'c']) await send('POST', machinesPath, machine(name));
  const list = async (query: Record<string, string>, path = machinesPath): Promise<TestAnswer> => {
    const answer = send('GET', `${path}?${new URLSearchParams(query).toString()}`);
    // A request for a future version waits.
    for (let i = 0; i < 4; i++) await clock.advance(1000);
    return answer;
  };
  return { server, list };
}

function names({ body }: TestAnswer): unknown[] {
  return ((body['items'] ?? []) as JsonObject[]).map((item) => at(item, 'metadata.name'));
}

function messageOf({ message }: JsonObject): string {
  return typeof message === 'string' ? message : '';
}

function token(content: unknown): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return Buffer.from(text).toString('base64url');
}

const beyondInt64 = '9223372036854775808';
const beyondUint64 = '18446744073709551616';
const syntax = (text: string): string =>
  `strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`;
const range = (text: string): string =>
  `strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`;

describe('the limit of a list', () => {
  test('is ignored below 1', async () => {
    const { list } = await serverWithMachines();
    for (const limit of ['-1', '0', '-9223372036854775808', '9223372036854775807', '+9']) {
      const answer = await list({ limit });
      assert.deepEqual(names(answer), ['a', 'b', 'c'], limit);
      assert.equal(at(answer.body, 'metadata.continue'), undefined);
      assert.equal(at(answer.body, 'metadata.remainingItemCount'), undefined);
    }
  });

  test('and the timeout must be an int64', async () => {
    const { list } = await serverWithMachines();
    for (const option of ['limit', 'timeoutSeconds']) {
      for (const text of ['', ' 1', 'abc', '1.5', '1e3', 'NaN', '0x1', '٣']) {
        const { status, body } = await list({ [option]: text });
        assert.deepEqual([status, body['message']], [400, syntax(text)]);
      }
      for (const text of [beyondInt64, '-9223372036854775809', '9'.repeat(400)]) {
        const { status, body } = await list({ [option]: text });
        assert.deepEqual([status, body['message']], [400, range(text)]);
      }
    }
  });
});

describe('the resource version of a request', () => {
  test('must be a uint64, or a list returns 400 and a get or a watch returns 500', async () => {
    const { list } = await serverWithMachines();
    const wrong = ['-1', '+1', 'abc', ' ', '1.0', 'NaN', beyondUint64, '9'.repeat(400)];
    for (const resourceVersion of wrong) {
      const quoted = JSON.stringify(resourceVersion);
      const why = /^\d+$/.test(resourceVersion) ? 'value out of range' : 'invalid syntax';
      const message = `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: ${why}`;
      const refused = await list({ resourceVersion });
      assert.deepEqual(
        [refused.status, refused.body['message']],
        [400, `invalid resource version: ${message}`],
      );
      for (const answer of [
        await list({ resourceVersion }, `${machinesPath}/a`),
        await list({ resourceVersion, watch: 'true' }),
      ]) {
        assert.deepEqual([answer.status, answer.body['message']], [500, message]);
      }
    }
  });

  test('is included in the error if it is never reached', async () => {
    const { list } = await serverWithMachines();
    for (const resourceVersion of ['99999', '9007199254740993', '18446744073709551615']) {
      for (const path of [machinesPath, `${machinesPath}/a`]) {
        const { status, body } = await list({ resourceVersion }, path);
        assert.equal(status, 504);
        assert.match(
          messageOf(body),
          new RegExp(`^Timeout: Too large resource version: ${resourceVersion}, current: \\d+$`),
        );
      }
      const watch = await list({
        resourceVersion,
        watch: 'true',
        sendInitialEvents: 'true',
        resourceVersionMatch: 'NotOlderThan',
      });
      assert.deepEqual([watch.body['type'], at(watch.body, 'object.code')], ['ERROR', 504]);
    }
  });

  test('and its match are validated together, with all errors', async () => {
    const { list } = await serverWithMachines();
    const unless = 'resourceVersionMatch is forbidden unless resourceVersion is provided';
    const withContinue = 'resourceVersionMatch is forbidden when continue is provided';
    const cases: [Record<string, string>, string[]][] = [
      [
        { resourceVersionMatch: 'bogus' },
        [unless, '"bogus": supported values: "Exact", "NotOlderThan", ""'],
      ],
      [
        { resourceVersionMatch: 'Exact', continue: 'x', sendInitialEvents: 'true' },
        [unless, withContinue, 'sendInitialEvents is forbidden for list'],
      ],
      [
        { resourceVersionMatch: 'Exact', resourceVersion: '0' },
        ['resourceVersionMatch "exact" is forbidden for resourceVersion "0"'],
      ],
      [
        { watch: 'true', resourceVersionMatch: 'bogus' },
        [
          'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
          '"bogus": supported values: "NotOlderThan"',
        ],
      ],
      [
        { watch: 'true', sendInitialEvents: 'true' },
        ['sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'],
      ],
    ];
    for (const [query, expected] of cases) {
      const { status, body } = await list(query);
      assert.equal(status, 422);
      const causes = (at(body, 'details.causes') as { message: string }[]).map((c) => c.message);
      assert.equal(causes.length, expected.length);
      expected.forEach((text, i) => assert.ok(causes[i]?.endsWith(text), causes[i]));
    }
  });
});

test('a watch may have a continue token only without a match, and from a version', async () => {
  const { list } = await serverWithMachines();
  const { body } = await list({});
  const resourceVersion = String(at(body, 'metadata.resourceVersion'));
  const causesOf = async (query: Record<string, string>): Promise<unknown> => {
    const asked = { watch: 'true', continue: 'x', ...query };
    const answer = await list(asked);
    assert.equal(answer.status, 422);
    return (at(answer.body, 'details.causes') as { message: string }[]).map(({ message }) =>
      message.replace('Forbidden: ', ''),
    );
  };
  const refused = 'resourceVersionMatch is forbidden when continue is provided';
  assert.deepEqual(await causesOf({}), [refused]);
  assert.deepEqual(await causesOf({ resourceVersion: '0' }), [refused]);
  assert.deepEqual(await causesOf({ resourceVersionMatch: 'NotOlderThan' }), [
    'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
    refused,
  ]);
  assert.deepEqual(await causesOf({ sendInitialEvents: 'true' }), [
    'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
  ]);
  const watched = { watch: 'true', timeoutSeconds: '-1', continue: 'x', resourceVersion };
  assert.equal((await list(watched)).status, 200);
});

describe('a continue token', () => {
  const good = { v: 'meta.k8s.io/v1', rv: -1, start: 'a\0' };

  test('is rejected with 400 and a reason if it is invalid', async () => {
    const { list } = await serverWithMachines();
    const cases: [string, string][] = [
      ['%%%', 'illegal base64 data at input byte 0'],
      ['a=b', 'illegal base64 data at input byte 1'],
      ['x', 'illegal base64 data at input byte 0'],
      ['e30x', 'invalid character "1" at position 2'],
      [token('{}'), 'server does not recognize this encoded version '],
      [token('[]'), 'json: cannot unmarshal array into Go value of type storage.continueToken'],
      [token('null'), 'server does not recognize this encoded version '],
      [
        token({ ...good, v: 'meta.k8s.io/v2' }),
        'server does not recognize this encoded version meta.k8s.io/v2',
      ],
      [
        token({ ...good, rv: 0 }),
        'incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
      ],
      [token({ ...good, rv: '1' }), 'the version 1 is not an int64'],
      [token({ ...good, rv: 1.5 }), 'the version 1.5 is not an int64'],
      [
        token('{"v":"meta.k8s.io/v1","rv":1e400,"start":"a"}'),
        'the version Infinity is not an int64',
      ],
      [
        token(`{"v":"meta.k8s.io/v1","rv":${beyondInt64},"start":"a"}`),
        'the version 9.223372036854776e+18 is not an int64',
      ],
      [token({ ...good, start: '' }), 'encoded start key empty (version meta.k8s.io/v1)'],
      [token({ ...good, start: 7 }), 'the start 7 is not a string'],
      [token({ ...good, start: '../x' }), '../x'],
      [token({ ...good, start: 'a/./b' }), 'a/./b'],
      [token({ ...good, start: 'a//b' }), 'a//b'],
    ];
    for (const [text, why] of cases) {
      const { status, body } = await list({ continue: text });
      const message = `invalid continue token: continue key is not valid: ${why}`;
      assert.deepEqual([status, body['message']], [400, message]);
    }
  });

  test('of a future version returns 504', async () => {
    const { list } = await serverWithMachines();
    for (const rv of ['999999', '9223372036854775807']) {
      const text = token(`{"v":"meta.k8s.io/v1","rv":${rv},"start":"a"}`);
      const { status, body } = await list({ continue: text });
      assert.equal(status, 504);
      assert.match(messageOf(body), new RegExp(`version: ${rv}, current`));
    }
  });

  test('specifies the first object, and cannot be combined with a resource version', async () => {
    const { list } = await serverWithMachines();
    assert.deepEqual(names(await list({ continue: token(good) })), ['b', 'c']);
    assert.deepEqual(names(await list({ continue: token({ ...good, start: 'b' }) })), ['b', 'c']);
    assert.deepEqual(names(await list({ continue: token(good), limit: '-1' })), ['b', 'c']);
    for (const resourceVersion of ['5', 'abc']) {
      const { status, body } = await list({ continue: token(good), resourceVersion });
      assert.deepEqual(
        [status, body['message']],
        [400, 'specifying resource version is not allowed when using continue'],
      );
    }
  });
});

describe('the timeout of a watch', () => {
  test('ends the watch at once if it is negative or exceeds int64 nanoseconds', async () => {
    const { list } = await serverWithMachines();
    for (const timeoutSeconds of ['-1', '9223372037', '9223372036854775807']) {
      const { status } = await list({ watch: 'true', timeoutSeconds });
      assert.equal(status, 200);
    }
  });

  test('can be as long as int64 nanoseconds allow', async (t) => {
    const { server } = await serverWithMachines();
    t.after(() => server.close());
    const path = `${machinesPath}?watch=true&timeoutSeconds=9223372036`;
    const { body } = await server.handle({ method: 'GET', path });
    const next = lineReader(body);
    for (let i = 0; i < 3; i++) await next();
    const early = await Promise.race([
      next(),
      new Promise((resolve) => setImmediate(resolve, 'open')),
    ]);
    assert.equal(early, 'open');
  });
});
