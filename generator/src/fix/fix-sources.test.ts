import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { compile } from '../compile.js';
import { editsFor } from '../syntax/edits-for.js';
import { locateDiagnostics } from '../syntax/locate-diagnostics.js';
import { parseGroups } from '../settings/parse-groups.js';
import { DEFAULT_SETTINGS } from '../testing/compile-text.js';
import { diagnosticFiles } from '../testing/diagnostic-source.js';
import { SourceEditor } from '../syntax/source-editor.js';
import { LineMap } from '../text/line-map.js';
import { fixSources } from './fix-sources.js';
import { applyEdits, planFixes } from './plan-fixes.js';
import { folderWith } from '../testing/folder-with.js';

const FILE = 'example/v1/types.ts';

/** The diagnostics of a source, with their edits. */
function diagnosticsOf(text: string) {
  const sources = {
    root: 'apis',
    folders: parseGroups(['example:v1']),
    files: [{ path: FILE, text }],
  };
  return locateDiagnostics(compile(sources, DEFAULT_SETTINGS).diagnostics, sources);
}

function fixed(text: string): string {
  return planFixes(diagnosticsOf(text)).reduce(
    (source, { edits }) => applyEdits(source, edits),
    text,
  );
}

const FIELDS: readonly (readonly [code: string, wrong: string, right: string])[] = [
  ['VMGEN1101', 'a: Int23;', 'a: Int32;'],
  [
    'VMGEN3001',
    '// +kubebuilder:validation:Maxinum=5\na: Int32;',
    '// +kubebuilder:validation:Maximum=5\na: Int32;',
  ],
  ['VMGEN3001', '/** A.\n * +optonal */\na?: Int32;', '/** A.\n * +optional */\na?: Int32;'],
  [
    'VMGEN3003',
    '// +kubebuildr:validation:Maximum=5\na: Int32;',
    '// +kubebuilder:validation:Maximum=5\na: Int32;',
  ],
  [
    'VMGEN3008',
    '// kubebuilder:validation:Maximum=5\na: Int32;',
    '// +kubebuilder:validation:Maximum=5\na: Int32;',
  ],
  [
    'VMGEN3011',
    '/** @minimum 1 */\na: Int32;',
    '/** +kubebuilder:validation:Minimum=1 */\na: Int32;',
  ],
  [
    'VMGEN3102',
    '// +kubebuilder:externalDocs:ulr="/a"\na: Int32;',
    '// +kubebuilder:externalDocs:url="/a"\na: Int32;',
  ],
  ['VMGEN4001', 'a: bigint;', 'a: Int64;'],
  ['VMGEN4001', 'a: BigInt[];', 'a: Int64[];'],
  ['VMGEN4004', 'a: String;', 'a: string;'],
  ['VMGEN4005', 'a: Date;', 'a: Time;'],
  ['VMGEN4204', "a: Pick<Condition, 'types'>;", "a: Pick<Condition, 'type'>;"],
  ['VMGEN5001', '// +required\na?: Int32;', '// +required\na: Int32;'],
  ['VMGEN5001', '// +optional\na: Int32;', '// +optional\na?: Int32;'],
  [
    'VMGEN5101',
    '// +kubebuilder:validation:Format=uiid\na: string;',
    '// +kubebuilder:validation:Format=uuid\na: string;',
  ],
  [
    'VMGEN6001',
    '// +listType=map\n// +listMapKey=nam\na: { name: string }[];',
    '// +listType=map\n// +listMapKey=name\na: { name: string }[];',
  ],
  [
    'VMGEN5102',
    '// +kubebuilder:validation:Pattern=`/^a$/`\na: string;',
    '// +kubebuilder:validation:Pattern=`^a$`\na: string;',
  ],
];
for (const [code, wrong, right] of FIELDS) {
  test(`fixes ${code} without other diagnostics: ${right}`, () => {
    const source = diagnosticFiles(wrong, 'field')[FILE] ?? '';
    const codes = new Set<string>(diagnosticsOf(source).map((diagnostic) => diagnostic.code));
    assert.deepEqual([...codes], [code]);
    const result = fixed(source);
    assert.ok(result.includes(`\n${right}\n`), result);
    assert.deepEqual(diagnosticsOf(result), []);
  });
}

