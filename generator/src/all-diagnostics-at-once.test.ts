import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileText } from './testing/compile-text.js';

interface Mistake {
  readonly stage: string;
  /** A field of the spec. */
  readonly field: (name: string) => string;
}

/** One mistake for each step that finds some; none speaks of another field. */
const MISTAKES: readonly Mistake[] = [
  { stage: 'names', field: (name) => `  ${name}?: Missing;` },
  { stage: 'types', field: (name) => `  ${name}?: Map<string, string>;` },
  { stage: 'types left open', field: (name) => `  ${name}?: number;` },
  { stage: 'unions', field: (name) => `  ${name}?: { a: string } | { b: string; c: string };` },
  {
    stage: 'markers',
    field: (name) => `  // +kubebuilder:validation:MaxLenght=3\n  ${name}?: string;`,
  },
  {
    stage: 'places of markers',
    field: (name) => `  // +kubebuilder:validation:MaxLength=3\n  ${name}?: Int32;`,
  },
  {
    stage: 'bounds',
    field: (name) =>
      `  // +kubebuilder:validation:MinLength=3\n  // +kubebuilder:validation:MaxLength=2\n  ${name}?: string;`,
  },
  {
    stage: 'examples',
    field: (name) => `  // +kubebuilder:example=3\n  ${name}?: string;`,
  },
  {
    stage: 'structure',
    field: (name) =>
      `  // +listType=map\n  // +listMapKey=k\n  ${name}?: { k?: string; v?: string }[];`,
  },
  {
    stage: 'patterns',
    field: (name) => `  // +kubebuilder:validation:Pattern=(\n  ${name}?: string;`,
  },
  { stage: 'defaults', field: (name) => `  // +kubebuilder:default=abc\n  ${name}?: Int32;` },
  {
    stage: 'forms of rules',
    field: (name) =>
      `  // +kubebuilder:validation:XValidation:rule="true",fieldPath=".nothing"\n  ${name}?: { b?: string };`,
  },
  {
    stage: 'rules',
    field: (name) =>
      `  // +kubebuilder:validation:XValidation:rule="self.nothing"\n  ${name}?: { b?: string };`,
  },
  {
    stage: 'costs',
    field: (name) =>
      `  // +kubebuilder:validation:XValidation:rule="self.all(x, self.exists(y, x == y))"\n  ${name}?: string[];`,
  },
];

/** A kind whose spec contains each field between two marks. */
function source(fields: readonly string[]): string {
  return `// +groupName=example.com

import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  spec: Spec;
}
export interface Spec {
${fields.join('\n')}
}
`;
}

/** What is found, each with the line counted from the start of its field. */
function diagnostics(fields: readonly string[]): string[] {
  const first = source([]).split('\n').length - 2;
  const starts: number[] = [];
  let line = first;
  for (const field of fields) {
    starts.push(line);
    line += field.split('\n').length;
  }
  return compileText({ 'example/v1/types.ts': source(fields) }).diagnostics.map((diagnostic) => {
    const at = diagnostic.position?.line ?? 0;
    const index = starts.findLastIndex((start) => start <= at);
    assert.ok(index >= 0, `${at}: ${diagnostic.message}`);
    return `${index} ${at - (starts[index] ?? 0)}:${diagnostic.position?.column} ${diagnostic.message}`;
  });
}

/** The diagnostics of a field that is alone under the same name. */
function alone(field: string, index: number): string[] {
  return diagnostics([field]).map((text) => text.replace(/^0/, String(index)));
}

const named = MISTAKES.map(({ field }, index) => field(`f${index}`));

test('reports the errors of all stages in one run', () => {
  for (const [index, { stage }] of MISTAKES.entries()) {
    assert.notDeepEqual(alone(named[index] ?? '', index), [], `nothing of ${stage}`);
  }
  assert.deepEqual(
    diagnostics(named),
    named.flatMap((field, index) => alone(field, index)),
  );
});

