import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JSONSchemaProps } from '@vmgen/crd';
import type { DefinitionPart } from '../definitions/definition.js';
import { exampleDefinitions } from '../definitions/example-definitions.js';
import { compareDefinitions } from './compare-definitions.js';

/** The changes that are reported for two schemas of a field. */
function changeTexts(old: JSONSchemaProps, next: JSONSchemaProps): string[] {
  const part = (schema: JSONSchemaProps) => ({ type: 'object', properties: { a: schema } });
  return changesOf({ of: 'spec', old: part(old), new: part(next) });
}

function changesOf(example: Parameters<typeof exampleDefinitions>[0]): string[] {
  const { old, new: next } = exampleDefinitions(example);
  return compareDefinitions(old, next).map(
    ({ code, version, field, message }) =>
      `${code}: ${[version, field, message].filter(Boolean).join(' ')}`,
  );
}

const ofDefinitions = (old: DefinitionPart, next: DefinitionPart): string[] =>
  changesOf({ of: 'definition', old, new: next });

const text = { type: 'string' } as const;
const int = { type: 'integer' } as const;
const anything = { 'x-kubernetes-preserve-unknown-fields': true } as const;

test('prints the paths of fields', () => {
  const deep = (type: string): JSONSchemaProps => ({
    type: 'object',
    properties: {
      'x.y': { type: 'array', items: { type: 'object', additionalProperties: { type } } },
    },
  });
  assert.deepEqual(changeTexts(deep('string'), deep('boolean')), [
    'type-changed: v1 spec.a["x.y"][*].* string -> boolean',
  ]);
});

test('ignores changes of documentation', () => {
  const old = { ...text, description: 'a', title: 'b', example: 'c', format: 'machine-id' };
  assert.deepEqual(changeTexts(old, { ...text, externalDocs: { url: 'https://example.com' } }), []);
});

test('ignores an anyOf that repeats int-or-string', () => {
  const plain: JSONSchemaProps = { 'x-kubernetes-int-or-string': true };
  const anyOf = [{ type: 'integer' }, { type: 'string' }];
  assert.deepEqual(changeTexts(plain, { ...plain, anyOf }), []);
  assert.deepEqual(changeTexts({ ...plain, allOf: [{ anyOf }] }, plain), []);
});

test('compares integers beyond the range of a number by value', () => {
  const either: JSONSchemaProps = { 'x-kubernetes-int-or-string': true };
  const [asText, asInteger] = ['9007199254740993', 9_007_199_254_740_993n];
  assert.deepEqual(changeTexts({ ...either, default: asText }, { ...either, default: asInteger }), [
    'default-changed: v1 spec.a default "9007199254740993" -> 9007199254740993',
  ]);
});

test('bounds are compared by the values that they let pass', () => {
  assert.deepEqual(
    changeTexts({ ...int, maximum: 9 }, { ...int, maximum: 10, exclusiveMaximum: true }),
    [],
  );
  assert.deepEqual(
    changeTexts({ ...int, minimum: 1 }, { ...int, minimum: 1, exclusiveMinimum: true }),
    ['constraint-tightened: v1 spec.a minimum 1 -> 1 exclusive'],
  );
  assert.deepEqual(changeTexts(text, { ...text, minLength: 0 }), []);
  assert.deepEqual(changeTexts({ ...int, multipleOf: 4 }, { ...int, multipleOf: 2 }), [
    'constraint-loosened: v1 spec.a multipleOf 4 -> 2',
  ]);
  assert.deepEqual(changeTexts({ ...int, multipleOf: 4 }, { ...int, multipleOf: 6 }), [
    'constraint-tightened: v1 spec.a multipleOf 4 -> 6',
  ]);
});

test('treats a bound that the type cannot hold as rejecting every value', () => {
  assert.deepEqual(changeTexts({ ...int, maximum: -1 }, { ...int, maximum: 0.5 }), [
    'constraint-tightened: v1 spec.a maximum -1 -> 0.5',
  ]);
  assert.deepEqual(changeTexts({ ...int, minimum: 0.5 }, { ...int, minimum: 1 }), [
    'constraint-loosened: v1 spec.a minimum 0.5 -> 1',
  ]);
  const float = { type: 'number', format: 'float' };
  assert.deepEqual(changeTexts(float, { ...float, maximum: 1e300 }), [
    'constraint-tightened: v1 spec.a maximum none -> 1e+300',
  ]);
});