const KINDS: (readonly [code: string, wrong: string])[] = [
  ['VMGEN2007', 'export interface Machine extends TypeMeta { metadata?: ObjectMeta }'],
  [
    'VMGEN2009',
    '// +kubebuilder:subresource:status\nexport interface Machine extends TypeMeta { metadata: ObjectMeta; status: { a?: string } }',
  ],
  [
    'VMGEN3106',
    '// +genclient\n// +genclient:onlyVerbs=get,lists\nexport interface Machine extends TypeMeta { metadata: ObjectMeta }',
  ],
  [
    'VMGEN4204',
    "export enum Size { Small = 'S' }\nexport interface Machine extends TypeMeta { metadata: ObjectMeta; spec: { a: Size.Smal } }",
  ],
];
const THING = 'export interface Machine extends TypeMeta { metadata: ObjectMeta; spec: Spec }';
const SPEC = 'export interface Spec { a?: string }';
KINDS.push(
  [
    'VMGEN3306',
    `// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestmp\n${THING}\n${SPEC}`,
  ],
  [
    'VMGEN8004',
    `// +kubebuilder:rbac:groups=apps,resources=deployment;deployments/scale,verbs=get;lst\n\n${THING}\n${SPEC}`,
  ],
  ['VMGEN2001', 'interface Machine extends TypeMeta { metadata: ObjectMeta }'],
  ['VMGEN2006', `${THING}\n/** S. */ ${SPEC.replace('export ', '')}`],
  ['VMGEN2006', `${THING}\ndeclare ${SPEC.replace('export ', '')}`],
  [
    'VMGEN2004',
    `${THING}\n${SPEC}\n// +genclient\n${THING.replace('export', '').replace('Machine', 'Other')}`,
  ],
  [
    'VMGEN3005',
    `// +kubebuilder:object:generate=false\n${THING}\n// +kubebuilder:rbac:groups=apps,resources=pods,verbs=get\n${SPEC}`,
  ],
  [
    'VMGEN3005',
    `${THING}\nexport interface Spec {\n  // A.\n  // +versionName=v2\n  // B.\n  a?: string;\n}`,
  ],
  ['VMGEN3005', `${THING}\nexport interface Spec {\n  /** +versionName=v2 */\n  a?: string;\n}`],
  ['VMGEN3005', `${THING}\n/**\n * S.\n * +versionName=v2\n */\n${SPEC}`],
  ['VMGEN7001', `// +genclient:readonly\n// +genclient:noStatus\n${THING}\n${SPEC}`],
  ['VMGEN7001', `/**\n * A machine.\n * +genclient:readonly\n */\n${THING}\n${SPEC}`],
  ['VMGEN7001', `/** +genclient:readonly */\n${THING}\n${SPEC}`],
);
for (const [code, wrong] of KINDS) {
  test(`fixes ${code} in a kind`, () => {
    const source = diagnosticFiles(wrong, 'file')[FILE] ?? '';
    assert.deepEqual(
      [...new Set<string>(diagnosticsOf(source).map((diagnostic) => diagnostic.code))],
      [code],
    );
    assert.deepEqual(diagnosticsOf(fixed(source)), []);
  });
}

const KIND =
  'export interface Thing extends TypeMeta { metadata: ObjectMeta; spec: { a: bigint; b: bigint } }\n';
const GROUP = '// +groupName=example.com\n\n';
const RUNTIME = "'@vmgen/runtime';\n";

test('inserts an import before others, or at the start', () => {
  const edited = (source: string): string => {
    const [position] = [{ file: 'a.ts', ...new LineMap(source).placeOf(source.indexOf('bigint')) }];
    const editor = new SourceEditor('a.ts', source);
    const fix = {
      how: 'rename',
      position,
      old: 'bigint',
      text: 'Int64',
      isOfRuntime: true,
    } as const;
    const edits = editsFor(fix, editor) ?? [];
    return edits.reduceRight(
      (text, { start, end, text: own }) => text.slice(0, start) + own + text.slice(end),
      source,
    );
  };
  const type = 'export interface A { a: bigint }\n';
  const right = 'export interface A { a: Int64 }\n';
  const own = `import type { Int64 } from ${RUNTIME}`;
  assert.equal(edited(type), `${own}\n${right}`);
  const other = "// A.\n\nimport type { B } from './b.js';\n";
  assert.equal(edited(other + type), `// A.\n\n${own}import type { B } from './b.js';\n${right}`);
});

test('adds an import once to an existing list', () => {
  const right = KIND.replaceAll('bigint', 'Int64');
  const list = `${GROUP}import type {\n  ObjectMeta, TypeMeta } from ${RUNTIME}${KIND}`;
  assert.equal(
    fixed(list),
    `${GROUP}import type { Int64,\n  ObjectMeta, TypeMeta } from ${RUNTIME}${right}`,
  );
  const known = `${GROUP}import type { Int64, ObjectMeta, TypeMeta } from ${RUNTIME}${KIND}`;
  assert.equal(fixed(known), known.replaceAll('bigint', 'Int64'));
  for (const source of [list, known]) assert.deepEqual(diagnosticsOf(fixed(source)), []);
});

test('changes nothing if the name has another meaning in the file', () => {
  const taken = `${GROUP}import type { ObjectMeta, TypeMeta } from ${RUNTIME}export type Int64 = string;\n${KIND}`;
  assert.equal(fixed(taken), taken);
});

