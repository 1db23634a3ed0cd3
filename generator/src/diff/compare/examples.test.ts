import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema, type JsonObject, type JSONSchemaProps } from '@vmgen/crd';
import { canonical } from './shown.js';
import { compareDefinitions } from './compare-definitions.js';
import { FURTHER_EXAMPLES } from './further-examples.test.data.js';
import { CHANGES } from '../definitions/registry.js';
import { exampleDefinitions } from '../definitions/example-definitions.js';
import type { SchemaExample } from '../definitions/definition.js';

const EXAMPLES = [
  ...[...CHANGES].map(([code, { example }]) => [code, example] as const),
  ...FURTHER_EXAMPLES,
].map(([code, example], index) => ({ code, example, name: `${code} (${index})` }));

for (const { code, example, name } of EXAMPLES) {
  const kind = CHANGES.get(code)?.class;
  test(`the example of ${name} contains this change and no other`, () => {
    const { old, new: next } = exampleDefinitions(example);
    const changes = compareDefinitions(old, next);
    const codes = changes
      .map((change) => change.code)
      // A rule of new fields has some.
      .filter((each) => each === code || each !== 'field-added');
    assert.deepEqual([...new Set<string>(codes)], [code], canonical(changes));
    assert.deepEqual(compareDefinitions(next, next), []);
  });
  if (example.of === 'definition') continue;
  test(`the value of ${name} is valid before, and invalid afterwards only if the change is breaking`, () => {
    if (kind === 'breaking') {
      assert.notEqual(example.value, undefined);
      assert.equal(verdictOf(example, example.old), 'kept');
      assert.notEqual(verdictOf(example, example.new), 'kept');
    } else if (example.value !== undefined) {
      assert.equal(verdictOf(example, example.new), 'kept');
    }
  });
}

for (const { code, example, name } of EXAMPLES) {
  const ratchets = CHANGES.get(code)?.ratchets;
  if (ratchets === undefined || example.of === 'definition' || example.stored) continue;
  test(`an update of a stored object after ${name} behaves as documented`, () => {
    const { of, value = {} } = example;
    const schema = compileSchema({ type: 'object', properties: { [of]: example.new } });
    const oldObject = { metadata: {}, [of]: value };
    const errors = schema.validate(
      { metadata: { labels: { a: 'b' } }, [of]: value },
      { oldObject },
    );
    assert.equal(errors.length === 0, ratchets !== 'never', canonical(errors));
  });
}

/** The result of the value of an example. */
function verdictOf(example: SchemaExample, schema: JSONSchemaProps): string {
  const { of, value = {}, stored } = example;
  const compiled = compileSchema({ type: 'object', properties: { [of]: schema } });
  const object: JsonObject = { [of]: structuredClone(value) };
  compiled.default(object);
  const dropped = compiled.prune(object);
  if (dropped.length > 0) return `drops ${dropped.join()}`;
  const errors = compiled.validate(
    object,
    stored === undefined ? {} : { oldObject: { [of]: stored } },
  );
  return errors.map(({ message }) => message).join() || 'kept';
}
