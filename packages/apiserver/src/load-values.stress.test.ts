import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JSONSchemaProps } from '@vmgen/crd';
import { createProtobufDecoder } from './http/protobuf-body.js';
import {
  anyValue,
  created,
  list,
  object,
  serverOf,
  testAttacks,
  text,
  thing,
  thingText,
  things,
  type Attack,
} from './testing/load-fixture.js';
import {
  applyPatch,
  jsonPatch,
  mergePatch,
  strategicPatch,
  testServer,
  type Send,
  type TestAnswer,
} from './testing/test-server.js';

const pods = '/api/v1/namespaces/default/pods';

/** Returns a JSON list of as many values as a body can contain. */
function longList(value: string): string {
  const count = Math.floor(3_000_000 / (value.length + 1));
  return `[${`${value},`.repeat(count - 1)}${value}]`;
}

const podWith = (containers: string): string =>
  `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":${containers}}}`;

async function podServer(): Promise<Send> {
  const { send } = testServer();
  const { status } = await send('POST', pods, podWith('[{"name":"a","image":"a"}]'));
  assert.equal(status, 201);
  return send;
}

async function thingServer(): Promise<Send> {
  const send = serverOf(anyValue);
  await created(send, thing({}));
  return send;
}

describe('bodies with very many objects, lists and fields', () => {
  const values = [
    { what: 'empty objects', spec: `{"l":${longList('{}')}}` },
    { what: 'empty lists', spec: `{"l":${longList('[]')}}` },
    { what: 'fields', spec: `{"l":${longList('{"a":1,"b":1,"c":1}')}}` },
    { what: 'repeated fields', spec: `{${'"":1,'.repeat(500_000)}"":1}` },
  ];
  testAttacks(
    values.flatMap(({ what, spec }): Attack[] => [
      {
        title: `times out for an object with very many ${what}`,
        status: 504,
        message: /^Timeout: /,
        run: () => serverOf(anyValue)('POST', things, thingText(spec)),
      },
      {
        title: `times out for a merge patch with very many ${what}`,
        status: 504,
        run: async () =>
          (await thingServer())('PATCH', `${things}/a`, `{"spec":${spec}}`, mergePatch),
      },
      {
        title: `times out for a JSON patch with very many ${what}`,
        status: 504,
        run: async () => {
          const body = `[{"op":"add","path":"/spec","value":${spec}}]`;
          return (await thingServer())('PATCH', `${things}/a`, body, jsonPatch);
        },
      },
      {
        title: `times out for an apply with very many ${what}`,
        status: 504,
        run: () =>
          serverOf(anyValue)('PATCH', `${things}/a?fieldManager=x`, thingText(spec), applyPatch),
      },
      {
        title: `times out for a strategic merge patch with very many ${what}`,
        status: 504,
        run: async () => (await podServer())('PATCH', `${pods}/a`, `{"x":${spec}}`, strategicPatch),
      },
      {
        title: `times out for options of a deletion with very many ${what}`,
        status: 504,
        run: async () => (await podServer())('DELETE', `${pods}/a`, `{"x":${spec}}`),
      },
    ]),
  );
});

