import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMemoryDisk } from '../disk/memory-disk.js';
import { applyEdits } from '../fix/plan-fixes.js';
import { parseGroups } from '../settings/parse-groups.js';
import { DEFAULT_SETTINGS, kindWith } from '../testing/compile-text.js';
import { createEditorService, type EditorService } from './editor-service.js';

const TYPES = '/apis/example/v1/types.ts';
const CODE = '/src/controller.ts';

function editorOf(files: Readonly<Record<string, string>>) {
  const disk = createMemoryDisk(files);
  const editor = createEditorService({
    disk,
    apis: '/apis',
    groups: parseGroups(['example:v1']),
    paths: ['/src'],
    out: '/generated',
    settings: DEFAULT_SETTINGS,
  });
  return { disk, editor };
}

/** Opens a file with a text in which `|` is the cursor. */
function atCursor(marked: string, path = TYPES) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  return { ...editorOf({ [path]: text }), text, offset };
}

const shown = (editor: EditorService, path = TYPES, text = kindWith('')) =>
  editor
    .diagnostics(path)
    .map(({ code, start, end }) => `${code} ${JSON.stringify(text.slice(start, end))}`);

describe('diagnostics of an editor', () => {
  test('are those of the text that an update gives a file', () => {
    const { editor } = editorOf({ [TYPES]: kindWith('  size: Int32;') });
    assert.deepEqual(editor.diagnostics(TYPES), []);
    const wrong = kindWith('  size: Int23;');
    editor.update(TYPES, wrong);
    assert.deepEqual(shown(editor, TYPES, wrong), ['VMGEN1101 "Int23"']);
    editor.update(TYPES, kindWith('  size: Int32;'));
    assert.deepEqual(editor.diagnostics(TYPES), []);
  });

  test('are those of a new compilation when the update returns to the same text', () => {
    const { editor } = editorOf({ [TYPES]: kindWith('  size: Int23;') });
    editor.update(TYPES, kindWith('  size: Int23;'));
    editor.update(TYPES, kindWith('  size: Int23;'));
    assert.equal(editor.diagnostics(TYPES).length, 1);
  });

  test('of one file follow the unsaved text of another', () => {
    const other = '/apis/example/v1/size.ts';
    const text = kindWith('  size: Size;').replace(
      'import',
      "import type { Size } from './size.js';\nimport",
    );
    const { editor } = editorOf({ [TYPES]: text, [other]: 'export type Size = string;\n' });
    assert.deepEqual(editor.diagnostics(TYPES), []);
    editor.update(other, 'export type Sizes = string;\n');
    assert.deepEqual(shown(editor, TYPES, text), ['VMGEN1101 "Size"']);
    editor.update(other, undefined);
    assert.equal(editor.diagnostics(TYPES).length, 1);
    editor.readAgain(other);
    assert.deepEqual(editor.diagnostics(TYPES), []);
  });

  test('have the absolute paths and the parts of related places', () => {
    const more = `// +kubebuilder:resource:path=things
export interface Other extends TypeMeta { metadata: ObjectMeta }
`;
    const text = kindWith('  a: string;', more);
    const { editor } = editorOf({ [TYPES]: text });
    const related = editor.diagnostics(TYPES).flatMap((each) => each.related);
    assert.deepEqual(
      related.map(({ path, start, end }) => [path, text.slice(start, end)]),
      [[TYPES, 'Thing']],
    );
  });

  test('without a file are problems of the project', () => {
    const { editor } = editorOf({});
    assert.deepEqual(
      editor.problems().map(({ code }) => code),
      ['VMGEN1002', 'VMGEN1003'],
    );
    assert.deepEqual(editor.diagnostics(TYPES), []);
  });

  test('are read from the disk again on request', () => {
    const { editor, disk } = editorOf({ [TYPES]: kindWith('  size: Int32;') });
    assert.deepEqual(editor.diagnostics(TYPES), []);
    disk.write(TYPES, kindWith('  size: Int23;'));
    assert.deepEqual(editor.diagnostics(TYPES), []);
    editor.readAgain(TYPES);
    assert.equal(editor.diagnostics(TYPES).length, 1);
    disk.write(TYPES, kindWith('  size: Int32;'));
    editor.reload();
    assert.deepEqual(editor.diagnostics(TYPES), []);
  });

  test('are those without a folder that was removed, of which one file was never compiled', () => {
    const [added, text] = ['/apis/example/v1/added.ts', kindWith('  size: Int23;')];
    const { editor, disk } = editorOf({ [TYPES]: text });
    assert.equal(editor.diagnostics(TYPES).length, 1);
    disk.write(added, text);
    editor.readAgain(added);
    for (const path of [TYPES, added]) disk.remove(path);
    editor.readAgain('/apis/example');
    for (const path of [TYPES, added]) assert.deepEqual(editor.diagnostics(path), []);
    assert.deepEqual(
      editor.problems().map(({ code }) => code),
      ['VMGEN1002', 'VMGEN1003'],
    );
  });

  test('need no further compilation after an error of the disk until something changes', () => {
    const disk = createMemoryDisk({ [TYPES]: kindWith('') });
    let reads = 0;
    const broken = {
      ...disk,
      list: (path: string) => disk.list(path),
      realPath: (path: string) => disk.realPath(path),
      readBytes: (): never => {
        reads++;
        throw new Error('the disk is broken');
      },
    };
    const options = { disk: broken, apis: '/apis', groups: parseGroups(['example:v1']) };
    const editor = createEditorService({ ...options, settings: DEFAULT_SETTINGS });
    for (const _ of [1, 2]) {
      assert.throws(() => editor.diagnostics(TYPES), { message: 'the disk is broken' });
    }
    assert.equal(reads, 1);
    editor.update(TYPES, kindWith('  a: string;'));
    assert.throws(() => editor.diagnostics(TYPES), { message: 'the disk is broken' });
    assert.equal(reads, 2);
  });

  test('do not exceed a text with control characters', () => {
    for (const text of [
      '\u0000',
      '\u2028\u2029\r',
      '\ud800',
      '// +\u0000',
      '// +a\u0007:b=\u001b[31m',
    ]) {
      const { editor } = editorOf({ [TYPES]: kindWith('') });
      editor.update(TYPES, text);
      for (const { start, end } of editor.diagnostics(TYPES)) {
        assert.ok(start >= 0 && start <= end && end <= text.length, JSON.stringify(text));
      }
    }
  });
});

