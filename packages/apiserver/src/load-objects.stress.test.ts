import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { CustomResourceDefinitionVersion } from '@vmgen/crd';
import {
  anyValue,
  asTable,
  created,
  definitionOf,
  definitions,
  testAttacks,
  list,
  many,
  mapByName,
  named,
  nested,
  object,
  serverOf,
  setOf,
  text,
  thing,
  thingText,
  things,
} from './testing/load-fixture.js';
import { applyPatch, mergePatch, testServer, type TestAnswer } from './testing/test-server.js';

describe('adversarial objects of custom kinds', () => {
  const reversed = named(15_000, (i) => `k${14_999 - i}`);
  testAttacks([
    {
      title: 'validates a long list with a long enum in linear time',
      status: 201,
      run: () => {
        const word = { ...text, enum: many(20_000, (i) => `e${i}`) };
        const l = many(100_000, () => 'e19999');
        return serverOf(object({ l: list(word) }))('POST', things, thing({ l }));
      },
    },
    {
      title: 'times out for a long list of objects with very many properties in the schema',
      status: 504,
      run: () => {
        const properties = Object.fromEntries(many(20_000, (i) => [`p${i}`, text]));
        const l = many(300_000, () => ({}));
        return serverOf(object({ l: list(object(properties)) }))('POST', things, thing({ l }));
      },
    },
    {
      title: 'names only a hundred errors in an apply of 150,000 numbers instead of objects',
      status: 500,
      run: async () => {
        const body = thing({ l: many(150_000, () => 1) });
        const send = serverOf(object({ l: list(object({})) }));
        const answer = await send('PATCH', `${things}/a?fieldManager=x`, body, applyPatch);
        assert.ok(answer.text.length < 20_000, String(answer.text.length));
        return answer;
      },
    },
    {
      title: 'returns only a thousand of 300,000 errors',
      status: 422,
      run: async () => {
        const l = many(300_000, () => 1);
        const answer = await serverOf(object({ l: list(text) }))('POST', things, thing({ l }));
        assert.equal(answer.text.match(/"reason":"FieldValueTypeInvalid"/g)?.length, 1000);
        return answer;
      },
    },
    {
      title: 'does not print all owners once for each if all of them are controllers',
      status: 422,
      run: async () => {
        const owner = { apiVersion: 'v1', kind: 'Pod', controller: true };
        const ownerReferences = many(12_000, (i) => ({ ...owner, name: `p${i}`, uid: `u${i}` }));
        const answer = await serverOf(anyValue)('POST', things, thing({}, { ownerReferences }));
        assert.ok(answer.text.length < 20_000_000);
        return answer;
      },
    },
    {
      title: 'does not compare errors of a built-in kind that quote all owners',
      status: 422,
      run: async () => {
        const owner = { apiVersion: 'v1', kind: 'Pod', controller: true };
        const ownerReferences = many(12_000, (i) => ({ ...owner, name: `p${i}`, uid: `u${i}` }));
        const object = { metadata: { name: 'a', ownerReferences } };
        const answer = await serverOf(anyValue)(
          'POST',
          '/api/v1/namespaces/default/configmaps',
          object,
        );
        assert.ok(answer.text.length < 20_000_000);
        return answer;
      },
    },
    {
      title: 'finds the unchanged parts of a long list of named items in linear time',
      status: 422,
      run: async () => {
        const send = serverOf(object({ l: mapByName({ v: { ...text, maxLength: 1 } }) }));
        await created(send, thing({ l: named(15_000, (i) => `k${i}`) }));
        const l = reversed.map((item) => ({ ...item, v: 'long' }));
        return send('PATCH', `${things}/a`, { spec: { l } }, mergePatch);
      },
    },
    {
      title: 'finds the old items of a long list of named items for rules in linear time',
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
      title: 'compares two long sets in a rule in linear time',
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
      title: 'rejects a duration of a million digits quickly',
      status: 422,
      run: () => {
        const send = serverOf(object({ d: { ...text, format: 'duration' } }));
        return send('POST', things, thing({ d: '1'.repeat(1_000_000) }));
      },
    },
    {
      title: 'evaluates a rule of 3,000 conditions without a stack overflow',
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
      title: 'rejects a definition with 40,000 errors',
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

describe('adversarial tables', () => {
  const columns = (...paths: string[]): Partial<CustomResourceDefinitionVersion> => ({
    additionalPrinterColumns: paths.map((jsonPath, i) => ({
      name: `C${i}`,
      type: 'string',
      jsonPath,
    })),
  });
  const table = async (spec: string, ...paths: string[]): Promise<TestAnswer> => {
    const send = serverOf(anyValue, columns(...paths));
    await created(send, thingText(spec));
    return send('GET', things, undefined, asTable);
  };
  testAttacks([
    {
      title: 'visits each value at most twice for chained recursive descents',
      status: 200,
      run: async () => {
        const answer = await table(nested(60), `.spec${'..a'.repeat(12)}`);
        assert.match(answer.text, /"cells":\["a","\{\\"a\\":\{/);
        return answer;
      },
    },
    {
      title: 'visits each value at most twice for unions with repeated indexes',
      status: 200,
      run: () =>
        table(`{"a":${'['.repeat(30)}${']'.repeat(30)}}`, `.spec.a${'[0,0,0]'.repeat(25)}`),
    },
    {
      title: 'times out for very long paths in deeply nested objects',
      status: 504,
      message: /^Timeout: /,
      run: () => table(nested(380), `.spec${'..a'.repeat(100_000)}`),
    },
    {
      title: 'times out for very many columns of a large object',
      status: 504,
      run: () => table(`{"a":[${'1,'.repeat(100_000)}1]}`, ...many(2000, () => '.spec')),
    },
  ]);
});
