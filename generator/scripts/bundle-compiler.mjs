// Creates dist/parser.cjs, and dist/bundle/typescript.js for browsers, from TypeScript's compiler, with only the parts
// that vmgen uses, which load in a fraction of the time. The compiler is published as one script, which no bundler can split; this script
// converts it to a module first.
import { build } from 'esbuild';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const generator = path.join(import.meta.dirname, '..');
/** The folders of the modules that use it: see src/syntax/typescript.ts. */
const users = ['syntax', 'load'].map((layer) => path.join(generator, 'src', layer));

/** The text before the statements: the copyright, and a function around everything. */
const HEAD = /^(\/\*![^]*?\*\/)\n\n.*\n"use strict";\n/;
/** The language service and its server start here. */
const SERVICES = '\n// src/jsTyping/';
/** The part of the services that gives nodes and types their methods, up to their next file. */
const OBJECTS = /\n\/\/ src\/services\/services\.ts\n[^]*?(?=\n\/\/ src\/)/;
/** The object of all messages, of which most are not used. */
const MESSAGES = /^var Diagnostics = \{\n([^]*?)\n\};$/m;
const MESSAGE = /^ {2}(\w+): (diag\([^]*?\)),?$(?=\n {2}\w|$(?![^]))/gm;

/** Resolves with the file that the compiler was taken from. */
export async function bundleCompiler() {
  const file = compilerFile();
  const { copyright, body } = moduleOf(readFileSync(file, 'utf8'));
  /** @param {string} outfile @param {import('esbuild').BuildOptions} options */
  const write = (outfile, options) =>
    build({
      stdin: { contents: `${body}\nexport { ${namesUsed().join(', ')} };\n` },
      outfile: path.join(generator, 'dist', outfile),
      bundle: true,
      minify: true,
      legalComments: 'none',
      banner: { js: `${copyright}\n/* Changed: parts that vmgen does not use were removed. */` },
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
  return file;
}

/** The compiler that ts-morph carries. */
function compilerFile() {
  const ours = createRequire(import.meta.url);
  return createRequire(ours.resolve('ts-morph')).resolve('@ts-morph/common/dist/typescript.js');
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

/** Converts the script to a module without side effects for unused parts. */
function moduleOf(script) {
  const [head, copyright] = HEAD.exec(script) ?? [];
  const [objects] = OBJECTS.exec(script) ?? [];
  const end = script.indexOf(SERVICES);
  if (!head || !objects || end < 0) throw new Error("TypeScript's compiler has another form");
  const compiler = script
    .slice(head.length, end)
    .replace(/^module\.exports = .*$/m, '')
    // All names of a file, as an object.
    .replaceAll(/^var (\w+) = \{\};\n__export\(\1, /gm, 'var $1 = /* @__PURE__ */ __namespace(')
    .replace(MESSAGES, (_, messages) => messagesAlone(messages));
  const body = (compiler + objects).replaceAll(/\bDiagnostics\.(\w+)/g, 'Diagnostics_$1');
  return { copyright, body: body + OWN };
}

/** A variable for each message. */
function messagesAlone(messages) {
  const variables = [...messages.matchAll(MESSAGE)];
  if (variables.length !== messages.split(' diag(').length - 1) {
    throw new Error("the messages of TypeScript's compiler have another form");
  }
  return variables
    .map(([, name, value]) => `var Diagnostics_${name} = /* @__PURE__ */ ${value};`)
    .join('\n');
}

/** The scanner of the objects; they use other parts of the services only for the documentation of symbols. */
const OWN = `
var scanner = createScanner(99 /* Latest */, true);
function __namespace(all) { const made = {}; __export(made, all); return made; }`;