describe('long texts', () => {
  const long = (spec: string): string => thingText(`{"text":"${spec}"}`);
  const withText = (schema: JSONSchemaProps): Send =>
    serverOf({ type: 'object', properties: { text: { type: 'string', ...schema } } });
  testAttacks([
    {
      title: 'times out for a text whose short pattern has many steps',
      status: 504,
      message: /^Timeout: /,
      run: () => withText({ pattern: '(.*a){200}' })('POST', things, long('a'.repeat(2_900_000))),
    },
    {
      title: 'accepts many texts whose searches need fewer steps than in the worst case',
      status: 201,
      run: () => {
        const items = { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$' };
        const send = serverOf({ type: 'object', properties: { texts: { type: 'array', items } } });
        const labels = Array.from({ length: 20_000 }, () => 'a'.repeat(63));
        return send('POST', `${things}?dryRun=All`, thingText(JSON.stringify({ texts: labels })));
      },
    },
    {
      title: 'accepts a duration of many parts',
      status: 201,
      run: () =>
        withText({ format: 'duration' })(
          'POST',
          `${things}?dryRun=All`,
          long('1h'.repeat(1_400_000)),
        ),
    },
  ]);
});

describe('bodies with very many values of a wrong type', () => {
  const patched =
    (body: string, headers: Record<string, string>) => async (): Promise<TestAnswer> =>
      (await podServer())('PATCH', `${pods}/a`, body, headers);
  testAttacks(
    ['1', '""', '9007199254740993'].flatMap((value): Attack[] => [
      {
        title: `creates one error for a list of ${value} instead of objects`,
        status: 400,
        message: /json: cannot unmarshal \w+ into spec\.containers\[0\]/,
        run: () => testServer().send('POST', pods, podWith(longList(value))),
      },
      {
        title: `creates one error for a merge patch with a list of ${value} instead of objects`,
        status: 422,
        run: patched(`{"spec":{"containers":${longList(value)}}}`, mergePatch),
      },
      {
        title: `returns only a thousand errors for a merge patch with a list of ${value}`,
        status: 422,
        run: async () => {
          const item = value === '""' ? { type: 'integer' } : text;
          const send = serverOf(object({ l: list(item) }));
          await created(send, thing({}));
          const l = `[${`${value},`.repeat(250_000)}${value}]`;
          return send('PATCH', `${things}/a`, `{"spec":{"l":${l}}}`, mergePatch);
        },
      },
    ]),
  );
  testAttacks([
    {
      title: 'creates one error for very many invalid base64 texts',
      status: 400,
      message: /illegal base64 data/,
      run: () => {
        const data = Array.from({ length: 200_000 }, (_, i) => `"k${i}":"!"`).join();
        const secrets = '/api/v1/namespaces/default/secrets';
        return testServer().send('POST', secrets, `{"metadata":{"name":"a"},"data":{${data}}}`);
      },
    },
    {
      title: 'validates an object before it checks its size',
      status: 422,
      message: /spec\.s: Too long/,
      run: () => {
        const send = serverOf(object({ s: { ...text, maxLength: 1 } }));
        return send('POST', things, thing({ s: 'x'.repeat(1_600_000) }));
      },
    },
  ]);
});

describe('an apply with very many keys', () => {
  const keysOf = (count: number): string =>
    `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`;
  testAttacks([
    {
      title: 'is rejected before fields are merged',
      status: 500,
      message: /^etcdserver: request is too large$/,
      run: () =>
        serverOf(anyValue)(
          'PATCH',
          `${things}/a?fieldManager=x`,
          thingText(keysOf(240_000)),
          applyPatch,
        ),
    },
  ]);
});

describe('protobuf bodies', () => {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
  const field = (number: number, content: Uint8Array): Buffer =>
    Buffer.concat([Buffer.from([number * 8 + 2, ...varint(content.length)]), content]);
  const body = (kind: string, object: Uint8Array): Buffer => {
    const type = Buffer.concat([field(1, Buffer.from('v1')), field(2, Buffer.from(kind))]);
    return Buffer.concat([Buffer.from('k8s\0'), field(1, type), field(2, object)]);
  };
  const repeated = (number: number): Buffer =>
    Buffer.alloc(3_000_000, Buffer.from([number * 8 + 2, 0]));
  const decode = createProtobufDecoder();
  for (const { what, content } of [
    { what: 'containers', content: body('Pod', field(2, repeated(2))) },
    { what: 'variables', content: body('Pod', field(2, field(2, repeated(7)))) },
    { what: 'entries', content: body('ConfigMap', repeated(2)) },
    { what: 'unknown fields', content: body('ConfigMap', repeated(15)) },
  ]) {
    void test(`times out for 1,500,000 empty ${what}`, () => {
      assert.throws(() => decode(content), { name: 'WorkLimitError' });
    });
  }
  void test('does not decode a time beyond the year 9999', () => {
    const time = Buffer.from([8, 255, 255, 255, 255, 255, 255, 127]);
    assert.equal(decode(body('ConfigMap', field(1, field(8, time)))), undefined);
  });
});
