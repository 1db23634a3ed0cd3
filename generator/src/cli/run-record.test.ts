import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run } from './run.js';
import { GENERATORS, ON_REQUEST } from '../settings/generated-file.js';
import type { GenerateOptions } from '../settings/generate-options.js';
import { recallRun, recordKey, type RunRecord } from './run-record.js';

const fleet = fileURLToPath(new URL('../../testdata/apis/fleet/', import.meta.url));

/** A substitute for the files of vmgen: a file that was not modified within the last seconds. */
const OWN_FILE = process.execPath;

describe('the record of a run', () => {
  let root = '';
  let options: GenerateOptions;
  const environment = process.env['XDG_CACHE_HOME'];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'vmgen-record-'));
    process.env['XDG_CACHE_HOME'] = join(root, 'cache');
    cpSync(fleet, join(root, 'apis/fleet'), { recursive: true });
    // A source of another group, reached by import only.
    put('apis/shared/v1/money.ts', 'export interface Money {\n  currency: string;\n}\n');
    edit(
      'apis/fleet/v1/types.ts',
      (text) => `import type { Money } from '../../shared/v1/money.js';\n${text}
export interface Price {\n  money: Money;\n}\n`,
    );
    put('src/work/reconcile.ts', 'export {};\n');
    put('header.txt', 'A license.\n');
    // Prevents that TypeScript settings in the folders above affect the resolution of imports.
    put('tsconfig.json', '{}\n');
    options = {
      groups: [{ group: 'fleet', version: 'v1' }],
      apis: join(root, 'apis'),
      paths: [join(root, 'src')],
      out: join(root, 'generated'),
      generators: GENERATORS.filter((name) => !ON_REQUEST.includes(name)),
      headerFile: join(root, 'header.txt'),
      importExtension: 'js',
      maxDescLen: undefined,
      trimDescriptions: true,
      embeddedObjectMeta: true,
      check: false,
      strict: false,
    };
  });

  afterEach(() => {
    if (environment === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = environment;
    rmSync(root, { recursive: true, force: true });
  });

  function put(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  function edit(path: string, change: (text: string) => string): void {
    put(path, change(readFileSync(join(root, path), 'utf8')));
  }

  function generateOnce(changes: Partial<GenerateOptions> = {}) {
    return run(
      {
        kind: 'generate',
        emitters: [],
        options: { ...options, ...changes },
        quiet: true,
        fix: 'no',
        verbose: false,
        format: 'text',
      },
      [OWN_FILE],
    );
  }

  const keyOf = (asked: GenerateOptions): string => recordKey(asked, [OWN_FILE]);

  const recall = (asked = options): RunRecord | undefined => recallRun(asked, [OWN_FILE]);

  const isRemembered = (changes: Partial<GenerateOptions> = {}): boolean =>
    recall({ ...options, ...changes }) !== undefined;

  const BARGE = `import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

// +genclient
export interface Barge extends TypeMeta {
  metadata: ObjectMeta;
  spec: {
    deck: string;
  };
}
`;

  test('records a run that wrote files, also for --check', async () => {
    assert.equal(isRemembered(), false);
    assert.ok((await generateOnce()).written.length > 0);
    assert.equal(recall()?.fileCount, 29);
    assert.equal(isRemembered({ check: true }), true);
  });

  test('records a run that imports a package, although new files appear beside the APIs', async () => {
    put('package.json', '{}\n');
    put('node_modules/geo/package.json', '{ "version": "1.0.0", "types": "index.d.ts" }\n');
    put('node_modules/geo/index.d.ts', 'export interface Place {\n    name: string;\n}\n');
    edit(
      'apis/fleet/v1/types.ts',
      (text) => `import type { Place } from 'geo';\n${text}
export interface Port {\n  place: Place;\n}\n`,
    );
    await generateOnce();
    assert.equal(isRemembered(), true);
    put('README.md', 'A fleet.\n');
    assert.equal(isRemembered(), true);
    put('apis/package.json', '{ "type": "commonjs" }\n');
    assert.equal(isRemembered(), false);
  });

  test('records a run that removed files', async () => {
    put('apis/fleet/v1/barge.ts', BARGE);
    await generateOnce();
    rmSync(join(root, 'apis/fleet/v1/barge.ts'));
    const removed = [
      'crds/fleet.example.com_barges.yaml',
      'schemas/fleet.example.com/barge_v1.json',
    ];
    assert.deepEqual(
      (await generateOnce()).removed,
      removed.map((path) => join(root, 'generated', path)),
    );
    assert.equal(isRemembered(), true);
  });

  test('repeats the warnings of a recorded run', async () => {
    put('apis/fleet/v1/barge.ts', BARGE.replace('deck', '// +optional\n    deck'));
    const [warning] = (await generateOnce()).diagnostics;
    assert.equal(warning?.severity, 'warning');
    assert.deepEqual(recall()?.diagnostics, JSON.parse(JSON.stringify([warning])));
    assert.equal(isRemembered({ strict: true }), false);
  });

  const OUTDATING: Record<string, () => void> = {
    'an edit of a source': () => edit('apis/fleet/v1/types.ts', (text) => `${text}\n`),
    'an edit of a source that keeps size and time': () => {
      const path = join(root, 'apis/fleet/v1/types.ts');
      const { atime, mtime } = statSync(path);
      edit('apis/fleet/v1/types.ts', (text) => text.replace('a', 'b'));
      utimesSync(path, atime, mtime);
    },
    'an edit of a source outside of the group': () =>
      edit('apis/shared/v1/money.ts', (text) => `${text}\n`),
    'a source that is gone': () => rmSync(join(root, 'apis/shared/v1/money.ts')),
    'a new source': () => put('apis/fleet/v1/more.ts', 'export {};\n'),
    'a source in another name': () =>
      renameSync(join(root, 'apis/fleet/v1/doc.ts'), join(root, 'apis/fleet/v1/about.ts')),
    'an edit of code with markers': () =>
      edit(
        'src/work/reconcile.ts',
        (text) => `${text}
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=update
`,
      ),
    'new code': () => put('src/work/more.ts', 'export {};\n'),
    'code in a new folder': () => put('src/more/work.ts', 'export {};\n'),
    'code in another name': () =>
      renameSync(join(root, 'src/work/reconcile.ts'), join(root, 'src/work/plan.ts')),
    'another header': () => put('header.txt', 'Another license.\n'),
    'an edit of the output': () => edit('generated/fleet/v1/client.ts', (text) => `${text}\n`),
    'an output file that is gone': () => rmSync(join(root, 'generated/informers.ts')),
    'no output at all': () => rmSync(join(root, 'generated'), { recursive: true }),
    'a file of the output that became a folder': () => {
      rmSync(join(root, 'generated/informers.ts'));
      mkdirSync(join(root, 'generated/informers.ts'));
    },
    'a source that became a folder': () => {
      rmSync(join(root, 'apis/shared/v1/money.ts'));
      mkdirSync(join(root, 'apis/shared/v1/money.ts'));
    },
    'a damaged record': () =>
      edit(recordFile(), (text) => text.replace('"fileCount":29', '"fileCount":30')),
    'half of a record': () => edit(recordFile(), (text) => text.slice(0, text.length / 2)),
    'an empty record': () => edit(recordFile(), () => ''),
  };

  /** Those after which there is nothing that could be generated or written. */
  const BREAKING = new Set([
    'an edit of a source that keeps size and time',
    'a file of the output that became a folder',
    'a source that became a folder',
  ]);

  for (const [what, change] of Object.entries(OUTDATING)) {
    test(`notices ${what}, and records the next run`, async () => {
      await generateOnce();
      assert.equal(isRemembered(), true);
      change();
      assert.equal(isRemembered(), false);
      if (BREAKING.has(what)) return;
      assert.equal((await generateOnce()).exitCode, 0);
      assert.equal(isRemembered(), true);
    });
  }

  test('runs again for other options, another folder and another version of Node', async (context) => {
    await generateOnce();
    const others: Partial<GenerateOptions>[] = [
      { groups: [{ group: 'shop', version: 'v1' }] },
      { apis: `${options.apis}/.` },
      { paths: [] },
      { out: `${options.out}2` },
      { generators: ['crd'] },
      { headerFile: undefined },
      { importExtension: 'ts' },
      { maxDescLen: 0 },
      { trimDescriptions: false },
      { embeddedObjectMeta: false },
      { strict: true },
    ];
    for (const other of others) assert.equal(isRemembered(other), false, JSON.stringify(other));
    const key = keyOf(options);
    context.mock.method(process, 'cwd', () => root);
    assert.notEqual(keyOf(options), key);
  });

  test('ignores files in the output folder that are not generated, whatever their name', async () => {
    await generateOnce();
    put('generated/gone/v1/client.ts', '// Code generated by vmgen. DO NOT EDIT.\n');
    assert.equal(isRemembered(), true);
    assert.deepEqual((await generateOnce()).removed, []);
  });

  test('keeps separate records for another vmgen, and for one that was replaced', () => {
    put('vmgen.cjs', 'a');
    const tool = join(root, 'vmgen.cjs');
    const key = recordKey(options, [tool]);
    assert.notEqual(recordKey(options, [OWN_FILE]), key);
    put('vmgen.cjs', 'b');
    assert.notEqual(recordKey(options, [tool]), key);
  });

  test('a vmgen that changed a moment ago keeps no record', async () => {
    put('vmgen.cjs', 'a');
    const own = [join(root, 'vmgen.cjs')];
    await run(
      {
        kind: 'generate',
        emitters: [],
        options,
        fix: 'no',
        quiet: true,
        verbose: false,
        format: 'text',
      },
      own,
    );
    assert.equal(existsSync(join(root, 'cache')), false);
  });

  test('accepts the record after a source was touched', async () => {
    await generateOnce();
    utimesSync(join(root, 'apis/fleet/v1/types.ts'), 1, 1);
    assert.equal(isRemembered(), true);
  });

  test('diagnostics and stale output leave no record', async () => {
    await generateOnce({ check: true });
    put('apis/fleet/v1/bad.ts', '// +groupName\n');
    await generateOnce();
    rmSync(join(root, 'apis/fleet/v1/bad.ts'));
    put('generated/informers.ts', 'mine\n');
    assert.equal((await generateOnce()).exitCode, 1);
    assert.equal(existsSync(join(root, 'cache')), false);
  });

  test('a cache folder that cannot be written to changes nothing', async () => {
    put('file', '');
    process.env['XDG_CACHE_HOME'] = join(root, 'file');
    assert.equal((await generateOnce()).exitCode, 0);
    assert.equal(isRemembered(), false);
  });

  test('of many records the oldest go, and no half-written file stays', async () => {
    for (let index = 0; index < 120; index++) {
      const path = `cache/vmgen/runs/${nameNumber(index)}`;
      put(path, '');
      utimesSync(join(root, path), index, index);
    }
    put(`cache/vmgen/runs/${nameNumber(0)}.x.tmp`, '');
    utimesSync(join(root, `cache/vmgen/runs/${nameNumber(0)}.x.tmp`), 1, 1);
    for (const path of ['cache/vmgen/runs', 'cache/vmgen']) chmodSync(join(root, path), 0o700);
    await generateOnce();
    const names = readdirSync(join(root, 'cache/vmgen/runs'));
    assert.equal(names.length, 100);
    assert.ok(names.every((name) => name.length === 43));
    const [kept, gone] = [nameNumber(21), nameNumber(20)];
    assert.equal(names.includes(kept) && !names.includes(gone), true);
    assert.equal(isRemembered(), true);
  });

  const nameNumber = (index: number): string => `${index}`.padEnd(43, '_');

  const recordFile = (): string =>
    join('cache/vmgen/runs', readdirSync(join(root, 'cache/vmgen/runs'))[0] ?? '');
});
