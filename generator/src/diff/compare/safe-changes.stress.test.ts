import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compileSchema,
  validateCustomResourceDefinition,
  type CompiledSchema,
  type JsonObject,
  type JSONSchemaProps,
} from '@vmgen/crd';
import { exampleDefinitions } from '../definitions/example-definitions.js';
import { changeDefinition } from '../definitions/registry.js';
import { Random } from '../../testing/random.js';
import { changedSchema, randomObject, randomValue } from '../../testing/random-schema.js';
import { canonical } from './shown.js';
import { compareSchemas } from './compare-schemas.js';

const SCHEMAS = Number(process.env.VMGEN_SCHEMAS ?? 10_000);
const VALUES = 40;

/** Siblings observe a replaced value, or a value that is now present. */
const SEEN_AROUND = /^(?:default-|null-dropped$|nullable-added$)/;

test('keeps accepting and storing all values if no change is breaking', () => {
  let compared = 0;
  let kept = 0;
  for (let seed = 1; seed <= SCHEMAS; seed++) {
    const random = new Random(seed);
    const spec = randomObject(random, 3);
    let changed = spec;
    for (let count = 1 + random.int(2); count > 0; count--)
      changed = changedSchema(changed, random);
    const [old, next] = [root(spec), root(changed)];
    if (![old, next].every(isAccepted)) continue;
    const changes = compareSchemas(old, next);
    const isSafe = changes.every(({ code }) => {
      const { class: kind } = changeDefinition(code);
      return kind === 'safe' || (kind === 'risky' && !SEEN_AROUND.test(code));
    });
    if (!isSafe) continue;
    compared++;
    kept += compareVerdicts(
      old,
      next,
      random,
      () => `seed ${seed}: ${canonical({ old, next, changes })}`,
    );
  }
  // A test that looks at nothing would always pass.
  assert.ok(compared > SCHEMAS / 20, `${compared} pairs`);
  assert.ok(kept > compared, `${kept} values`);
});

function root(spec: JSONSchemaProps): JSONSchemaProps {
  return { type: 'object', properties: { spec } };
}

function isAccepted(schema: JSONSchemaProps): boolean {
  const spec = schema.properties?.spec ?? {};
  const [crd] = exampleDefinitions({ of: 'spec', old: spec, new: spec }).new;
  return crd !== undefined && validateCustomResourceDefinition(crd).length === 0;
}

/** How many values the old schema accepted and kept as they were sent. */
function compareVerdicts(
  old: JSONSchemaProps,
  next: JSONSchemaProps,
  random: Random,
  describe: () => string,
): number {
  const [before, after] = [compileSchema(old), compileSchema(next)];
  let kept = 0;
  for (let count = 0; count < VALUES; count++) {
    const sent = randomValue(random.chance(50) ? old : next, random);
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) continue;
    const stored = structuredClone(sent);
    if (verdict(before, stored) !== '') continue;
    kept++;
    for (const value of [stored, sent]) {
      const problem = verdict(after, structuredClone(value));
      assert.equal(problem, '', `${problem}\n${canonical(value)}\n${describe()}`);
    }
  }
  return kept;
}

/** Validates an object, and returns what is stored. */
function verdict(schema: CompiledSchema, object: JsonObject): string {
  schema.default(object);
  const dropped = schema.prune(object).map((path) => `drops ${path}`);
  return [...dropped, ...schema.validate(object).map(({ message }) => message)].join();
}
