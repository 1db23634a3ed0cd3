import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { compileText, fileText, diagnosticTexts } from '../testing/compile-text.js';

interface Node {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

/** The schema of a kind in a list of another kind. */
function nestedKind(metadata: string, settings: Parameters<typeof compileText>[1] = {}): Node {
  const source = `// +groupName=example.com
import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Claim extends TypeMeta {
  ${metadata}
}

export interface Store extends TypeMeta {
  metadata: ObjectMeta;
  claims: Claim[];
}
`;
  const compiled = compileText({ 'example/v1/types.ts': source }, settings);
  assert.deepEqual(diagnosticTexts(compiled), []);
  const crd = parse(fileText(compiled, 'crds/example.com_stores.yaml')) as {
    spec: { versions: [{ schema: { openAPIV3Schema: Node } }] };
  };
  const claims = crd.spec.versions[0].schema.openAPIV3Schema.properties['claims'];
  assert.ok(claims?.items);
  return claims.items;
}

describe('schema of a kind that is embedded in another', () => {
  test('requires metadata only if a marker requires it', () => {
    assert.equal(nestedKind('metadata: ObjectMeta;').required, undefined);
    const asked = nestedKind('// +kubebuilder:validation:Required\n  metadata: ObjectMeta;');
    assert.deepEqual(asked.required, ['metadata']);
  });

  test('contains the metadata fields of templates, or none without embeddedObjectMeta', () => {
    const { metadata } = nestedKind('metadata: ObjectMeta;').properties;
    const kept = ['annotations', 'finalizers', 'labels', 'name', 'namespace'];
    assert.deepEqual(Object.keys(metadata?.properties ?? {}), kept);
    const bare = nestedKind('metadata: ObjectMeta;', { embeddedObjectMeta: false }).properties;
    assert.deepEqual(bare['metadata'], { type: 'object' });
  });
});
