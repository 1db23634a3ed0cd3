import { describe } from 'node:test';
import type { CustomResourceDefinitionVersion, JSONSchemaProps } from '@vmgen/crd';
import {
  definitionOf,
  definitions,
  testAttacks,
  list,
  many,
  object,
  text,
} from './testing/load-fixture.js';
import { testServer, type TestAnswer } from './testing/test-server.js';

describe('adversarial definitions', () => {
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
  testAttacks([
    {
      title: 'finds 20,000 keys of a list in linear time',
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
      title:
        'rejects 20,000 keys that are not properties without printing all of them for each key',
      status: 422,
      message: /entries must all be names of item properties/,
      run: () => define(object({ l: keyed({}, []) })),
    },
    {
      title: 'rejects 20,000 selectable fields of 20,000 properties',
      status: 422,
      run: () =>
        define(object(record(20_000, () => text)), {
          selectableFields: names.map((name) => ({ jsonPath: `.${name}` })),
        }),
    },
    ...[false, true].map((deprecated) => ({
      title: `serves 10,000 ${deprecated ? 'deprecated ' : ''}versions in linear time`,
      status: 201,
      run: () => {
        const definition = definitionOf('ws', 'W', object({}));
        const [first] = definition.spec.versions;
        const versions = many(10_000, (i) => ({
          ...first!,
          name: `v${i + 1}`,
          storage: i === 0,
          deprecated,
        }));
        const body = { ...definition, spec: { ...definition.spec, versions } };
        return testServer().send('POST', definitions, JSON.stringify(body));
      },
    })),
    {
      title: 'compiles an expensive pattern that occurs 5,000 times only once',
      status: 201,
      run: () => define(object(record(5000, () => ({ ...text, pattern: dear(0) })))),
    },
    {
      title: 'times out for 5,000 different expensive patterns',
      status: 504,
      message: /^Timeout: /,
      run: () => define(object(record(5000, (i) => ({ ...text, pattern: dear(i) })))),
    },
    {
      title: 'times out for a pattern of a million characters',
      status: 504,
      run: () => define(object({ a: { ...text, pattern: '(a)*[^b]'.repeat(125_000) } })),
    },
    {
      title: 'times out for rules with 2,000 different expensive patterns',
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
