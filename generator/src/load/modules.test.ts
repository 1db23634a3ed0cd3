import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ObservedDisk } from '../disk/observed-disk.js';
import type { FolderEntry } from '../disk/source-disk.js';
import { compileFiles, type Files } from '../testing/compile-files.js';
import { fileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

const TYPES = 'apis/example/v1/types.ts';
const CRD = 'crds/example.com_things.yaml';

/** A kind with a field of the type that the import brings. */
const using = (imported: string, type = 'Place'): string =>
  `${imported}\n${kindWith(`  place: ${type};`)}`;

const PLACE = `/** Place was found. */\nexport interface Place { name: string }\n`;

const geo = (manifest: object, files: Files): Files => ({
  'node_modules/geo/package.json': JSON.stringify({ name: 'geo', version: '1.0.0', ...manifest }),
  ...Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`node_modules/geo/${path}`, text]),
  ),
});

const tsconfig = (compilerOptions: object, more: object = {}): string =>
  JSON.stringify({ compilerOptions, ...more });

const FOUND: readonly (readonly [how: string, files: Files])[] = [
  [
    'an import of the index of a folder',
    {
      [TYPES]: using(`import type { Place } from '../shared';`),
      'apis/example/shared/index.ts': PLACE,
    },
  ],
  [
    'an import of its own folder',
    { [TYPES]: using(`import type { Place } from '.';`), 'apis/example/v1/index.ts': PLACE },
  ],
  [
    'a module with the extension .mts',
    {
      [TYPES]: using(`import type { Place } from './place.mjs';`),
      'apis/example/v1/place.mts': PLACE,
    },
  ],
  [
    'a module with the extension .cts',
    {
      [TYPES]: using(`import type { Place } from './place.cjs';`),
      'apis/example/v1/place.cts': PLACE,
    },
  ],
  [
    'a module with the extension .tsx',
    {
      [TYPES]: using(`import type { Place } from './place.js';`),
      'apis/example/v1/place.tsx': PLACE,
    },
  ],
  [
    'a .d.ts beside its .js',
    {
      [TYPES]: using(`import type { Place } from '../place.js';`),
      'apis/example/place.js': 'export {};',
      'apis/example/place.d.ts': PLACE,
    },
  ],
  [
    'a default export with its declaration',
    {
      [TYPES]: using(`import type Place from '../place.js';`),
      'apis/example/place.ts': PLACE.replace('export', 'export default'),
    },
  ],
  [
    'a default export by its name',
    {
      [TYPES]: using(`import Place from '../place.js';`),
      'apis/example/place.ts': `${PLACE.replace('export ', '')}export default Place;`,
    },
  ],
  [
    'a re-exported default export',
    {
      [TYPES]: using(`import type { Place } from '../shared.js';`),
      'apis/example/shared.ts': `export { default as Place } from './place.js';`,
      'apis/example/place.ts': PLACE.replace('export', 'export default'),
    },
  ],
  [
    'import = require of an export =',
    {
      [TYPES]: using(`import Place = require('../place.cjs');`),
      'apis/example/place.cts': `${PLACE.replace('export ', '')}export = Place;`,
    },
  ],
  [
    'import = require of a module',
    {
      [TYPES]: using(`import places = require('../place.cjs');`, 'places.Place'),
      'apis/example/place.cts': PLACE,
    },
  ],
  [
    'a default import of an export =',
    {
      [TYPES]: using(`import Place from 'geo';`),
      ...geo(
        { types: './geo.d.ts' },
        { 'geo.d.ts': `${PLACE.replace('export ', 'declare ')}export = Place;` },
      ),
    },
  ],
  [
    'an alias of an imported name',
    {
      [TYPES]: using(`import type * as places from '../place.js';\nimport Place = places.Place;`),
      'apis/example/place.ts': PLACE,
    },
  ],
  [
    'an exported alias of an imported name',
    {
      [TYPES]: using(`import type { Place } from '../shared.js';`),
      'apis/example/shared.ts': `import type * as places from './place.js';\nexport import Place = places.Place;`,
      'apis/example/place.ts': PLACE,
    },
  ],
  [
    'paths of the tsconfig.json',
    {
      [TYPES]: using(`import type { Place } from '@shared/place';`),
      'tsconfig.json': tsconfig({ paths: { '@shared/*': ['./libraries/*.ts'] } }),
      'libraries/place.ts': PLACE,
    },
  ],
  [
    'paths that lead into the APIs',
    {
      [TYPES]: using(`import type { Place } from '@apis/place';`),
      'tsconfig.json': tsconfig({
        moduleResolution: 'bundler',
        paths: { '@apis/*': ['./apis/*'] },
      }),
      'apis/place.ts': PLACE,
    },
  ],
  [
    'paths of a tsconfig.json that another one extends',
    {
      [TYPES]: using(`import type { Place } from '@shared/place';`),
      'apis/tsconfig.json': tsconfig({ strict: true }, { extends: '../base/tsconfig.json' }),
      'base/tsconfig.json': `{
  // With a comment, and a comma too many.
  "compilerOptions": { "paths": { "@shared/*": ["./libraries/*.ts"] }, },
}`,
      'base/libraries/place.ts': PLACE,
    },
  ],
  [
    'a name in the imports of package.json',
    {
      [TYPES]: using(`import type { Place } from '#place';`),
      'package.json': JSON.stringify({ type: 'module', imports: { '#place': './lib/place.ts' } }),
      'lib/place.ts': PLACE,
    },
  ],
  [
    'an entry of exports with conditions',
    {
      [TYPES]: using(`import type { Place } from 'geo/place';`),
      ...geo(
        { type: 'module', exports: { './*': { types: './types/*.d.ts', default: './*.js' } } },
        { 'types/place.d.ts': PLACE },
      ),
    },
  ],
  [
    'an entry of exports for require only',
    {
      [TYPES]: using(`import type { Place } from 'geo';`),
      ...geo({ exports: { '.': { require: './geo.cjs' } } }, { 'geo.d.cts': PLACE }),
    },
  ],
  [
    'imports without an extension in a CommonJS package',
    {
      [TYPES]: using(`import type { Place } from 'geo';`),
      ...geo(
        { types: 'index' },
        { 'index.d.ts': `export * from './lib/place';`, 'lib/place.d.ts': PLACE },
      ),
    },
  ],
  [
    'imports without an extension in a package with exports',
    {
      [TYPES]: using(`import type { Place } from 'geo';`),
      ...geo(
        { type: 'module', exports: './index.js' },
        { 'index.d.ts': `export * from './lib';`, 'lib/index.d.ts': PLACE },
      ),
    },
  ],
  [
    'types from @types for a package without its own',
    {
      [TYPES]: using(`import type { Place } from 'geo';`),
      ...geo({ main: 'geo.js' }, { 'geo.js': '' }),
      'node_modules/@types/geo/package.json': JSON.stringify({
        name: '@types/geo',
        types: 'a.d.ts',
      }),
      'node_modules/@types/geo/a.d.ts': PLACE,
    },
  ],
  [
    'export * of several modules, one of which is missing',
    {
      [TYPES]: using(`import type { Place } from '../shared.js';`),
      'apis/example/shared.ts': `export * from './gone.js';\nexport * from '@vmgen/runtime';\nexport * from './place.js';`,
      'apis/example/place.ts': PLACE,
    },
  ],
];