test('reports several errors together with the same texts as separately', () => {
  const mistake = fc.nat({ max: MISTAKES.length - 1 });
  fc.assert(
    fc.property(fc.array(fc.oneof(mistake, fc.constant(-1)), { maxLength: 8 }), (chosen) => {
      const fields = chosen.map(
        (number, index) => MISTAKES[number]?.field(`f${index}`) ?? `  f${index}?: string;`,
      );
      assert.deepEqual(
        diagnostics(fields),
        fields.flatMap((field, index) => alone(field, index)),
      );
    }),
    { seed: 7, numRuns: 25 },
  );
});

/** All diagnostics of some files, without their codes. */
function all(files: Readonly<Record<string, string>>): string[] {
  return compileText(files).diagnostics.map(({ position, message }) => {
    const { file, line, column } = position ?? {};
    return `${file}:${line}:${column}: ${message}`;
  });
}

test('reports the diagnostics of other files, and of text before a syntax error', () => {
  const broken = `${source(['  a: Int32;'])}
/** +kubebuilder:nothing */
export interface Before { a: Missing }
export interface After { a: ; b: Missing }
export interface Lost extends TypeMeta { metadata: ObjectMeta; spec: Missing }
`;
  const other = `import type { After, Before, Lost, Never } from './types.js';
// +optional: x
export interface Other { after: After; before: Before; lost: Lost; never: Never; own: Missing }
`;
  assert.deepEqual(all({ 'example/v1/types.ts': broken, 'example/v1/other.ts': other }), [
    'example/v1/other.ts:2:4: unexpected text after +optional: ": x"',
    'example/v1/other.ts:3:87: unknown type Missing',
    'example/v1/types.ts:13:5: unknown marker +kubebuilder:nothing',
    'example/v1/types.ts:15:29: syntax error: Type expected.',
  ]);
});

test('does not report missing names that may follow a syntax error', () => {
  const broken = 'export interface A { a: ; }\n// +groupName=example.com\n';
  assert.deepEqual(all({ 'example/v1/types.ts': broken }), [
    'example/v1/types.ts:1:25: syntax error: Type expected.',
  ]);
  const stored = source(['  a: Int32;']);
  assert.deepEqual(
    all({
      'example/v1/types.ts': stored,
      'example/v2/types.ts': stored,
      'example/v3/types.ts': broken,
    }),
    ['example/v3/types.ts:1:25: syntax error: Type expected.'],
  );
});

/** A mistake and its consequences: only the mistake is reported. */
const FOLLOW_UPS: Readonly<Record<string, readonly [fields: string, says: string]>> = {
  'a rule over a rejected field': [
    '  // +kubebuilder:validation:XValidation:rule="self.b > 1 && self.b.c == \'x\'"\n  a: { b: Missing };',
    'unknown type Missing',
  ],
  'a default over a rejected field': [
    '  // +kubebuilder:default={b: {c: 1}}\n  a?: { b: Missing };',
    'unknown type Missing',
  ],
  'markers of a rejected field': [
    '  // +kubebuilder:validation:MaxLength=3\n  // +kubebuilder:validation:Maximum=3\n  // +listType=set\n  a: Missing;',
    'unknown type Missing',
  ],
  'rejected items': [
    '  // +listType=map\n  // +listMapKey=name\n  // +kubebuilder:validation:items:MaxLength=3\n  a: Missing[];',
    'unknown type Missing',
  ],
  'a rejected key': [
    '  // +listType=map\n  // +listMapKey=name\n  a: { name: Missing }[];',
    'unknown type Missing',
  ],
  'fields of a rejected base': [
    '  // +kubebuilder:default={b: 1, c: 2}\n  // +kubebuilder:validation:XValidation:rule="self.b == self.c"\n  a?: Missing & { c: Int32 };',
    'unknown type Missing',
  ],
  'a union with a rejected member': [
    '  a: { b: string } | { c: Missing };',
    'unknown type Missing',
  ],
};

for (const [title, [fields, says]] of Object.entries(FOLLOW_UPS)) {
  test(`does not report consequences of another diagnostic: ${title}`, () => {
    const { diagnostics: found } = compileText({ 'example/v1/types.ts': source([fields]) });
    assert.deepEqual(
      found.map(({ message }) => message),
      [says],
    );
  });
}

