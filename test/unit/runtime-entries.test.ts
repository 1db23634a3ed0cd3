import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import * as runtime from '@vmgen/runtime';
import * as meta from '@vmgen/runtime/meta';
import { inRepository } from '../support/repository.js';

interface Package {
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
}

const FOLDER = inRepository('packages/runtime');
const { exports: entries } = JSON.parse(readFileSync(`${FOLDER}/package.json`, 'utf8')) as Package;
const names = Object.keys(entries).map((entry) => entry.replace(/^\./, '@vmgen/runtime'));

async function load(name: string): Promise<Record<string, unknown>> {
  return (await import(name)) as Record<string, unknown>;
}

/** What a process has loaded after these lines: Node's own modules and files. */
function loadedAfter(script: string): string[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `${script}\nconsole.log(process.moduleLoadList.join('\\n'));`],
    { cwd: inRepository('test'), encoding: 'utf8' },
  );
  assert.equal(stderr, '');
  return stdout.split('\n').map((line) => line.replace(/^NativeModule /, ''));
}

describe('the entries of @vmgen/runtime', () => {
  test('a name has the same value in every entry that exports it', async () => {
    const known = new Map<string, unknown>();
    for (const name of names) {
      const entry = await load(name);
      assert.ok(Object.keys(entry).length > 0, name);
      for (const [key, value] of Object.entries(entry)) {
        assert.equal(value, known.get(key) ?? value, `${key} of ${name}`);
        known.set(key, value);
      }
    }
  });

  test('the bundles export the same names as the declarations', async () => {
    for (const [index, { types }] of Object.values(entries).entries()) {
      const compiled = await load(`${FOLDER}/${types.replace(/\.d\.ts$/, '.js')}`);
      const loaded = await load(names[index] ?? '');
      // `internal` is a whole file of the bundle, which exports more than this entry declares.
      const isWhole = names[index] === '@vmgen/runtime/internal';
      const exported = Object.keys(loaded).filter(
        (key) => !isWhole || Object.hasOwn(compiled, key),
      );
      assert.deepEqual(exported.sort(), Object.keys(compiled).sort(), names[index]);
    }
  });

  test('an error is recognized by another copy of the package', async (t) => {
    const folder = mkdtempSync(inRepository('test/dist/copy-'));
    t.after(() => rmSync(folder, { recursive: true }));
    cpSync(`${FOLDER}/dist/bundle`, folder, { recursive: true });
    writeFileSync(`${folder}/package.json`, '{"type":"module"}');
    const copy = (await import(`${folder}/index.js`)) as typeof runtime;
    const copiedMeta = (await import(`${folder}/meta.js`)) as typeof meta;
    const errors = [
      new copy.ApiError({ code: 404, reason: 'NotFound' }),
      new copy.LeadershipLostError('lost'),
      new copy.QuantityError('x', 'no amount'),
      new copiedMeta.SelectorError('no selector'),
      new copy.TerminalError('never'),
      new copy.TransportTimeoutError('late'),
      new copy.VmgenError('ERR_VMGEN_CLOSED', 'closed'),
    ];
    const classes = [
      runtime.ApiError,
      runtime.LeadershipLostError,
      runtime.QuantityError,
      meta.SelectorError,
      runtime.TerminalError,
      runtime.TransportTimeoutError,
      runtime.VmgenError,
    ];
    for (const [index, error] of errors.entries()) {
      const known = classes.filter((errorClass) => error instanceof errorClass);
      assert.deepEqual(new Set(known), new Set([classes[index], runtime.VmgenError]), error.name);
    }
    assert.ok(runtime.isNotFound(errors[0]));
    assert.ok(!(new Error('foreign') instanceof runtime.VmgenError));
  });

  test('distinguishes a custom error class from its siblings', () => {
    class QuotaError extends runtime.TerminalError {}
    class PolicyError extends runtime.TerminalError {}
    const error = new QuotaError('used up');
    assert.ok(error instanceof QuotaError && error instanceof runtime.TerminalError);
    assert.ok(!(error instanceof PolicyError));
    assert.ok(!(new runtime.TerminalError('plain') instanceof QuotaError));
  });

  test('loading does not load Node’s HTTP, TLS and child_process modules before their first use', () => {
    const bare = new Set(loadedAfter(''));
    // What prom-client loads is its own.
    const ours = names.filter((name) => !name.endsWith('/prometheus'));
    const more = loadedAfter(ours.map((name) => `await import('${name}');`).join('\n'));
    const heavy = /^(?:_?https?\b|_?tls|crypto|zlib|child_process|dgram|_http_)/;
    assert.deepEqual(
      more.filter((name) => heavy.test(name) && !bare.has(name)),
      [],
    );
  });
});