for (const [how, files] of FOUND) {
  test(`finds a type: ${how}`, async () => {
    const compilation = await compileFiles(files);
    assert.deepEqual(diagnosticTexts(compilation), []);
    const crd = fileText(compilation, CRD);
    assert.match(
      crd,
      /place:\n +description: Place was found\.\n +type: object\n +required:\n +- name/,
    );
  });
}

test('finds kinds in files of all TypeScript extensions, except for tests', async () => {
  const kind = (name: string): string =>
    kindWith('  a: string;')
      .replaceAll('Thing', name)
      .replace(name === 'Apple' ? '' : '// +groupName=example.com', '');
  const compilation = await compileFiles({
    'apis/example/v1/a.mts': kind('Apple'),
    'apis/example/v1/b.tsx': kind('Banana'),
    'apis/example/v1/c.d.ts': kind('Cherry'),
    'apis/example/v1/c.js': '',
    'apis/example/v1/d.d.ts': kind('Date'),
    'apis/example/v1/e.test.mts': kind('Elder'),
    'apis/example/v1/f.d.ts': kind('Fig'),
    'apis/example/v1/f.js': '',
    'apis/example/v1/f.ts': kind('Fig'),
  });
  assert.deepEqual(diagnosticTexts(compilation), []);
  const crds = compilation.files.map(({ path }) => path).filter((path) => path.startsWith('crds/'));
  assert.deepEqual(
    crds,
    ['apples', 'bananas', 'cherries', 'figs'].map((plural) => `crds/example.com_${plural}.yaml`),
  );
  const client = fileText(compilation, 'example/v1/client.ts');
  for (const module of ['a.mjs', 'b.js', 'c.js', 'f.js']) {
    assert.ok(client.includes(`apis/example/v1/${module}'`), module);
  }
});

