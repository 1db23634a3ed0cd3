// Makes a module of TypeScript's compiler, from which a bundler takes only the parts that are used. The compiler is
// published as one script, which no bundler can split.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The text before the statements: the copyright, and a function around everything. */
const HEAD = /^(\/\*![^]*?\*\/)\n\n.*\n"use strict";\n/;
/** The language service starts here, and its server ends it. */
const SERVICES = '\n// src/jsTyping/';
const SERVER = '\n// src/server/';
/** The part of the services that gives nodes and types their methods, up to their next file. */
const OBJECTS = /\n\/\/ src\/services\/services\.ts\n[^]*?(?=\n\/\/ src\/)/;
/** The object of all messages, of which most are not used. */
const MESSAGES = /^var Diagnostics = \{\n([^]*?)\n\};$/m;
const MESSAGE = /^ {2}(\w+): (diag\([^]*?\)),?$(?=\n {2}\w|$(?![^]))/gm;
/** An object with names of several files, and one of its names. */
const NAMESPACE = /^__export\((ts_\w+_exports), \{\n([^]*?)\n\}\);$/gm;
const MEMBER = /^ {2}(\w+): \(\) => (\w+),?$/gm;
/** What only the output of JavaScript needs. */
const OUTPUT = ['emitFiles', 'getTransformers'];

/** The text before a script that contains parts of the compiler. @param {string} copyright */
export const bannerOf = (copyright) =>
  `${copyright}\n/* Changed: parts that vmgen does not use were removed. */`;

/** The compiler that ts-morph carries. */
export function compilerFile() {
  const ours = createRequire(import.meta.url);
  return createRequire(ours.resolve('ts-morph')).resolve('@ts-morph/common/dist/typescript.js');
}

/** The compiler without its services, whose names can be exported. */
export function compilerModule() {
  const { copyright, statements } = read();
  const [objects] = OBJECTS.exec(statements) ?? [];
  const end = statements.indexOf(SERVICES);
  if (!objects || end < 0) throw changedForm();
  return { copyright, body: moduleOf(statements.slice(0, end) + objects) + SCANNER };
}

/**
 * The compiler with its language service, for completion and types beside the pointer: it makes no JavaScript, its messages
 * have no text, and it offers no fixes and refactorings, which register themselves.
 */
export function servicesModule() {
  const { copyright, statements } = read();
  const end = statements.indexOf(SERVER);
  if (end < 0) throw changedForm();
  const pure = statements
    .slice(0, end)
    .replaceAll(/^(?=register(?:CodeFix|Refactor)\()/gm, '/* @__PURE__ */ ')
    // Of a fix, which would keep all messages.
    .replace('Object.keys(Diagnostics)', '[]');
  const body = moduleOf(OUTPUT.reduce(withoutFunction, pure), () => '""');
  return { copyright, body };
}

function read() {
  const script = readFileSync(compilerFile(), 'utf8');
  const [head, copyright] = HEAD.exec(script) ?? [];
  if (!head) throw changedForm();
  return { copyright, statements: script.slice(head.length) };
}

/**
 * Statements without side effects for unused parts.
 * @param {string} statements @param {(text: string) => string} [textOf] returns what replaces the literal of a message
 */
function moduleOf(statements, textOf = (text) => text) {
  const body = withoutNamespaces(statements)
    .replace(/^module\.exports = .*$/m, '')
    // All names of a file, as an object.
    .replaceAll(/^var (\w+) = \{\};\n__export\(\1, /gm, 'var $1 = /* @__PURE__ */ __namespace(')
    .replace(MESSAGES, (_, messages) => messagesAlone(messages, textOf))
    .replaceAll(/\bDiagnostics\.(\w+)/g, 'Diagnostics_$1');
  return body + NAMESPACES;
}

/** Uses of a name through the object of its files, which would keep all of them, become uses of the name. */
function withoutNamespaces(statements) {
  const namespaces = new Map(
    [...statements.matchAll(NAMESPACE)].map(([, name, members]) => [
      name,
      new Map([...members.matchAll(MEMBER)].map(([, member, local]) => [member, local])),
    ]),
  );
  return statements.replaceAll(
    /\b(ts_\w+_exports)\.(\w+)/g,
    (use, name, member) => namespaces.get(name)?.get(member) ?? use,
  );
}

/** A variable for each message. */
function messagesAlone(messages, textOf) {
  const variables = [...messages.matchAll(MESSAGE)];
  if (variables.length !== messages.split(' diag(').length - 1) throw changedForm();
  return variables
    .map(([, name, value]) => {
      const text = value.replaceAll(/"(?:[^"\\]|\\.)*"/g, textOf);
      return `var Diagnostics_${name} = /* @__PURE__ */ ${text};`;
    })
    .join('\n');
}

/** @param {string} statements @param {string} name */
function withoutFunction(statements, name) {
  const found = new RegExp(`^function ${name}\\([^]*?^\\}$`, 'm');
  if (!found.test(statements)) throw changedForm();
  return statements.replace(found, `function ${name}() { throw new Error("no output"); }`);
}

const changedForm = () => new Error("TypeScript's compiler has another form");

const NAMESPACES = `
function __namespace(all) { const made = {}; __export(made, all); return made; }`;
/** The scanner of the objects; they use other parts of the services only for the documentation of symbols. */
const SCANNER = `
var scanner = createScanner(99 /* Latest */, true);`;