test('compares formats as the server enforces them', () => {
  assert.deepEqual(changeTexts({ ...int, format: 'int64' }, int), []);
  assert.deepEqual(changeTexts({ ...text, format: 'uuid4' }, { ...text, format: 'uuid' }), [
    'constraint-loosened: v1 spec.a format uuid4 -> uuid',
  ]);
  assert.deepEqual(changeTexts({ ...text, format: 'password' }, text), []);
  // Where no type is named, any format of texts keeps numbers out.
  assert.deepEqual(changeTexts(anything, { ...anything, format: 'password' }), [
    'constraint-tightened: v1 spec.a format none -> password',
  ]);
});

test('a tightening that no value of the enum feels is safe', () => {
  const old = { ...text, enum: ['red', 'blue'] };
  assert.deepEqual(changeTexts(old, { ...old, pattern: '^[a-z]+$' }), [
    'tightening-without-effect: v1 spec.a pattern "^[a-z]+$"',
  ]);
  assert.deepEqual(changeTexts(old, { ...old, pattern: '^r' }), [
    'constraint-tightened: v1 spec.a pattern "^r"',
  ]);
  // The enum change is reported once.
  assert.deepEqual(changeTexts(old, { ...text, enum: ['red'], maxLength: 3 }), [
    'constraint-tightened: v1 spec.a no longer accepts "blue"',
    'tightening-without-effect: v1 spec.a maxLength none -> 3',
  ]);
});

test('a field that becomes an entry of a map is compared with its values', () => {
  const old: JSONSchemaProps = { type: 'object', properties: { x: int, y: text } };
  assert.deepEqual(changeTexts(old, { type: 'object', additionalProperties: text }), [
    'unknown-fields-kept: v1 spec.a allows fields with any name',
    'type-changed: v1 spec.a.x integer -> string',
  ]);
});

test('reports a new schema for a field in an object that kept all fields as narrower', () => {
  const open: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  assert.deepEqual(changeTexts(open, { ...open, properties: { x: int } }), [
    'type-changed: v1 spec.a.x any type -> integer',
  ]);
  assert.deepEqual(changeTexts({ ...open, properties: { x: int } }, open), [
    'type-widened: v1 spec.a.x accepts any value: no schema names it',
  ]);
  const filled = { ...open, properties: { x: { ...anything, default: 1 } }, required: ['x'] };
  assert.deepEqual(changeTexts(filled, { ...open, required: ['x'] }), [
    'nullable-added: v1 spec.a.x accepts null',
    'required-default-removed: v1 spec.a.x default 1 -> none',
  ]);
});

test('compares maps of arbitrary values', () => {
  const open: JSONSchemaProps = { type: 'object', ...anything };
  const loose: JSONSchemaProps = { type: 'object', additionalProperties: true };
  assert.deepEqual(changeTexts(open, loose), [
    'unknown-fields-dropped: v1 spec.a.* keeps unknown fields no longer',
  ]);
  assert.deepEqual(changeTexts(loose, open), []);
  const lists: JSONSchemaProps = {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'object', properties: { x: text } } },
  };
  assert.deepEqual(changeTexts(lists, loose), [
    'type-widened: v1 spec.a.* array -> any type',
    'nullable-added: v1 spec.a.* accepts null',
    'type-widened: v1 spec.a.*[*] object -> any type',
    'nullable-added: v1 spec.a.*[*] accepts null',
    'field-removed: v1 spec.a.*[*].x was removed',
  ]);
});

test('reports an object that rejects unknown fields as closed, even if it preserves fields', () => {
  const open: JSONSchemaProps = { type: 'object', ...anything };
  const closed: JSONSchemaProps = { ...open, additionalProperties: false };
  assert.deepEqual(changeTexts(open, closed), [
    'unknown-fields-dropped: v1 spec.a rejects all fields',
  ]);
  assert.deepEqual(changeTexts(closed, open), [
    'unknown-fields-kept: v1 spec.a preserves unknown fields',
  ]);
});

test('items are compared where no type is named, and preserved where their list is', () => {
  assert.deepEqual(changeTexts(anything, { ...anything, items: text }), [
    'type-changed: v1 spec.a[*] any type -> string',
  ]);
  const list: JSONSchemaProps = { type: 'array', items: { type: 'object' } };
  assert.deepEqual(changeTexts({ ...list, ...anything }, list), [
    'unknown-fields-dropped: v1 spec.a[*] keeps unknown fields no longer',
  ]);
});

test('reports that null is dropped if a new schema does not allow it', () => {
  const open: JSONSchemaProps = { type: 'object', ...anything };
  const named = { ...open, properties: { x: anything } };
  assert.deepEqual(changeTexts(open, named), ['null-dropped: v1 spec.a.x no longer accepts null']);
  const all = { required: ['x'] };
  assert.deepEqual(changeTexts({ ...open, ...all }, { ...named, ...all }), [
    'nullable-removed: v1 spec.a.x no longer accepts null',
  ]);
});