test('applies only the first of overlapping edits', () => {
  const position = { file: 'a.ts', line: 1, column: 1 };
  const base = { severity: 'error', code: 'VMGEN4001', message: 'no' } as const;
  const edit = (offset: number, length: number, text: string) => {
    const end = { line: 1, column: offset + length + 1 };
    return { position: { ...position, column: offset + 1 }, end, offset, length, text };
  };
  const plan = planFixes([
    { ...base, edits: [edit(0, 3, 'x')] },
    { ...base, edits: [edit(2, 2, 'y')] },
    { ...base, edits: [edit(3, 1, 'z')] },
  ]);
  assert.equal(applyEdits('abcd\n', plan[0]?.edits ?? []), 'xz\n');
});

/** A folder with one kind, whose spec has this. */
async function project(context: TestContext, spec = 'a: bigint;') {
  const source = diagnosticFiles(spec, 'field')[FILE] ?? '';
  const root = folderWith(context, { [`apis/${FILE}`]: source });
  const apis = join(root, 'apis');
  const file = join(apis, FILE);
  const options = {
    ...DEFAULT_SETTINGS,
    groups: parseGroups(['example:v1']),
    apis,
    paths: [],
    out: join(root, 'out'),
    headerFile: undefined,
    check: false,
  };
  return { root, apis, file, source, options };
}

test('shows a fix and applies it after confirmation', async (context) => {
  const { root, file, source, options } = await project(context);
  await chmod(file, 0o640);
  const shown: string[] = [];
  const show = async (lines: readonly string[]): Promise<void> => {
    shown.push(...lines);
  };
  await fixSources(options, { show, confirm: async () => false });
  assert.equal(await readFile(file, 'utf8'), source);
  assert.deepEqual(
    shown.slice(2).filter((line) => !line.startsWith('@@')),
    ['-a: bigint;', '+a: Int64;'],
  );
  await fixSources(options, { show, confirm: async () => true });
  assert.equal(await readFile(file, 'utf8'), source.replace('bigint', 'Int64'));
  assert.equal((await stat(file)).mode & 0o777, 0o640);
  assert.deepEqual(await readdir(dirname(file)), ['types.ts']);
  assert.deepEqual(await readdir(root), ['apis']);
});

test('does not write a file that changed since it was read', async (context) => {
  const { file, options } = await project(context);
  const confirm = async (): Promise<boolean> => {
    await writeFile(file, 'other\n');
    return true;
  };
  await assert.rejects(
    fixSources(options, { show: async () => {}, confirm }),
    /was changed since it was read/,
  );
  assert.equal(await readFile(file, 'utf8'), 'other\n');
});

test('reports a missing path of --paths in the run', async (context) => {
  const { root, file, source, options } = await project(context);
  const paths = [join(root, 'nowhere')];
  const dialog = { show: async () => {}, confirm: async () => true };
  await fixSources({ ...options, paths }, dialog);
  assert.equal(await readFile(file, 'utf8'), source.replace('bigint', 'Int64'));
});

test('shows a removed line as removed', async (context) => {
  const marked = '// +versionName=v2\na?: string;';
  const { options } = await project(context, marked);
  const shown: string[] = [];
  const show = async (lines: readonly string[]): Promise<void> => void shown.push(...lines);
  await fixSources(options, { show, confirm: async () => false });
  assert.deepEqual(shown.slice(2, 6), [
    '@@ 1 @@',
    '-// +groupName=example.com',
    '+// +versionName=v2',
    '+',
  ]);
  assert.deepEqual(shown.slice(8), ['-// +versionName=v2']);
});

test('does not edit generated files, links out of the folder, or packages', async (context) => {
  const asked: string[] = [];
  const dialog = {
    show: async (lines: readonly string[]): Promise<void> => {
      asked.push(...lines);
    },
    confirm: async () => true,
  };
  const made = await project(context);
  const generated = `// Code generated by vmgen. DO NOT EDIT.\n${made.source}`;
  await writeFile(made.file, generated);
  await fixSources(made.options, dialog);
  assert.equal(await readFile(made.file, 'utf8'), generated);

  const linked = await project(context);
  const outside = join(linked.root, 'outside.ts');
  await writeFile(outside, linked.source);
  await rm(linked.file);
  await symlink(outside, linked.file);
  await fixSources(linked.options, dialog);
  assert.equal(await readFile(outside, 'utf8'), linked.source);

  const using = await project(context, "a: import('odd').Odd;".replace("import('odd').", ''));
  const odd = join(using.root, 'node_modules/odd/odd.d.ts');
  await mkdir(dirname(odd), { recursive: true });
  await writeFile(join(dirname(odd), 'package.json'), '{"name":"odd","types":"./odd.d.ts"}');
  await writeFile(odd, 'export interface Odd { a: bigint }\n');
  await writeFile(using.file, `import type { Odd } from 'odd';\n${using.source}`);
  await fixSources(using.options, dialog);
  assert.equal(await readFile(odd, 'utf8'), 'export interface Odd { a: bigint }\n');
  assert.deepEqual(asked, []);
});