test('reports the errors of a field together with the missing import of its type', () => {
  const field =
    '  // +kubebuilder:default=none\n  a?: Quantity[];\n  // +kubebuilder:default=none\n  b?: Float;';
  const found = all({ 'example/v1/types.ts': source([field]) });
  assert.deepEqual(found, [
    'example/v1/types.ts:10:6: the API server would refuse the default "none" of spec.a: the type is array, not string',
    'example/v1/types.ts:11:7: unknown type Quantity',
    'example/v1/types.ts:12:6: the API server would refuse the default "none" of spec.b: the type is number, not string',
    'example/v1/types.ts:13:7: unknown type Float',
  ]);
});

test('reports another error of a rule that reads a rejected part', () => {
  const rules = [
    'self.b.c > 1 && self.nothing',
    'self.b + 1',
    'self.b == 1 &&',
    'size(self.d) > 1',
  ].map((rule) => `  // +kubebuilder:validation:XValidation:rule=${JSON.stringify(rule)}\n`);
  const spec = `${rules.join('')}  a: { b: Missing; d: Int32 };`;
  const found = all({ 'example/v1/types.ts': source([spec]) });
  assert.equal(found.length, 5, found.join('\n'));
  assert.match(found[0] ?? '', /10:6: .*undefined field 'nothing'/s);
  assert.doesNotMatch(found[0] ?? '', /undefined field '[^n]/);
  assert.match(found[1] ?? '', /11:6: .*must evaluate to a bool/);
  assert.match(found[2] ?? '', /12:6: .*[Ss]yntax error/);
  assert.match(found[3] ?? '', /13:6: .*no matching overload/);
  assert.match(found[4] ?? '', /14:11: unknown type Missing/);
});

test('does not report consequences of a rejected base, but all other problems of the type', () => {
  const text = `${source(['  a: Based;\n  b: Based;'])}
// +kubebuilder:validation:ExactlyOneOf=own;inherited
// +kubebuilder:validation:XValidation:rule="self.inherited == 'a'"
export interface Based extends Missing {
  own?: string;
  // +kubebuilder:validation:XValidation:rule="self.nothing"
  other?: { a: string };
  pick?: Pick<Based, 'inherited'>;
  index?: Based['inherited'];
}
`;
  const found = all({ 'example/v1/types.ts': text });
  assert.equal(found.length, 2, found.join('\n'));
  assert.match(found[0] ?? '', /16:32: unknown type Missing/);
  assert.match(found[1] ?? '', /18:6: .*undefined field 'nothing'/);
});

test('reports a CRD that is too large together with other problems', () => {
  const long = 'x'.repeat(2000);
  const fields = Array.from({ length: 200 }, (_, at) => `  /** ${long} */\n  f${at}?: string;`);
  const large = source(['  a: Missing;', ...fields]);
  const texts = all({ 'example/v1/types.ts': large });
  assert.equal(texts.length, 2, texts.join('\n'));
  assert.match(texts[0] ?? '', /types.ts:5:18: the CRD of Thing exceeds the 256 KiB/);
  assert.match(texts[1] ?? '', /types.ts:10:6: unknown type Missing$/);
  const constants = Array.from({ length: 900 }, (_, at) => `'${at}${long}'`).join(' | ');
  const huge = source(['  a: Missing;', `  b: ${constants};`]);
  const found = all({ 'example/v1/types.ts': huge });
  assert.equal(found.length, 2, found.join('\n'));
  assert.match(found[0] ?? '', /^example\/v1\/types.ts:5:18: the CRD of Thing has 1.7 MiB/);
  assert.match(found[1] ?? '', /unknown type Missing/);
});

test('reports a name that API servers reject only once, not as a file name too', () => {
  const found = all({
    'example/v1/types.ts': source([]).replace('example.com', 'aux.Example.com'),
  });
  assert.equal(found.length, 1, found.join('\n'));
});
