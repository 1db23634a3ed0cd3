import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import {
  type Attack,
  anyValue,
  created,
  testAttacks,
  keys,
  list,
  many,
  mapByName,
  named,
  nested,
  object,
  serverOf,
  thing,
  thingText,
  thingYaml,
  things,
  yaml,
} from './testing/load-fixture.js';
import {
  applyPatch,
  jsonPatch,
  mergePatch,
  strategicPatch,
  testServer,
  type TestAnswer,
} from './testing/test-server.js';

describe('adversarial request bodies', () => {
  const postYaml = (spec: string): Promise<TestAnswer> =>
    serverOf(anyValue)('POST', things, thingYaml(spec), yaml);
  const strict = (body: string): Promise<TestAnswer> =>
    serverOf(anyValue)('POST', `${things}?fieldValidation=Strict`, body);
  testAttacks([
    {
      title: 'reads a YAML map of 15,000 keys',
      status: 201,
      run: () => postYaml(`spec:\n${many(15_000, (i) => `  k${i}: 1\n`).join('')}`),
    },
    {
      title: 'rejects YAML of more than 250,000 tokens',
      status: 400,
      message: /more than 250000 tokens/,
      run: () => postYaml(`spec:\n${many(60_000, (i) => `  k${i}: 1\n`).join('')}`),
    },
    {
      title: 'rejects deeply nested YAML lists',
      status: 400,
      message: /nested more than 400 levels/,
      run: () => postYaml(`spec:\n  ${'- '.repeat(94_000)}a\n`),
    },
    {
      title: 'rejects deeply nested YAML flow lists',
      status: 400,
      message: /nested more than 400 levels/,
      run: () => postYaml(`spec: ${'['.repeat(1_000_000)}`),
    },
    {
      title: 'reports only the first of very many invalid characters in YAML',
      status: 400,
      message: /yaml: line 4: found unknown escape character/,
      run: () => postYaml(`spec: "${'\\q'.repeat(1_000_000)}"`),
    },
    ...[
      { where: 'after a value', line: 3, spec: `spec: ${']'.repeat(1_000_000)}` },
      { where: 'on separate lines', line: 4, spec: `spec: {}\n${']\n'.repeat(500_000)}` },
      { where: 'in a list', line: 4, spec: `spec:\n${'- ]\n'.repeat(300_000)}` },
    ].map(({ where, line, spec }): Attack => ({
      title: `reports only the first of very many stray brackets in YAML ${where}`,
      status: 400,
      message: new RegExp(`yaml: line ${line}: did not find expected node content`),
      run: () => postYaml(spec),
    })),
    {
      title: 'rejects YAML aliases that expand a document to many times its size',
      status: 400,
      message: /excessive aliasing/,
      run: () => postYaml(`spec:\n  b: &b [${'x,'.repeat(20_000)}]\n  a: [${'*b ,'.repeat(90)}]\n`),
    },
    {
      title: 'reads a YAML integer of a million digits quickly',
      status: 201,
      run: () => postYaml(`spec: {a: 1.${'0'.repeat(1_000_000)}}\n`),
    },
    {
      title: 'rejects 130,000 repeated fields, and names only a hundred of them',
      status: 400,
      message: /^(?=.*duplicate field "spec\.k99")(?!.*spec\.k100")/,
      run: () => strict(thingText(`{${many(130_000, (i) => `"k${i}":1,"k${i}":1`).join()}}`)),
    },
    {
      title:
        'names repeated fields of deeply nested objects without creating a text for each level',
      status: 400,
      message: /duplicate field "spec\.kkk/,
      run: () => {
        const key = `"${'k'.repeat(1000)}":`;
        return strict(thingText(`${`{${key}1,${key}`.repeat(390)}1${'}'.repeat(390)}`));
      },
    },
    {
      title: 'rejects an object that exceeds the size limit of etcd',
      status: 500,
      message: /^etcdserver: request is too large$/,
      run: () => serverOf(anyValue)('POST', things, thing({ a: 'x'.repeat(1_600_000) })),
    },
    {
      title: 'rejects defaults that expand an object to a thousand times its size',
      status: 500,
      message: /^etcdserver: request is too large$/,
      run: () => {
        const filled = { ...list({ type: 'integer' }), default: many(1000, () => 1) };
        const send = serverOf(object({ l: list(object({ filled })) }));
        return send('POST', things, thing({ l: many(100_000, () => ({})) }));
      },
    },
    {
      title: 'limits the warning about 60,000 unknown fields',
      status: 201,
      run: async () => {
        const answer = await serverOf({ type: 'object' })('POST', things, thing(keys(60_000)));
        assert.ok((answer.headers['warning'] ?? '').length < 8192);
        return answer;
      },
    },
  ]);
});

describe('adversarial patches', () => {
  testAttacks([
    {
      title:
        'rejects a JSON patch that nests an object without limit, and still returns the object',
      status: 422,
      message: /nested more than 400 levels/,
      run: async () => {
        const send = serverOf(anyValue);
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
      title: 'rejects a JSON patch that copies a value that it nested too deeply',
      status: 422,
      run: async () => {
        const send = serverOf(anyValue);
        await created(send, thingText(nested(390)));
        const operations: JsonObject[] = [
          { op: 'add', path: '/spec/b', value: JSON.parse(nested(390)) },
          { op: 'move', from: '/spec/a', path: `/spec/b${'/a'.repeat(390)}/x` },
          { op: 'copy', from: '/spec/b', path: '/spec/c' },
        ];
        return send('PATCH', `${things}/a`, operations, jsonPatch);
      },
    },
    {
      title: 'times out for 10,000 insertions at the start of a long list',
      status: 504,
      message: /^Timeout: /,
      run: async () => {
        const send = serverOf(anyValue);
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
      title: `applies a strategic merge patch of long ${key} in linear time`,
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
      title: 'applies 10,000 named items to a list of 10,000 other items in linear time',
      status: 200,
      run: async () => {
        const send = serverOf(object({ l: mapByName({}) }));
        const url = `${things}/a?fieldManager=x`;
        await send('PATCH', url, thing({ l: named(10_000, (i) => `k${i}`) }), applyPatch);
        return send('PATCH', url, thing({ l: named(10_000, (i) => `z${i}`) }), applyPatch);
      },
    },
    {
      title: 'rejects a patch that grows an object beyond the size limit',
      status: 500,
      message: /^etcdserver: request is too large$/,
      run: async () => {
        const send = serverOf(anyValue);
        await created(send, thing({ a: 'x'.repeat(1_400_000) }));
        const body = { spec: { b: 'x'.repeat(200_000) } };
        return send('PATCH', `${things}/a`, body, mergePatch);
      },
    },
  ]);
});
