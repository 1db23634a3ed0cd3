// Creates dist/parser.cjs, and dist/bundle/typescript.js for browsers, from TypeScript's compiler, with only the parts
// that vmgen uses, which load in a fraction of the time.
import { build } from 'esbuild';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { bannerOf, compilerFile, compilerModule } from './typescript-module.mjs';

const generator = path.join(import.meta.dirname, '..');
/** The folders of the modules that use it: see src/syntax/typescript.ts. */
const users = ['syntax', 'load'].map((layer) => path.join(generator, 'src', layer));

/** Resolves with the file that the compiler was taken from. */
export async function bundleCompiler() {
  const { copyright, body } = compilerModule();
  /** @param {string} outfile @param {import('esbuild').BuildOptions} options */
  const write = (outfile, options) =>
    build({
      stdin: { contents: `${body}\nexport { ${namesUsed().join(', ')} };\n` },
      outfile: path.join(generator, 'dist', outfile),
      bundle: true,
      minify: true,
      legalComments: 'none',
      banner: { js: bannerOf(copyright) },
      logLevel: 'warning',
      ...options,
    });
  await write('parser.cjs', { platform: 'node', target: 'node20.19', format: 'cjs' });
  await write('bundle/typescript.js', {
    platform: 'browser',
    target: 'es2023',
    format: 'esm',
    // It then does not take itself to be in Node.
    define: { require: 'undefined' },
  });
  return compilerFile();
}

/** The names that our modules import. */
function namesUsed() {
  const use = /\btypescript\.(?!js\b)(\w+)/g;
  const texts = users.flatMap((folder) =>
    readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8')),
  );
  const names = texts.flatMap((text) => [...text.matchAll(use)].map(([, name]) => name));
  return [...new Set(names)].sort();
}