test('an editor wants the files of the selected folders and of the code, without reading them', () => {
  const { editor } = editorOf({});
  const wanted = [TYPES, '/apis/example/v1/new.ts', CODE, '/src/a/b.ts'];
  const others = [
    '/apis/example/v2/types.ts',
    '/apis/example/v1/types.test.ts',
    '/apis/example/v1/types.json',
    '/src/a.test.ts',
    '/src/node_modules/a.ts',
    '/generated/example/v1/types.ts',
    '/other.ts',
  ];
  assert.deepEqual(
    [...wanted, ...others].filter((path) => editor.wants(path)),
    wanted,
  );
});

test('an editor wants a file that types import', () => {
  const shared = '/apis/shared/size.ts';
  const text = kindWith('').replace(
    'import',
    "import type { A } from '../../shared/size.js';\nimport",
  );
  const { editor } = editorOf({ [TYPES]: text, [shared]: 'export type A = string;\n' });
  assert.equal(editor.wants(shared), false);
  assert.deepEqual(editor.diagnostics(shared), []);
  assert.equal(editor.wants(shared), true);
});

describe('completion in an editor', () => {
  const cases: readonly (readonly [
    title: string,
    text: string,
    has: readonly string[],
    lacks: readonly string[],
  ])[] = [
    [
      'a field',
      kindWith('  // +|\n  size: Int32;'),
      ['optional', 'kubebuilder:validation:Maximum='],
      ['genclient', 'groupName=', 'kubebuilder:printcolumn:'],
    ],
    [
      'a kind',
      kindWith('').replace('+genclient', '+|'),
      ['genclient', 'kubebuilder:printcolumn:'],
      ['groupName=', 'optional'],
    ],
    [
      'a type',
      kindWith('', '// +|\nexport interface Other { a: string }\n'),
      ['kubebuilder:validation:MinProperties='],
      ['genclient', 'groupName='],
    ],
    [
      'a package',
      kindWith('').replace('+groupName=example.com', '+|'),
      ['groupName='],
      ['genclient', 'optional'],
    ],
    ['the end of a file', kindWith('', '// +|\n'), ['groupName=', 'genclient'], []],
    ['the end of an object', kindWith('  size: Int32;\n  // +|'), ['optional'], ['genclient']],
    [
      'a field of an object in a list',
      kindWith('  sizes: {\n    /** +| */\n    size: Int32;\n  }[];'),
      ['optional'],
      ['genclient'],
    ],
  ];
  for (const [title, marked, has, lacks] of cases) {
    test(`offers the markers of ${title}`, () => {
      const { editor, offset } = atCursor(marked);
      const texts = new Set(editor.completions(TYPES, offset)?.options.map(({ text }) => text));
      assert.deepEqual(
        has.filter((each) => !texts.has(each)),
        [],
      );
      assert.deepEqual(
        lacks.filter((each) => texts.has(each)),
        [],
      );
    });
  }

  test('offers the markers of code', () => {
    const { editor, offset } = atCursor('// +|\nexport const a = 1;\n', CODE);
    const texts = editor.completions(CODE, offset)?.options.map(({ text }) => text) ?? [];
    assert.ok(texts.includes('kubebuilder:rbac:'));
    assert.ok(!texts.includes('genclient'));
  });

  test('offers the values of an argument in its part of the text', () => {
    const { editor, text, offset } = atCursor(kindWith('  // +listType=ma|\n  a: string[];'));
    const found = editor.completions(TYPES, offset);
    assert.equal(text.slice(found?.start, found?.end), 'ma');
    assert.deepEqual(
      found?.options.map((each) => each.text),
      ['map', 'set', 'atomic'],
    );
  });

  test('offers the usual values of an argument that accepts any text', () => {
    const cases: readonly (readonly [marker: string, values: readonly string[]])[] = [
      ['kubebuilder:validation:Format=', ['date-time', 'uuid', 'int32', 'double']],
      ['kubebuilder:printcolumn:name=A,type=', ['integer', 'date']],
      ['kubebuilder:rbac:groups=co', ['core', 'apps']],
      ['kubebuilder:rbac:groups=core;apps,resources=pods;', ['secrets', 'deployments']],
      ['kubebuilder:rbac:groups=core,resources=pods,verbs=get;l', ['list', 'watch', '*']],
    ];
    for (const [marker, values] of cases) {
      const { editor, offset } = atCursor(kindWith(`  // +${marker}|\n  a: string;`));
      const texts = editor.completions(TYPES, offset)?.options.map((each) => each.text) ?? [];
      assert.deepEqual(
        values.filter((each) => !texts.includes(each)),
        [],
        marker,
      );
    }
  });

  test('offers the fields of items and the paths of a kind', () => {
    const offered = (marked: string): readonly string[] => {
      const { editor, offset } = atCursor(marked);
      return editor.completions(TYPES, offset)?.options.map(({ text }) => text) ?? [];
    };
    const list =
      '  // +listType=map\n  // +listMapKey=|\n  ports: { name: string; port: Int32 }[];';
    assert.deepEqual(offered(kindWith(`  a: string;\n${list}\n  b: { c: string }[];`)), [
      'name',
      'port',
    ]);
    assert.deepEqual(offered(kindWith('  // +listMapKey=|\n  a: string;')), []);
    const column = '// +kubebuilder:printcolumn:name=A,type=string,JSONPath=|\n';
    const fields = '  size: Int32;\n  part: { a?: string; of: string[] };';
    assert.deepEqual(offered(kindWith(fields).replace('// +genclient\n', column)), [
      '.spec.size',
      '.spec.part.a',
      '.metadata.name',
      '.metadata.creationTimestamp',
    ]);
  });

  test('offers first what most fields need, and last what only vmgen knows', () => {
    const { editor, offset } = atCursor(kindWith('  // +|\n  size: Int32;'));
    const texts = editor.completions(TYPES, offset)?.options.map(({ text }) => text) ?? [];
    assert.equal(texts[0], 'optional');
    const first = texts.findIndex((each) => each.startsWith('vmgen:'));
    assert.ok(first > 0 && texts.slice(first).every((each) => each.startsWith('vmgen:')));
  });

  test('offers nothing outside of comments', () => {
    const { editor, offset } = atCursor(kindWith('  a: string +|;'));
    assert.equal(editor.completions(TYPES, offset), undefined);
    assert.equal(editor.completions('/other.ts', 0), undefined);
    assert.equal(editor.completions(TYPES, 1e9), undefined);
  });
});