const CIRCLES: readonly (readonly [what: string, files: Files])[] = [
  ['an alias of itself', { [TYPES]: using('import Place = Place;') }],
  [
    'files that re-export each other',
    {
      [TYPES]: using(`import type { Place } from './b.js';`),
      'apis/example/v1/b.ts': `import { Place } from './c.js';\nexport { Place };`,
      'apis/example/v1/c.ts': `import { Place } from './b.js';\nexport { Place };`,
    },
  ],
  [
    'export * of each other',
    {
      [TYPES]: using(`import type { Place } from './b.js';`),
      'apis/example/v1/b.ts': `export * from './c.js';`,
      'apis/example/v1/c.ts': `export * from './b.js';\nexport * from './c.js';`,
    },
  ],
];
for (const [what, files] of CIRCLES) {
  test(`reports a circular name as unknown: ${what}`, async () => {
    const [diagnostic, ...more] = (await compileFiles(files)).diagnostics;
    assert.match(diagnostic?.message ?? '', /^(?:unknown|\S+ has no) type Place$/);
    assert.deepEqual(more, []);
  });
}

test('reports problems of tsconfig.json at their position', async () => {
  const { diagnostics } = await compileFiles({
    [TYPES]: using(`import type { Place } from '@shared/place';`),
    'tsconfig.json': '{\n  "compilerOptions": { "paths": 3 }\n}',
  });
  const [first] = diagnostics;
  assert.equal(first?.code, 'VMGEN1108');
  assert.deepEqual(first.position, { file: '../tsconfig.json', line: 2, column: 33 });
  assert.match(first.message, /^Compiler option 'paths' requires a value of type object/);
});

/** Counts what is asked of the disk. */
class CountingDisk extends ObservedDisk {
  lists = 0;
  texts = 0;

  override list(path: string): FolderEntry[] | undefined {
    this.lists++;
    return super.list(path);
  }

  override readText(path: string): string | undefined {
    this.texts++;
    return super.readText(path);
  }
}

test('reads the folder of a package with hundreds of files once', async () => {
  const count = 300;
  const models = Array.from({ length: count }, (_, index): [string, string] => [
    `models/m${index}.d.ts`,
    `import { M${(index + 1) % count} } from './m${(index + 1) % count}';
export interface M${index} { next?: string }\n`,
  ]);
  const disk = new CountingDisk();
  const compilation = await compileFiles(
    {
      [TYPES]: using(`import type { M299 as Place } from 'geo';`),
      ...geo(
        { types: 'index' },
        {
          'index.d.ts': models.map((_, index) => `export * from './models/m${index}';`).join('\n'),
          ...Object.fromEntries(models),
        },
      ),
    },
    { disk },
  );
  assert.deepEqual(diagnosticTexts(compilation), []);
  assert.match(fileText(compilation, CRD), /next:\n +type: string/);
  assert.ok(disk.lists < 50, `${disk.lists} folders read`);
  assert.ok(disk.texts < count + 50, `${disk.texts} files read`);
});
