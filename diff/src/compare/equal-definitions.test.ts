import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JSONSchemaProps } from '@vmgen/crd';
import type { DefinitionPart } from '../definitions/definition.js';
import { exampleDefinitions } from '../definitions/example-definitions.js';
import { compareDefinitions } from './compare-definitions.js';

/** Reports no changes in either direction. */
function assertEqual(example: Parameters<typeof exampleDefinitions>[0]): void {
  const { old, new: next } = exampleDefinitions(example);
  assert.deepEqual(compareDefinitions(old, next), []);
  assert.deepEqual(compareDefinitions(next, old), []);
}

test('reports no change for defaults of the server and keywords that it ignores', () => {
  const v1 = { name: 'v1', storage: true };
  const column = { name: 'A', type: 'string', jsonPath: '.spec.a' };
  const paths = { specReplicasPath: '.spec.a', statusReplicasPath: '.status.a' };
  const hook = (port: { port?: number }) => ({
    strategy: 'Webhook',
    webhook: {
      clientConfig: { service: { namespace: 'a', name: 'b', ...port } },
      conversionReviewVersions: ['v1'],
    },
  });
  const stated: DefinitionPart = {
    names: { singular: '', listKind: '', shortNames: [], categories: [] },
    conversion: hook({}),
    versions: [
      {
        ...v1,
        deprecationWarning: '',
        additionalPrinterColumns: [{ ...column, format: '', description: '', priority: 0 }],
        subresources: { scale: { ...paths, labelSelectorPath: '' } },
      },
    ],
  };
  const filled: DefinitionPart = {
    conversion: hook({ port: 443 }),
    versions: [{ ...v1, additionalPrinterColumns: [column], subresources: { scale: paths } }],
  };
  assertEqual({ of: 'definition', old: stated, new: filled });
  const text = { type: 'string' } as const;
  const part = (a: JSONSchemaProps) => ({ type: 'object', properties: { a } });
  const empty = { ...text, enum: [], required: [], allOf: [], pattern: '', nullable: false };
  assertEqual({ of: 'spec', old: part(text), new: part(empty) });
});