describe('a hover in an editor', () => {
  test('describes a marker', () => {
    const { editor, text, offset } = atCursor(kindWith('  // +list|Type=set\n  a: string[];'));
    const hover = editor.hover(TYPES, offset);
    assert.equal(text.slice(hover?.start, hover?.end), '+listType');
    assert.equal(hover?.title, '+listType');
    const lines = text.replaceAll('\n', '\r\n');
    editor.update(TYPES, lines);
    assert.equal(editor.hover(TYPES, lines.indexOf('listType'))?.title, '+listType');
    assert.match(hover?.markdown ?? '', /^```text\n\+listType=<map\|set\|atomic>\n/);
  });

  test('describes a field by its schema and its path in the CRD', () => {
    const { editor, text, offset } = atCursor(
      kindWith('  /** The size. */\n  // +kubebuilder:validation:Maximum=5\n  si|ze?: Int32;'),
    );
    const hover = editor.hover(TYPES, offset);
    assert.equal(text.slice(hover?.start, hover?.end), 'size');
    assert.equal(hover?.title, 'size: .spec.size of Thing, optional');
    assert.equal(
      hover?.markdown,
      `\`\`\`yaml
description: The size.
type: integer
format: int32
maximum: 5
\`\`\`

in the CRD: \`spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size\``,
    );
  });

  test('describes a type by the fields that have it', () => {
    const { editor, offset } = atCursor(
      kindWith(
        '  a: Part;\n  parts: Record<string, Part[]>;',
        'export interface Pa|rt { b: string }\n',
      ),
    );
    const hover = editor.hover(TYPES, offset);
    assert.equal(hover?.title, 'Part: .spec.a of Thing, required');
    assert.match(hover?.markdown ?? '', /also:\n\n- `Thing \.spec\.parts`\n$/);
  });

  test('describes a kind', () => {
    const { editor, offset } = atCursor(kindWith('  a: string;').replace('Thing', 'Th|ing'));
    const hover = editor.hover(TYPES, offset);
    assert.equal(hover?.title, 'the kind Thing');
    assert.match(
      hover?.markdown ?? '',
      /^`things\.example\.com\/v1`: namespaced, stored, served\n\n```yaml\n/,
    );
  });

  test('describes a field although another one has an error', () => {
    const { editor, offset } = atCursor(kindWith('  bad: Int23;\n  si|ze: Int32;'));
    assert.equal(editor.hover(TYPES, offset)?.title, 'size: .spec.size of Thing, required');
  });

  test('contains texts of the project only as code', () => {
    const { editor, offset } = atCursor(
      kindWith("  /** A ``` fence. <script> [a](b) */\n  '`a|`': string;"),
    );
    const { markdown = '' } = editor.hover(TYPES, offset) ?? {};
    assert.match(markdown, /^````yaml\n/);
    assert.match(markdown, /in the CRD: ``spec\.[^\n]*\[`a`\]``$/);
    const names =
      '// +kubebuilder:resource:shortName="![a](https://example.com)"\nexport interface';
    const kind = atCursor(kindWith('').replace('export interface Thi', `${names} Th|i`));
    const { markdown: text = '' } = kind.editor.hover(TYPES, kind.offset) ?? {};
    assert.match(text, /, short names `!\[a\]\(https:\/\/example\.com\)`, /);
  });

  test('is nothing for other names', () => {
    const { editor, offset } = atCursor(kindWith('  a: str|ing;'));
    assert.equal(editor.hover(TYPES, offset), undefined);
  });
});

