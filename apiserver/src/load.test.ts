import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyPatch, at, jsonPatch, mergePatch, strategicPatch } from './testing/test-server.js';
import { testServer, type Send, type TestAnswer } from './testing/test-server.js';
import type { JsonObject } from '@vmgen/crd/json';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@vmgen/crd';

/**
 * What one request may cost, in milliseconds of the processor's time: several times what these cost
 * on a slow machine, and a fraction of what they cost where the work grows with the square.
 */
const ceilingMs = 5000;

const things = '/apis/load.tw/v1/namespaces/default/things';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const yaml = { 'content-type': 'application/yaml' };
const asTable = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
const anything: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const text: JSONSchemaProps = { type: 'string' };

const object = (properties: NonNullable<JSONSchemaProps['properties']>): JSONSchemaProps => ({
  type: 'object',
  properties,
});
const list = (items: JSONSchemaProps, more: JSONSchemaProps = {}): JSONSchemaProps => ({
  type: 'array',
  items,
  ...more,
});
const setOf = (items: JSONSchemaProps): JSONSchemaProps =>
  list(items, { 'x-kubernetes-list-type': 'set' });
const mapByName = (fields: NonNullable<JSONSchemaProps['properties']>): JSONSchemaProps =>
  list(
    { type: 'object', required: ['name'], properties: { name: text, ...fields } },
    { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
  );

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const keys = (count: number): JsonObject => Object.fromEntries(many(count, (i) => [`k${i}`, 1]));
const named = (count: number, name: (i: number) => string): JsonObject[] =>
  many(count, (i) => ({ name: name(i) }));
const nested = (depth: number): string => '{"a":'.repeat(depth) + '{}' + '}'.repeat(depth);

/** A server with the kind Thing, whose spec has the schema. */
function serverOf(
  spec: JSONSchemaProps,
  more: Partial<CustomResourceDefinitionVersion> = {},
): Send {
  const { server, send } = testServer();
  server.installCustomResourceDefinition(definitionOf('things', 'Thing', object({ spec }), more));
  return send;
}

function definitionOf(
  plural: string,
  kind: string,
  openAPIV3Schema: JSONSchemaProps,
  more: Partial<CustomResourceDefinitionVersion> = {},
): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.load.tw` },
    spec: {
      group: 'load.tw',
      names: { plural, kind },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema }, ...more }],
    },
  };
}

const thing = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'load.tw/v1',
  kind: 'Thing',
  metadata: { name: 'a', ...metadata },
  spec,
});
/** A Thing in JSON, where the spec is given as it stands in the body. */
const thingText = (spec: string): string => JSON.stringify(thing({})).replace('{}', spec);
const thingYaml = (spec: string): string =>
  `apiVersion: load.tw/v1\nkind: Thing\nmetadata: {name: a}\n${spec}`;

async function created(send: Send, body: JsonObject | string): Promise<void> {
  const { status, text: answer } = await send('POST', things, body);
  assert.equal(status, 201, answer.slice(0, 300));
}

/** Sends a request and sees to it that it did not hold the process. */
async function timely(request: () => Promise<TestAnswer>): Promise<TestAnswer> {
  const start = process.cpuUsage();
  const answer = await request();
  const spentMs = process.cpuUsage(start).user / 1000;
  assert.ok(spentMs < ceilingMs, `the request took ${Math.round(spentMs)} ms`);
  return answer;
}

interface Attack {
  readonly title: string;
  readonly status: number;
  readonly message?: RegExp;
  readonly run: () => Promise<TestAnswer>;
}

function judge(attacks: readonly Attack[]): void {
  for (const { title, status, message, run } of attacks) {
    test(title, async () => {
      const answer = await timely(run);
      assert.equal(answer.status, status, answer.text.slice(0, 300));
      if (message !== undefined) assert.match(String(at(answer.body, 'message')), message);
    });
  }
}

describe('bodies that are built to be slow', () => {
  const postYaml = (spec: string): Promise<TestAnswer> =>
    serverOf(anything)('POST', things, thingYaml(spec), yaml);
  const strict = (body: string): Promise<TestAnswer> =>
    serverOf(anything)('POST', `${things}?fieldValidation=Strict`, body);
  judge([
    {
      title: 'a YAML map of 15,000 keys is read',
      status: 201,
      run: () => postYaml(`spec:\n${many(15_000, (i) => `  k${i}: 1\n`).join('')}`),
    },
    {
      title: 'YAML beyond 250,000 tokens is refused',
      status: 400,
      message: /more than 250000 tokens/,
      run: () => postYaml(`spec:\n${many(60_000, (i) => `  k${i}: 1\n`).join('')}`),
    },
    {
      title: 'YAML lists within each other are refused',
      status: 400,
      message: /nested more than 1000 levels/,
      run: () => postYaml(`spec:\n  ${'- '.repeat(94_000)}a\n`),
    },
    {
      title: 'YAML flow lists within each other are refused',
      status: 400,
      message: /nested more than 1000 levels/,
      run: () => postYaml(`spec: ${'['.repeat(1_000_000)}`),
    },
    {
      title: 'YAML that is wrong at each character is refused for the first',
      status: 400,
      message: /Invalid escape sequence/,
      run: () => postYaml(`spec: "${'\\q'.repeat(1_000_000)}"`),
    },
    {
      title: 'YAML aliases that make a document many times as large are refused',
      status: 400,
      message: /excessive aliasing/,
      run: () => postYaml(`spec:\n  b: &b [${'x,'.repeat(20_000)}]\n  a: [${'*b ,'.repeat(90)}]\n`),
    },
    {
      title: 'a YAML integer of a million digits is read at once',
      status: 201,
      run: () => postYaml(`spec: {a: 1.${'0'.repeat(1_000_000)}}\n`),
    },
    {
      title: '130,000 repeated fields are refused, a hundred of them by name',
      status: 400,
      message: /^(?=.*duplicate field "spec\.k99")(?!.*spec\.k100")/,
      run: () => strict(thingText(`{${many(130_000, (i) => `"k${i}":1,"k${i}":1`).join()}}`)),
    },
    {
      title: 'repeated fields in deep objects are named without a text for each level',
      status: 400,
      message: /duplicate field "spec\.kkk/,
      run: () => {
        const key = `"${'k'.repeat(1000)}":`;
        return strict(thingText(`${`{${key}1,${key}`.repeat(900)}1${'}'.repeat(900)}`));
      },
    },
    {
      title: 'an object larger than etcd takes is refused',
      status: 500,
      message: /^etcdserver: request is too large$/,
      run: () => serverOf(anything)('POST', things, thing({ a: 'x'.repeat(1_600_000) })),
    },
    {
      title: 'defaults that make an object a thousand times as large are refused',
      status: 500,
      message: /^etcdserver: request is too large$/,
      run: () => {
        const filled = { ...list({ type: 'integer' }), default: many(1000, () => 1) };
        const send = serverOf(object({ l: list(object({ filled })) }));
        return send('POST', things, thing({ l: many(300_000, () => ({})) }));
      },
    },
    {
      title: '60,000 unknown fields make a short warning',
      status: 201,
      run: async () => {
        const answer = await serverOf({ type: 'object' })('POST', things, thing(keys(60_000)));
        assert.ok((answer.headers['warning'] ?? '').length < 8192);
        return answer;
      },
    },
  ]);
});

describe('patches that are built to be slow', () => {
  judge([
    {
      title: 'a JSON patch that nests without end is refused, and the object still answers',
      status: 422,
      message: /nested more than 1000 levels/,
      run: async () => {
        const send = serverOf(anything);
        await created(send, thing({ a: {} }));
        const steps: JsonObject[] = [
          { op: 'add', path: '/spec/b', value: {} },
          { op: 'move', from: '/spec/a', path: '/spec/b/a' },
          { op: 'move', from: '/spec/b', path: '/spec/a' },
        ];
        const operations = many(3333, () => steps).flat();
        const answer = await send('PATCH', `${things}/a`, operations, jsonPatch);
        assert.equal((await send('GET', `${things}/a`)).status, 200);
        return answer;
      },
    },
    {
      title: 'a JSON patch that copies what it made too deep is refused',
      status: 422,
      run: async () => {
        const send = serverOf(anything);
        await created(send, thingText(nested(900)));
        const operations: JsonObject[] = [
          { op: 'add', path: '/spec/b', value: JSON.parse(nested(900)) },
          { op: 'move', from: '/spec/a', path: `/spec/b${'/a'.repeat(900)}/x` },
          { op: 'copy', from: '/spec/b', path: '/spec/c' },
        ];
        return send('PATCH', `${things}/a`, operations, jsonPatch);
      },
    },
    {
      title: '10,000 insertions at the start of a long list time out',
      status: 504,
      message: /^Timeout: /,
      run: async () => {
        const send = serverOf(anything);
        await created(send, thing({ a: many(300_000, () => 1) }));
        const operations = many(10_000, () => ({ op: 'add', path: '/spec/a/0', value: 1 }));
        return send('PATCH', `${things}/a`, operations, jsonPatch);
      },
    },
    ...[
      { key: 'finalizers', finalizers: many(12_000, (i) => `x.io/g${i}`) },
      {
        key: '$deleteFromPrimitiveList/finalizers',
        finalizers: many(60_000, (i) => `x.io/g${i}`),
      },
      {
        key: '$setElementOrder/finalizers',
        finalizers: many(12_000, (i) => `x.io/f${11_999 - i}`),
      },
    ].map(({ key, finalizers }): Attack => ({
      title: `a strategic merge patch of long ${key} takes time in proportion`,
      status: 200,
      run: async () => {
        const { send } = testServer();
        const events = '/api/v1/namespaces/default/events';
        await send('POST', events, {
          apiVersion: 'v1',
          kind: 'Event',
          metadata: {
            name: 'e',
            namespace: 'default',
            finalizers: many(12_000, (i) => `x.io/f${i}`),
          },
          involvedObject: { namespace: 'default' },
          reason: 'x',
          type: 'Normal',
        });
        return send('PATCH', `${events}/e`, { metadata: { [key]: finalizers } }, strategicPatch);
      },
    })),
    {
      title: 'an apply of 10,000 items by name over 10,000 others takes time in proportion',
      status: 200,
      run: async () => {
        const send = serverOf(object({ l: mapByName({}) }));
        const url = `${things}/a?fieldManager=x`;
        await send('PATCH', url, thing({ l: named(10_000, (i) => `k${i}`) }), applyPatch);
        return send('PATCH', url, thing({ l: named(10_000, (i) => `z${i}`) }), applyPatch);
      },
    },
    {
      title: 'an object does not outgrow the limit patch by patch',
      status: 500,
      message: /^etcdserver: request is too large$/,
      run: async () => {
        const send = serverOf(anything);
        await created(send, thing({ a: 'x'.repeat(1_400_000) }));
        const body = { spec: { b: 'x'.repeat(200_000) } };
        return send('PATCH', `${things}/a`, body, mergePatch);
      },
    },
  ]);
});

describe('objects whose validation is built to be slow', () => {
  const reversed = named(15_000, (i) => `k${14_999 - i}`);
  judge([
    {
      title: 'a long list against a long enum takes time in proportion',
      status: 201,
      run: () => {
        const word = { ...text, enum: many(20_000, (i) => `e${i}`) };
        const l = many(100_000, () => 'e19999');
        return serverOf(object({ l: list(word) }))('POST', things, thing({ l }));
      },
    },
    {
      title: 'a long list of objects against very many properties times out',
      status: 504,
      run: () => {
        const properties = Object.fromEntries(many(20_000, (i) => [`p${i}`, text]));
        const l = many(300_000, () => ({}));
        return serverOf(object({ l: list(object(properties)) }))('POST', things, thing({ l }));
      },
    },
    {
      title: 'an answer names a thousand of 300,000 errors',
      status: 422,
      run: async () => {
        const l = many(300_000, () => 1);
        const answer = await serverOf(object({ l: list(text) }))('POST', things, thing({ l }));
        assert.equal(answer.text.match(/"reason":"FieldValueTypeInvalid"/g)?.length, 1000);
        return answer;
      },
    },
    {
      title: 'owners that all are controllers are not printed once for each',
      status: 422,
      run: async () => {
        const owner = { apiVersion: 'v1', kind: 'Pod', controller: true };
        const ownerReferences = many(12_000, (i) => ({ ...owner, name: `p${i}`, uid: `u${i}` }));
        const answer = await serverOf(anything)('POST', things, thing({}, { ownerReferences }));
        assert.ok(answer.text.length < 20_000_000);
        return answer;
      },
    },
    {
      title: 'what did not change in a long list by name is found again in proportion',
      status: 422,
      run: async () => {
        const send = serverOf(object({ l: mapByName({ v: { ...text, maxLength: 1 } }) }));
        await created(send, thing({ l: named(15_000, (i) => `k${i}`) }));
        const l = reversed.map((item) => ({ ...item, v: 'long' }));
        return send('PATCH', `${things}/a`, { spec: { l } }, mergePatch);
      },
    },
    {
      title: 'rules find the old items of a long list by name in proportion',
      status: 200,
      run: async () => {
        const short = { ...text, maxLength: 8 };
        const l = mapByName({ name: short });
        const { items } = l;
        if (items !== undefined && !Array.isArray(items)) {
          const rule = 'self.name == oldSelf.name';
          l.items = { ...items, 'x-kubernetes-validations': [{ rule }] };
        }
        const send = serverOf(object({ l: { ...l, maxItems: 15_000 } }));
        await created(send, thing({ l: named(15_000, (i) => `k${i}`) }));
        return send('PATCH', `${things}/a`, { spec: { l: reversed } }, mergePatch);
      },
    },
    {
      title: 'a rule compares two long sets in proportion',
      status: 200,
      run: async () => {
        const l = { ...setOf({ ...text, maxLength: 8 }), maxItems: 40_000 };
        const rules = [{ rule: 'self.l == oldSelf.l' }];
        const send = serverOf({ ...object({ l }), 'x-kubernetes-validations': rules });
        await created(send, thing({ l: many(40_000, (i) => `k${i}`) }));
        const backwards = many(40_000, (i) => `k${39_999 - i}`);
        return send('PATCH', `${things}/a`, { spec: { l: backwards } }, mergePatch);
      },
    },
    {
      title: 'a duration of digits without end is judged at once',
      status: 422,
      run: () => {
        const send = serverOf(object({ d: { ...text, format: 'duration' } }));
        return send('POST', things, thing({ d: '1'.repeat(1_000_000) }));
      },
    },
    {
      title: 'a rule of 3,000 alternatives does not overflow the stack',
      status: 201,
      run: () => {
        const rule = many(3000, (i) => `self.a != "x${i}"`).join(' && ');
        const rules = [{ rule }];
        const a = { ...text, maxLength: 8 };
        const send = serverOf({ ...object({ a }), 'x-kubernetes-validations': rules });
        return send('POST', things, thing({ a: 'y' }));
      },
    },
    {
      title: 'a definition that is wrong 40,000 times is refused',
      status: 422,
      run: () => {
        const { send } = testServer();
        const properties = Object.fromEntries(many(40_000, (i) => [`p${i}`, { type: 'wrong' }]));
        return send(
          'POST',
          definitions,
          JSON.stringify(definitionOf('ws', 'W', object(properties))),
        );
      },
    },
  ]);
});

describe('definitions that are built to be slow', () => {
  const names = many(20_000, (i) => `k${i}`);
  const record = <T>(count: number, make: (i: number) => T): Record<string, T> =>
    Object.fromEntries(many(count, (i) => [`k${i}`, make(i)]));
  const define = (
    schema: JSONSchemaProps,
    more: Partial<CustomResourceDefinitionVersion> = {},
  ): Promise<TestAnswer> => {
    const definition = definitionOf('ws', 'W', schema, more);
    return testServer().send('POST', definitions, JSON.stringify(definition));
  };
  const keyed = (
    properties: Record<string, JSONSchemaProps>,
    required: string[],
  ): JSONSchemaProps =>
    list(
      { ...object(properties), required },
      { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': names },
    );
  const dear = (i: number): string => `^(?:[a-z]{1,1000})${i}$`;
  judge([
    {
      title: '20,000 keys of a list are looked up in proportion',
      status: 201,
      run: () =>
        define(
          object({
            l: keyed(
              record(20_000, () => text),
              names,
            ),
          }),
        ),
    },
    {
      title: '20,000 keys that are no properties are refused without printing them for each',
      status: 422,
      message: /entries must all be names of item properties/,
      run: () => define(object({ l: keyed({}, []) })),
    },
    {
      title: '20,000 selectable fields of 20,000 properties are refused',
      status: 422,
      run: () =>
        define(object(record(20_000, () => text)), {
          selectableFields: names.map((name) => ({ jsonPath: `.${name}` })),
        }),
    },
    {
      title: 'one dear pattern in 5,000 places is compiled once',
      status: 201,
      run: () => define(object(record(5000, () => ({ ...text, pattern: dear(0) })))),
    },
    {
      title: '5,000 different dear patterns time out',
      status: 504,
      message: /^Timeout: /,
      run: () => define(object(record(5000, (i) => ({ ...text, pattern: dear(i) })))),
    },
    {
      title: 'a pattern of a million characters times out',
      status: 504,
      run: () => define(object({ a: { ...text, pattern: '(a)*[^b]'.repeat(125_000) } })),
    },
    {
      title: 'rules with 2,000 different dear patterns time out',
      status: 504,
      run: () =>
        define({
          ...object({ a: { ...text, maxLength: 8 } }),
          'x-kubernetes-validations': many(2000, (i) => ({
            rule: `self.a.matches("${dear(i)}")`,
          })),
        }),
    },
  ]);
});

describe('tables that are built to be slow', () => {
  const columns = (...paths: string[]): Partial<CustomResourceDefinitionVersion> => ({
    additionalPrinterColumns: paths.map((jsonPath, i) => ({
      name: `C${i}`,
      type: 'string',
      jsonPath,
    })),
  });
  const table = async (spec: string, ...paths: string[]): Promise<TestAnswer> => {
    const send = serverOf(anything, columns(...paths));
    await created(send, thingText(spec));
    return send('GET', things, undefined, asTable);
  };
  judge([
    {
      title: 'chained descents look at each value twice at most',
      status: 200,
      run: async () => {
        const answer = await table(nested(60), `.spec${'..a'.repeat(12)}`);
        assert.match(answer.text, /"cells":\["a","\{\\"a\\":\{/);
        return answer;
      },
    },
    {
      title: 'unions that repeat what they find look at each value twice at most',
      status: 200,
      run: () =>
        table(`{"a":${'['.repeat(30)}${']'.repeat(30)}}`, `.spec.a${'[0,0,0]'.repeat(25)}`),
    },
    {
      title: 'very long paths over deep objects time out',
      status: 504,
      message: /^Timeout: /,
      run: () => table(nested(900), `.spec${'..a'.repeat(100_000)}`),
    },
    {
      title: 'very many columns of a large object time out',
      status: 504,
      run: () => table(`{"a":[${'1,'.repeat(100_000)}1]}`, ...many(2000, () => '.spec')),
    },
  ]);
});
