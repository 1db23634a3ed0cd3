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

describe('bodies that are built to be slow', () => {
  const postYaml = (spec: string): Promise<TestAnswer> =>
    serverOf(anyValue)('POST', things, thingYaml(spec), yaml);
  const strict = (body: string): Promise<TestAnswer> =>
    serverOf(anyValue)('POST', `${things}?fieldValidation=Strict`, body);
  testAttacks([
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
      message: /yaml: line 4: found unknown escape character/,
      run: () => postYaml(`spec: "${'\\q'.repeat(1_000_000)}"`),
    },
    ...[
      { where: 'behind a value', line: 3, spec: `spec: ${']'.repeat(1_000_000)}` },
      { where: 'each on a line', line: 4, spec: `spec: {}\n${']\n'.repeat(500_000)}` },
      { where: 'in a list', line: 4, spec: `spec:\n${'- ]\n'.repeat(300_000)}` },
    ].map(({ where, line, spec }): Attack => ({
      title: `YAML with stray brackets ${where} is refused for the first`,
      status: 400,
      message: new RegExp(`yaml: line ${line}: did not find expected node content`),
      run: () => postYaml(spec),
    })),
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
      run: () => serverOf(anyValue)('POST', things, thing({ a: 'x'.repeat(1_600_000) })),
    },
    {
      title: 'defaults that make an object a thousand times as large are refused',
      status: 500,
      message: /^etcdserver: request is too large$/,
      run: () => {
        const filled = { ...list({ type: 'integer' }), default: many(1000, () => 1) };
        const send = serverOf(object({ l: list(object({ filled })) }));
        return send('POST', things, thing({ l: many(100_000, () => ({})) }));
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
  testAttacks([
    {
      title: 'a JSON patch that nests without end is refused, and the object still answers',
      status: 422,
      message: /nested more than 1000 levels/,
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
      title: 'a JSON patch that copies what it made too deep is refused',
      status: 422,
      run: async () => {
        const send = serverOf(anyValue);
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
        const send = serverOf(anyValue);
        await created(send, thing({ a: 'x'.repeat(1_400_000) }));
        const body = { spec: { b: 'x'.repeat(200_000) } };
        return send('PATCH', `${things}/a`, body, mergePatch);
      },
    },
  ]);
});