describe('fixes in an editor', () => {
  test('are the edits of a diagnostic that overlaps a part', () => {
    const text = kindWith('  a: Int23;\n  b: bigint;');
    const { editor } = editorOf({ [TYPES]: text });
    const at = text.indexOf('bigint');
    const [fix, ...others] = editor.fixes(TYPES, at, at + 1);
    assert.equal(others.length, 0);
    assert.equal(fix?.diagnostic.code, 'VMGEN4001');
    assert.equal(fix.title, 'use Int64 of @vmgen/runtime');
    assert.ok(fix.edits.every(({ path }) => path === TYPES));
    assert.match(fixed(text, fix.edits), /b: Int64;/);
    assert.match(fixed(text, editor.allFixes(TYPES)), /a: Int32;\n {2}b: Int64;/);
    assert.deepEqual(editor.fixes(TYPES, 0, 0), []);
    const misspelt = text.indexOf('Int23');
    assert.equal(editor.fixes(TYPES, misspelt, misspelt)[0]?.title, 'write Int32');
  });

  test('are the choices of a diagnostic, with their imports', () => {
    const text = kindWith('  a: number;');
    const { editor } = editorOf({ [TYPES]: text });
    const at = text.indexOf('a: number;');
    const fixes = editor.fixes(TYPES, at, at);
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['replace number by Int32', 'replace number by Int64', 'replace number by Float'],
    );
    const float = fixed(text, fixes[2]?.edits ?? []);
    assert.match(float, /import type \{[^}]*\bFloat\b[^}]*\}[^]*a: Float;/);
    assert.deepEqual(editor.allFixes(TYPES), []);
  });

  test('name what they replace in a marker', () => {
    const text = kindWith('  // +kubebuilder:externalDocs:ulr="/a"\n  a: string;');
    const { editor } = editorOf({ [TYPES]: text });
    const [fix] = editor.fixes(TYPES, 0, text.length);
    assert.equal(fix?.title, 'replace ulr by url');
  });

  function fixed(text: string, edits: readonly { start: number; end: number; text: string }[]) {
    const plain = edits.map(({ start, end, text: inserted }) => ({
      offset: start,
      length: end - start,
      text: inserted,
    }));
    const position = { file: TYPES, line: 1, column: 1 };
    return applyEdits(
      text,
      plain.map((edit) => ({ ...edit, position, end: position })),
    );
  }
});