test('an object that was of Kubernetes keeps its metadata only where that is open', () => {
  const old: JSONSchemaProps = {
    type: 'object',
    ...anything,
    'x-kubernetes-embedded-resource': true,
  };
  const next = (metadata: JSONSchemaProps): JSONSchemaProps => ({
    type: 'object',
    properties: { apiVersion: text, kind: text, metadata },
    ...anything,
  });
  const codes = (schema: JSONSchemaProps) =>
    changeTexts(old, schema).map((each) => each.replace(/:.*/, ''));
  assert.ok(codes(next({ type: 'object' })).includes('embedded-resource-removed'));
  assert.ok(codes(next({ type: 'object', ...anything })).includes('embedded-resource-lifted'));
});

test('limits a new alternative of a oneOf to new values if it requires a new field', () => {
  const either = (...names: string[]): JSONSchemaProps => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, text])),
  });
  const oneOf = (...names: string[]) => ({ oneOf: names.map((name) => ({ required: [name] })) });
  const codes = (old: JSONSchemaProps, next: JSONSchemaProps) =>
    changeTexts(old, next).map((each) => each.replace(/:.*/, ''));
  const old = { ...either('x'), ...oneOf('x') };
  const both = either('x', 'y');
  assert.deepEqual(codes(old, { ...both, ...oneOf('x', 'y') }), ['one-of-grown', 'field-added']);
  assert.deepEqual(codes({ ...both, ...oneOf('x') }, { ...both, ...oneOf('x', 'y') }), [
    'junctor-tightened',
  ]);
});

test('does not report a field of embedded resources as new if a schema names it', () => {
  const root = (metadata: JSONSchemaProps): DefinitionPart => ({
    versions: [
      { schema: { openAPIV3Schema: { type: 'object', properties: { kind: text, metadata } } } },
    ],
  });
  assert.deepEqual(ofDefinitions({}, root({ type: 'object' })), []);
  const named = { type: 'object', properties: { name: { ...text, maxLength: 9 } } };
  assert.deepEqual(ofDefinitions({}, root(named)), [
    'constraint-tightened: v1 metadata.name maxLength none -> 9',
  ]);
});

test('a list map with a further key is merged otherwise, with one less it is unique otherwise', () => {
  const list = (...keys: string[]): JSONSchemaProps => ({
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
    items: { type: 'object', required: ['x', 'y'], properties: { x: text, y: text } },
  });
  assert.deepEqual(changeTexts(list('x'), list('x', 'y')), [
    'merge-type-changed: v1 spec.a keys ["x"] -> ["x","y"]',
  ]);
  assert.deepEqual(changeTexts(list('x', 'y'), list('x')), [
    'list-uniqueness-added: v1 spec.a keys ["x","y"] -> ["x"]',
  ]);
});

test('compares rules by their text without its layout', () => {
  const ruled = (...rules: string[]): JSONSchemaProps => ({
    ...int,
    'x-kubernetes-validations': rules.map((rule) => ({ rule })),
  });
  assert.deepEqual(changeTexts(ruled('self > 0', 'self < 9'), ruled('self <  9', ' self > 0')), []);
  // A comment ends with its line.
  assert.deepEqual(
    changeTexts(ruled('self > 0 // && self < 9'), ruled('self > 0 //\n&& self < 9')),
    ['rule-changed: v1 spec.a rule "self > 0 // && self < 9" -> "self > 0 //\\n&& self < 9"'],
  );
  assert.deepEqual(changeTexts(ruled('self > 0'), ruled('self > oldSelf')), [
    'transition-rule-added: v1 spec.a rule "self > oldSelf"',
    'constraint-loosened: v1 spec.a rule "self > 0" was removed',
  ]);
});

test('matches versions by name, in any order', () => {
  const v1 = { name: 'v1', storage: true };
  const v2 = { name: 'v2', storage: false };
  assert.deepEqual(ofDefinitions({ versions: [v1, v2] }, { versions: [v2, v1] }), []);
  assert.deepEqual(
    ofDefinitions({ versions: [v1, v2] }, { versions: [{ ...v2, storage: true }] }),
    ['stored-version-removed: v1 was removed'],
  );
});

