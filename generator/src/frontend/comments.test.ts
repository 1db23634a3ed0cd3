import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { compileText, fileText, kindWith } from '../testing/compile-text.js';

/** As much of a schema as leads to the field. */
interface Properties {
  readonly description?: string;
  readonly properties: Readonly<Record<string, Properties>>;
}

/** The description that a field with this JSDoc gets in the CRD. */
function description(...jsDoc: string[]): string | undefined {
  const source = kindWith([...jsDoc, 'name: string;'].join('\n'));
  const compiled = compileText({ 'example/v1/types.ts': source });
  const crd = parse(fileText(compiled, 'crds/example.com_things.yaml')) as {
    spec: { versions: [{ schema: { openAPIV3Schema: Properties } }] };
  };
  const root = crd.spec.versions[0].schema.openAPIV3Schema;
  return root.properties['spec']?.properties['name']?.description;
}

test('the lines of a JSDoc keep the indentation that they have beyond the first blank', () => {
  assert.equal(
    description(
      '  /**',
      '   * A list:',
      '   *   - one',
      '   *     - within',
      '   *',
      '   * Done.',
      '   */',
    ),
    'A list:\n  - one\n    - within\n\nDone.',
  );
});

test('lines without a star stand at the margin', () => {
  assert.equal(
    description('  /** First,', '      second,', '    * third. */'),
    'First,\nsecond,\nthird.',
  );
});
