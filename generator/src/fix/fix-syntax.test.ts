import assert from 'node:assert/strict';
import { chmod, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { generate } from '../generate.js';
import { parseGroups } from '../settings/parse-groups.js';
import { fixSources } from './fix-sources.js';
import { DEFAULT_SETTINGS } from '../testing/compile-text.js';
import { folderWith } from '../testing/folder-with.js';

const FILE = 'example/v1/types.ts';

/** Files of an API on the disk, by path. */
function project(context: TestContext, files: Readonly<Record<string, string | Buffer>>) {
  const apis = folderWith(context, files);
  const options = {
    ...DEFAULT_SETTINGS,
    groups: parseGroups(['example:v1']),
    apis,
    paths: [],
    out: folderWith(context),
    headerFile: undefined,
    check: true,
  };
  const fix = () => fixSources(options, { show: async () => {}, confirm: async () => true });
  const diagnostics = async (): Promise<string[]> =>
    (await generate(options)).diagnostics.map(({ code, message }) => `${code} ${message}`);
  return { apis, file: join(apis, FILE), fix, diagnostics };
}

const GROUP = '// +groupName=example.com\n\n';
const IMPORT = "import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';\n";
const WITH_INT64 = "import type { Int64, ObjectMeta, TypeMeta } from '@vmgen/runtime';\n";
const kind = (spec: string): string =>
  `export interface Thing extends TypeMeta {\n  metadata: ObjectMeta;\n  spec: {\n${spec}\n  };\n}\n`;

/** Returns the file after a fix; the diagnostic must be gone. */
const CASES: readonly (readonly [title: string, wrong: string, right: string])[] = [
  ...['\u2028', '\u2029', '\r'].map(
    (end) =>
      [
        `a line that ends with U+${end.charCodeAt(0).toString(16).padStart(4, '0')} shifts nothing`,
        `${GROUP}${IMPORT}// A.${end}// B.\n${kind("    size: 'a' | 'bigint';\n    count: bigint;")}`,
        `${GROUP}${WITH_INT64}// A.${end}// B.\n${kind("    size: 'a' | 'bigint';\n    count: Int64;")}`,
      ] as const,
  ),
  [
    'keeps a byte order mark',
    `\ufeff${GROUP}${IMPORT}${kind('    a: bigint;')}`,
    `\ufeff${GROUP}${WITH_INT64}${kind('    a: Int64;')}`,
  ],
  [
    'inserts CRLF in a file with CRLF',
    `${GROUP}import type * as rt from './own.js';\nexport type Own = rt.Own;\n${kind('    a: bigint;')}`
      .replace('TypeMeta', 'Own')
      .replace('ObjectMeta', "import('@vmgen/runtime').ObjectMeta")
      .replaceAll('\n', '\r\n'),
    `${GROUP}import type { Int64 } from '@vmgen/runtime';\nimport type * as rt from './own.js';\nexport type Own = rt.Own;\n${kind('    a: Int64;')}`
      .replace('TypeMeta', 'Own')
      .replace('ObjectMeta', "import('@vmgen/runtime').ObjectMeta")
      .replaceAll('\n', '\r\n'),
  ],
  [
    'ignores a name in a comment before the type',
    `${GROUP}${IMPORT}${kind('    a /* bigint */ : /* bigint */ bigint; // bigint')}`,
    `${GROUP}${WITH_INT64}${kind('    a /* bigint */ : /* bigint */ Int64; // bigint')}`,
  ],
  [
    'ignores an import in a comment',
    `${GROUP}/*\nimport type { Int64 } from '@vmgen/runtime';\n*/\n${IMPORT}${kind('    a: bigint;')}`,
    `${GROUP}/*\nimport type { Int64 } from '@vmgen/runtime';\n*/\n${WITH_INT64}${kind('    a: Int64;')}`,
  ],
  [
    'imports a name that only a comment declares',
    `${GROUP}// type Int64 was here.\n${IMPORT}${kind('    a: bigint;')}`,
    `${GROUP}// type Int64 was here.\n${WITH_INT64}${kind('    a: Int64;')}`,
  ],
  [
    'uses an alias of an import',
    `${GROUP}import type { Int64 as I64, ObjectMeta, TypeMeta } from '@vmgen/runtime';\n${kind('    a: bigint;')}`,
    `${GROUP}import type { Int64 as I64, ObjectMeta, TypeMeta } from '@vmgen/runtime';\n${kind('    a: I64;')}`,
  ],
  [
    'uses the namespace of an import',
    `${GROUP}import type * as rt from '@vmgen/runtime';\n${kind('    a: bigint;')}`
      .replace('TypeMeta', 'rt.TypeMeta')
      .replace('ObjectMeta', 'rt.ObjectMeta'),
    `${GROUP}import type * as rt from '@vmgen/runtime';\n${kind('    a: rt.Int64;')}`
      .replace('TypeMeta', 'rt.TypeMeta')
      .replace('ObjectMeta', 'rt.ObjectMeta'),
  ],
  [
    'moves a marker to the line after #!',
    `#!/usr/bin/env node\n${IMPORT}${kind('    // +groupName=example.com\n    a: string;')}`,
    `#!/usr/bin/env node\n// +groupName=example.com\n\n${IMPORT}${kind('    a: string;')}`,
  ],
  [
    'inserts an import after #!',
    `#!/usr/bin/env node\n${GROUP}export interface Thing extends TypeMeta {\n  metadata: ObjectMeta;\n}\n`,
    `#!/usr/bin/env node\nimport type { TypeMeta, ObjectMeta } from '@vmgen/runtime';\n\n${GROUP}export interface Thing extends TypeMeta {\n  metadata: ObjectMeta;\n}\n`,
  ],
  [
    'inserts an import after the comments that control TypeScript',
    `// @ts-nocheck\n/// <reference lib="es2023" />\n${GROUP}export interface Thing extends TypeMeta {\n  metadata: ObjectMeta;\n}\n`,
    `// @ts-nocheck\n/// <reference lib="es2023" />\nimport type { TypeMeta, ObjectMeta } from '@vmgen/runtime';\n\n${GROUP}export interface Thing extends TypeMeta {\n  metadata: ObjectMeta;\n}\n`,
  ],
  [
    'exports all declarations of a merged interface',
    `${GROUP}${IMPORT}${kind('    a: Spec;')}interface Spec {\n  b: { c: string };\n}\ninterface Spec {\n  d: string;\n}\n`,
    `${GROUP}${IMPORT}${kind('    a: Spec;')}export interface Spec {\n  b: { c: string };\n}\nexport interface Spec {\n  d: string;\n}\n`,
  ],
  [
    'does not add a type to an import of values, which verbatimModuleSyntax rejects',
    `${GROUP}import { TypeMeta, ObjectMeta } from '@vmgen/runtime';\n${kind('    a: bigint;')}`,
    `${GROUP}import type { Int64 } from '@vmgen/runtime';\nimport { TypeMeta, ObjectMeta } from '@vmgen/runtime';\n${kind('    a: Int64;')}`,
  ],
  [
    'adds several names to one list at once',
    `${GROUP}${IMPORT}${kind('    a: bigint;\n    b: Date;\n    c: BigInt;')}`,
    `${GROUP}import type { Int64, Time, ObjectMeta, TypeMeta } from '@vmgen/runtime';\n${kind('    a: Int64;\n    b: Time;\n    c: Int64;')}`,
  ],
  [
    'moves several markers to the top at once',
    `${IMPORT}${kind('    // +groupName=example.com\n    a: string;\n    // +kubebuilder:validation:Optional\n    // +versionName=v1\n    b?: string;')}`,
    `// +groupName=example.com\n\n// +versionName=v1\n\n${IMPORT}${kind('    a: string;\n    // +kubebuilder:validation:Optional\n    b?: string;')}`,
  ],
  [
    'removes the ? of a field in any context',
    `${GROUP}${IMPORT}${kind("    // +required\n    'a-b' /* ? */ ? : string;")}`,
    `${GROUP}${IMPORT}${kind("    // +required\n    'a-b' /* ? */  : string;")}`,
  ],
  [
    'keeps the double quotes of a literal',
    `${GROUP}import type { Condition, ObjectMeta, TypeMeta } from '@vmgen/runtime';\n${kind('    a: Pick<Condition, /* "types" */ "types">;')}`,
    `${GROUP}import type { Condition, ObjectMeta, TypeMeta } from '@vmgen/runtime';\n${kind('    a: Pick<Condition, /* "types" */ "type">;')}`,
  ],
  [
    'finds a member of an enum after its dot',
    `${GROUP}${IMPORT}export enum Smal { Small = 'S' }\n${kind('    a: Smal /* .Smal */ . Smal;')}`,
    `${GROUP}${IMPORT}export enum Smal { Small = 'S' }\n${kind('    a: Smal /* .Smal */ . Small;')}`,
  ],
];
for (const [title, wrong, right] of CASES) {
  test(`--fix ${title}`, async (context) => {
    const { file, fix, diagnostics } = project(context, {
      [FILE]: wrong,
      'example/v1/own.ts':
        "import type { TypeMeta } from '@vmgen/runtime';\nexport interface Own extends TypeMeta {}\n",
    });
    assert.notDeepEqual(await diagnostics(), []);
    await fix();
    assert.equal(await readFile(file, 'utf8'), right);
    assert.deepEqual(await diagnostics(), []);
    assert.deepEqual((await readdir(dirname(file))).sort(), ['own.ts', 'types.ts']);
  });
}

/** What has a diagnostic and no fix. */
const LEFT: readonly (readonly [title: string, text: string])[] = [
  [
    'exports nothing beside export =',
    `${GROUP}import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';\n${kind('    a: Spec;')}interface Spec {\n  b: { c: string };\n}\nconst none = 0;\nexport = none;\n`,
  ],
  [
    'does not edit a file with a syntax error',
    `${GROUP}${IMPORT}${kind('    a: bigint;')}export interface Broken {\n`,
  ],
  [
    'does not import a name that a type parameter uses',
    `${GROUP}${IMPORT}export interface Box<Int64> { value: Int64 }\n${kind('    a: bigint;')}`,
  ],
  [
    'does not move a line with code beside the comment',
    `${GROUP}${IMPORT}${kind('    // +versionName=v1\u2028a: string;')}`,
  ],
];
for (const [title, text] of LEFT) {
  test(`--fix ${title}`, async (context) => {
    const { file, fix, diagnostics } = project(context, { [FILE]: text });
    assert.notDeepEqual(await diagnostics(), []);
    await fix();
    assert.equal(await readFile(file, 'utf8'), text);
  });
}

test('--fix fails for a read-only file and changes no other file', async (context) => {
  const other = 'example/v1/other.ts';
  const text = `${GROUP}${IMPORT}${kind('    a: bigint;')}`;
  const more = 'export interface Spec { a: bigint }\n';
  const { apis, file, fix } = project(context, { [FILE]: text, [other]: more });
  await writeFile(file, text.replace('spec: {', "spec: import('./other.js').Spec & {"));
  const before = await readFile(file, 'utf8');
  for (const path of [join(apis, other), file]) {
    await chmod(path, 0o444);
    await assert.rejects(fix(), {
      message: `--fix: ${path} cannot be changed: it is read-only; every file is as it was`,
    });
    await chmod(path, 0o644);
    assert.equal(await readFile(file, 'utf8'), before);
    assert.equal(await readFile(join(apis, other), 'utf8'), more);
    assert.deepEqual((await readdir(dirname(file))).sort(), ['other.ts', 'types.ts']);
  }
  await fix();
  assert.match(await readFile(join(apis, other), 'utf8'), /a: Int64/);
});