test('a rule of new fields is safe only where objects without them obey it', () => {
  const ruled = (rule: string): JSONSchemaProps => ({
    type: 'object',
    properties: { x: text, y: text },
    'x-kubernetes-validations': [{ rule }],
  });
  const old: JSONSchemaProps = { type: 'object', properties: { x: text } };
  const codes = (rule: string) =>
    changeTexts(old, ruled(rule)).map((each) => each.replace(/:.*/, ''));
  assert.deepEqual(codes("!has(self.y) || self.y != ''"), ['rule-without-effect', 'field-added']);
  assert.deepEqual(codes('has(self.y)'), ['rule-added', 'field-added']);
  assert.deepEqual(codes('!has(self.y) || has(self.x)'), ['rule-without-effect', 'field-added']);
  assert.deepEqual(codes('has(self.x) || has(self.y)'), ['rule-added', 'field-added']);
  assert.deepEqual(codes('has(self.y) == has(oldSelf.y)'), ['rule-without-effect', 'field-added']);
  assert.deepEqual(codes('has(self.x) && self.x == oldSelf.x'), [
    'transition-rule-added',
    'field-added',
  ]);
  assert.deepEqual(codes('self != {}'), ['rule-added', 'field-added']);
});

test('a rule that only values refuse that are new to an enum is safe', () => {
  const modes = (...values: string[]): JSONSchemaProps => ({
    type: 'object',
    properties: { mode: { type: 'string', enum: values }, on: { type: 'boolean' }, x: text },
  });
  const codes = (rule: string) =>
    changeTexts(modes('a', 'b'), {
      ...modes('a', 'b', 'c'),
      'x-kubernetes-validations': [{ rule }],
    }).map((each) => each.replace(/:.*/, ''));
  const safe = ['rule-without-effect', 'constraint-loosened'];
  assert.deepEqual(codes("!has(self.mode) || self.mode != 'c' || has(self.x)"), safe);
  assert.deepEqual(codes("!has(self.on) || !self.on || self.?mode.orValue('a') != 'c'"), [
    'rule-added',
    'constraint-loosened',
  ]);
  assert.deepEqual(codes("!has(self.mode) || self.mode != 'b' || has(self.x)"), [
    'rule-added',
    'constraint-loosened',
  ]);
  assert.deepEqual(codes("!has(self.mode) || self.mode != 'c' || self.x == ''"), [
    'rule-added',
    'constraint-loosened',
  ]);
});

test('a rule that was replaced is paired with its successor, and safe where it allows more', () => {
  const ruled = (rule: string, message: string): JSONSchemaProps => ({
    type: 'object',
    properties: { x: text, size: { type: 'integer' } },
    'x-kubernetes-validations': [{ rule, message }],
  });
  const codes = (before: string, after: string) =>
    changeTexts(ruled(before, 'old words'), ruled(after, 'new words')).map((each) =>
      each.replace(/:.*/, ''),
    );
  const base = "!has(self.x) || self.x in ['a', 'b']";
  assert.deepEqual(codes(base, "!has(self.x) || self.x in ['b', 'a', 'c']"), [
    'rule-without-effect',
  ]);
  assert.deepEqual(codes(base, "self.size > 3 || !has(self.x) || self.x in ['a', 'b']"), [
    'rule-without-effect',
  ]);
  assert.deepEqual(codes(`(${base}) && has(self.size)`, base), ['rule-without-effect']);
  assert.deepEqual(codes('self.size <= 3', 'self.size < 5'), ['rule-without-effect']);
  assert.deepEqual(codes(base, "!has(self.x) || self.x in ['a', 'c']"), ['rule-changed']);
  assert.deepEqual(codes('self.size <= 3', 'self.size < 3'), ['rule-changed']);
  assert.deepEqual(codes('self.size < 5', 'self.size > 5'), ['rule-changed']);
});

test('a new field with a default is risky: objects that are stored get it', () => {
  const withField = { type: 'object', properties: { x: text, y: { ...text, default: 'z' } } };
  assert.deepEqual(changeTexts({ type: 'object', properties: { x: text } }, withField), [
    'field-added: v1 spec.a.y was added',
    'default-added: v1 spec.a.y default "z" of a new field: stored objects have it too',
  ]);
});

test('long texts are shown from shortly before their difference on', () => {
  const rule = (end: string): JSONSchemaProps => ({
    ...text,
    'x-kubernetes-validations': [{ rule: `self != '${'x'.repeat(100)}' && self != '${end}'` }],
  });
  assert.deepEqual(changeTexts(rule('a'), rule('b')), [
    `rule-changed: v1 spec.a rule "…xxxxxxxxxx' && self != 'a'" -> "…xxxxxxxxxx' && self != 'b'"`,
  ]);
});
