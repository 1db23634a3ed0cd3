import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { GENERATORS } from './settings/generated-file.js';
import { formatDiagnostic } from './diagnostics/format-diagnostic.js';
import { locateDiagnostics } from './syntax/locate-diagnostics.js';
import { generate } from './generate.js';
import { parseGroups } from './settings/parse-groups.js';
import { kindWith } from './testing/compile-text.js';

type Files = Readonly<Record<string, string>>;

/** What is made of a project with these files, and what is found; paths are those of the project. */
async function made(files: Files, ...paths: string[]) {
  const root = await mkdtemp(join(tmpdir(), 'vmgen-paths-'));
  try {
    const all = { 'apis/example/v1/types.ts': kindWith('  a: string;'), ...files };
    for (const [path, text] of Object.entries(all)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    await symlink('..', join(root, 'apis/loop'));
    const { plan, diagnostics, sources } = await generate({
      groups: parseGroups(['example:v1']),
      apis: join(root, 'apis'),
      paths: paths.map((path) => join(root, path)),
      out: join(root, 'generated'),
      generators: GENERATORS,
      headerFile: undefined,
      importExtension: 'js',
      maxDescLen: undefined,
      trimDescriptions: true,
      embeddedObjectMeta: true,
      check: true,
      strict: false,
    });
    const lines = locateDiagnostics(diagnostics, sources).flatMap((each) =>
      formatDiagnostic(each).replaceAll(`${root}/`, '').split('\n'),
    );
    return { files: plan?.created ?? [], lines };
  } finally {
    await rm(root, { recursive: true });
  }
}

/** The roles that are made without a diagnostic, each with its resources. */
async function roles(files: Files, ...paths: string[]): Promise<Record<string, string>> {
  const result = await made(files, ...paths);
  assert.deepEqual(result.lines, []);
  const text = result.files.find(({ path }) => path === 'rbac/role.yaml')?.text ?? '';
  const documents = parseAllDocuments(text).map(
    (each) => each.toJSON() as { metadata: { name: string }; rules: { resources: string[] }[] },
  );
  return Object.fromEntries(
    documents.map(({ metadata, rules }) => [
      metadata.name,
      rules.flatMap(({ resources }) => resources).join(' '),
    ]),
  );
}

/** A marker that allows to get these. */
const get = (resource: string, more = ''): string =>
  `// +kubebuilder:rbac:groups="",resources=${resource},verbs=get${more}`;

const EVERYWHERE = `#!/usr/bin/env node
${get('top')}
import { decorated } from './decorated.js';

/**
 * Reconciles.
 * ${get('doc').slice(3)}
 */
export async function reconcile(): Promise<void> {
  ${get('inner')}
  const text = \`
${get('template')}
\${await now(${get('hole')}
  )}\`;
  const notThis = '${get('text')}' + /[/]/.source;
  if (text === notThis) { ${get('brace')}
  }
  /* ${get('block')} */
}

@decorated({ a: 1 }) ${get('decorator')}
export abstract class Reconciler<T> {
  ${get('method')}
  @decorated() protected abstract work(of: T): void; ${get('behind')}

  // +kubebuilder:rbac:groups="",
  //   resources=lines,verbs=get
  static { ${get('static')}
  }
  ${get('last')}
}
${get('end')}`;

test('reads markers from all comments in code, but not from similar text', async () => {
  const { 'manager-role': resources } = await roles({ 'src/a.ts': EVERYWHERE }, 'src');
  const wanted = 'behind brace decorator doc end hole inner last lines method static top'.split(
    ' ',
  );
  assert.deepEqual(resources, wanted.join(' '));
});

test('ignores text between JSX tags', async () => {
  const page = `export const page = <a href="//">${get('text')}
{/* ${get('block')} */}{
  ${get('brace')}
}</a>;`;
  assert.deepEqual(await roles({ 'src/page.tsx': page }, 'src'), { 'manager-role': 'brace' });
});

const FOLDER: Files = {
  'src/b/c.mts': get('b-c'),
  'src/a.cts': get('a'),
  'src/a.test.ts': get('test'),
  'src/a.d.ts': get('declaration'),
  'src/a.js': get('javascript'),
  'src/dist/a.ts': get('dist'),
  'src/node_modules/a/a.ts': get('package'),
  'src/.hidden/a.ts': get('hidden'),
  'other/a.ts': get('other'),
  'generated/mine.ts': get('output'),
};

test('reads a folder recursively, except for tests, declarations, and generated, hidden or installed files', async () => {
  const wanted = { 'manager-role': 'a b-c' };
  assert.deepEqual(await roles(FOLDER, 'src'), wanted);
  assert.deepEqual(await roles(FOLDER, 'src/...', 'src/b', 'src/a.cts'), wanted);
  assert.deepEqual(await roles(FOLDER, 'src/a.cts', 'other'), { 'manager-role': 'a other' });
});

test('reads each API file once and no output if the path is the whole project', async () => {
  const files = { ...FOLDER, 'apis/example/v1/doc.ts': get('doc') };
  assert.deepEqual(await roles(files, '.'), { 'manager-role': 'a b-c doc other' });
  assert.deepEqual(await roles(files, 'apis/example'), { 'manager-role': 'doc' });
});

const NAMED = '// +vmgen:rbac:roleName=shop\n';

test('names roles by the files, else by the APIs, else manager-role', async () => {
  const types = kindWith('  a: string;');
  const shop = { 'apis/example/v1/types.ts': types, 'apis/example/v1/doc.ts': NAMED };
  assert.deepEqual(await roles({ 'a.ts': get('a') }, 'a.ts'), { 'manager-role': 'a' });
  assert.deepEqual(await roles({ ...shop, 'a.ts': get('a') }, 'a.ts'), { shop: 'a' });
  const both = { 'src/a.ts': '// +vmgen:rbac:roleName=mine', 'src/b.ts': get('b') };
  assert.deepEqual(await roles({ ...shop, ...both }, 'src'), { mine: 'b' });
  const other = { 'a.ts': get('a', ',roleName=other') };
  assert.deepEqual(await roles({ ...shop, ...other }, 'a.ts'), { other: 'a' });
});

test('combines rules of APIs and of code in one role', async () => {
  const { files } = await made(
    {
      'apis/example/v1/doc.ts': get('pods;secrets'),
      'src/a.ts': `${get('pods')}\n// +kubebuilder:rbac:groups=core,resources=pods,verbs=watch`,
    },
    'src',
  );
  const text = files.find(({ path }) => path === 'rbac/role.yaml')?.text ?? '';
  const { rules } = parseAllDocuments(text)[0]?.toJSON() as { rules: unknown };
  assert.deepEqual(rules, [
    { apiGroups: [''], resources: ['pods'], verbs: ['get', 'watch'] },
    { apiGroups: [''], resources: ['secrets'], verbs: ['get'] },
  ]);
});

test('combines webhooks of code with those of the APIs', async () => {
  const webhook = (name: string): string =>
    `// +kubebuilder:webhook:path=/a,mutating=false,failurePolicy=fail,sideEffects=None,groups=a.b,resources=as,verbs=create,versions=v1,name=${name}.a.b,admissionReviewVersions=v1`;
  const files = { 'apis/example/v1/doc.ts': webhook('doc'), 'src/a.ts': webhook('code') };
  const text = (await made(files, 'src')).files.find(
    ({ path }) => path === 'webhook/manifests.yaml',
  );
  assert.deepEqual(text?.text.match(/name: .*\.a\.b/g), ['name: code.a.b', 'name: doc.a.b']);
});

const FOUND: readonly [what: string, files: Files, path: string, ...lines: string[]][] = [
  [
    'an error in a marker',
    { 'src/a.ts': `function a() {\n  ${get('a').replace('verbs', 'verb')}\n}` },
    'src',
    'src/a.ts:2:46: error VMGEN3102 (unexpected-value): +kubebuilder:rbac: unknown argument verb; did you mean verbs?',
    '    // +kubebuilder:rbac:groups="",resources=a,verb=get',
    '                                               ^^^^',
    '  the syntax is +kubebuilder:rbac:verbs=<string;string>,groups?=<string;string>,resources?=<string;string>,resourceNames?=<string;string>,urls?=<string;string>,namespace?=<string>,roleName?=<string>',
  ],
  [
    'an unknown marker',
    { 'src/a.ts': '// +kubebuilder:rbca:groups=a' },
    'src',
    'src/a.ts:1:4: error VMGEN3001 (unknown-marker): unknown marker +kubebuilder:rbca:groups',
    '    // +kubebuilder:rbca:groups=a',
    '       ^^^^^^^^^^^^^^^^^^^^^^^^',
    '  did you mean +kubebuilder:rbac:groups?',
  ],
  [
    'a marker for types',
    { 'src/a.ts': '// +other\n// +kubebuilder:validation:Minimum=1' },
    'src',
    'src/a.ts:2:4: warning VMGEN3005 (misplaced-marker): +kubebuilder:validation:Minimum has no effect here: vmgen reads only RBAC, policy and webhook markers from the files of --paths',
    '    // +kubebuilder:validation:Minimum=1',
    '       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
    '  remove it, or move it with its type into a folder of the APIs',
  ],
  [
    'a second role name',
    { 'src/a.ts': NAMED, 'src/b.ts': NAMED },
    'src',
    'src/b.ts:1:4: error VMGEN3006 (duplicate-marker): +vmgen:rbac:roleName is specified twice',
    '    // +vmgen:rbac:roleName=shop',
    '       ^^^^^^^^^^^^^^^^^^^^',
    '  src/a.ts:1:4: the first is here',
    '    // +vmgen:rbac:roleName=shop',
    '       --------------------',
    '  remove one',
  ],
  [
    'code that cannot be parsed',
    { 'src/a.ts': `const a = \`\n${get('a')}` },
    'src',
    'src/a.ts:2:53: error VMGEN1001 (syntax-error): syntax error: Unterminated template literal.',
    `    ${get('a')}`,
    '                                                        ^',
  ],
  [
    'a missing path',
    {},
    'nowhere',
    'error VMGEN1003 (missing-path): --paths: nowhere does not exist',
    '  name a folder or a TypeScript file',
  ],
  [
    'a file in another language',
    { 'a.js': get('a') },
    'a.js',
    'error VMGEN1004 (path-without-code): --paths: a.js is not a TypeScript source',
    '  name a folder or a TypeScript file',
  ],
];
test('accepts a folder without code', async () => {
  for (const file of ['src/a.d.ts', 'src/a.js', 'src/.keep', 'src/node_modules/a/a.ts']) {
    assert.deepEqual((await made({ [file]: get('a') }, 'src')).lines, [], file);
  }
});

for (const [what, files, path, ...lines] of FOUND) {
  test(`reports ${what}`, async () => {
    assert.deepEqual((await made(files, path)).lines, lines);
  });
}
