import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import type ts from 'typescript';
import type * as browser from 'vmgen/browser';
import { inRepository } from '../support/repository.js';

type TypeScript = typeof ts;

const ENTRY = 'vmgen/typescript';
const FOLDERS = [inRepository('generator/testdata/apis'), inRepository('packages/kubernetes/apis')];

const requireHere = createRequire(import.meta.url);
const requireOther = createRequire(inRepository('test/typescripts/package.json'));

/** The module of a page: TypeScript, whose source files are those of its language service. */
function withTreesOfService(typescript: TypeScript): TypeScript {
  const texts = new Map<string, { readonly text: string; readonly version: number }>();
  const service = typescript.createLanguageService({
    getCompilationSettings: () => ({ noLib: true, noResolve: true, types: [] }),
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: (file) => String(texts.get(file)?.version),
    getScriptSnapshot: (file) => snapshotOf(texts.get(file)?.text),
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => '/lib.d.ts',
    fileExists: (file) => texts.has(file),
    readFile: (file) => texts.get(file)?.text,
  });
  const createSourceFile = (name: string, text: string): ts.SourceFile => {
    const file = path.posix.resolve('/', name);
    const known = texts.get(file);
    if (known?.text !== text) texts.set(file, { text, version: (known?.version ?? 0) + 1 });
    const tree = service.getProgram()?.getSourceFile(file);
    assert.ok(tree, file);
    assert.equal(tree.text, text);
    return tree;
  };
  return { ...typescript, createSourceFile };
}

/** A text with its change since an earlier one, after which a language service keeps most of a tree. */
function snapshotOf(text: string | undefined): ts.IScriptSnapshot | undefined {
  if (text === undefined) return undefined;
  return {
    getText: (start, end) => text.slice(start, end),
    getLength: () => text.length,
    getChangeRange(earlier) {
      const old = earlier.getText(0, earlier.getLength());
      const most = Math.min(old.length, text.length);
      let start = 0;
      while (start < most && old[start] === text[start]) start++;
      let kept = 0;
      while (kept < most - start && old.at(-1 - kept) === text.at(-1 - kept)) kept++;
      return {
        span: { start, length: old.length - start - kept },
        newLength: text.length - start - kept,
      };
    },
  };
}

/** The files of a folder with APIs, by their paths from `/apis/` on. */
const apisIn = (folder: string): (readonly [path: string, text: string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => [`/apis/${file}`, readFileSync(path.join(folder, file), 'utf8')]);

/** What a compiler returns for APIs, then after an edit with a syntax error, and then for the same APIs again. */
function results(compiler: typeof browser, apis: string) {
  const { createMemoryDisk, createProject, DEFAULT_SETTINGS: settings, parseGroups } = compiler;
  const files = apisIn(apis);
  const groups = new Set(
    files
      .map(([file]) => file.split('/').slice(2, 4).join(':'))
      // A folder that only provides types for others.
      .filter((group) => group !== 'meta:v1'),
  );
  const project = createProject({
    disk: createMemoryDisk(Object.fromEntries(files)),
    apis: '/apis',
    groups: parseGroups([...groups]),
    settings,
  });
  const result = () => ({
    diagnostics: project.diagnostics,
    outputs: project.outputs.map((file) => [file, project.output(file)]),
  });
  const first = result();
  const [file = '', text = ''] = files.find(([each]) => each.endsWith('/types.ts')) ?? [];
  const typos = [text.replace('{\n', '{\n  typo?: strin;\n'), text.replace(': ', ' ')];
  const edited = typos.map((typo) => (project.update(file, typo), result()));
  project.update(file, text);
  return { first, edited, last: result() };
}

describe('vmgen/browser with the trees of a language service', () => {
  let code: string;
  let expected: ReturnType<typeof results>[];

  /** The bundle, in which a module replaces the entry vmgen/typescript. */
  const bundledWith = (module: unknown): typeof browser => {
    const result = { exports: {} };
    const load = (name: string): unknown => (name === ENTRY ? module : requireHere(name));
    compileFunction(code, ['module', 'require']).call(null, result, load);
    return result.exports as typeof browser;
  };

  before(async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export * from 'vmgen/browser';", resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'cjs',
      external: [ENTRY],
    });
    code = outputFiles[0]?.text ?? '';
    const normal = bundledWith(await import(ENTRY));
    expected = FOLDERS.map((folder) => results(normal, folder));
    for (const { first, edited, last } of expected) {
      assert.deepEqual(last, first);
      assert.ok(first.outputs.length > 0);
      assert.ok(edited.every(({ diagnostics }) => diagnostics.length > first.diagnostics.length));
    }
  });

  for (const version of ['typescript-5.4', 'typescript-5.9', undefined]) {
    test(`of ${version ?? 'the newest TypeScript with a language service'} returns the same`, () => {
      const typescript = (
        version === undefined ? requireHere('typescript') : requireOther(version)
      ) as TypeScript;
      const compiler = bundledWith(withTreesOfService(typescript));
      for (const [index, folder] of FOLDERS.entries()) {
        assert.deepEqual(results(compiler, folder), expected[index], folder);
      }
    });
  }
});
