import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type ts from 'typescript';
import { strictProgram } from '@vmgen/fixtures/generator/strict-problems';
import { typescript } from '@vmgen/fixtures/generator/typescript';
import { ObservedDisk } from '../disk/observed-disk.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const golden = join(root, 'generator/testdata/golden');

/** Golden files of every template, with little that is said only of the kinds in them. */
const EVERY_TEMPLATE =
  /^(?:[^/]+|testing\/[^/]+|(?:testing\/)?edge-cases\/.*|fleet\/v1\/client|shapes\/v1\/deepcopy)\.ts$/;

/** Every word of the code of golden files: what generated code is made of. */
export function wordsOfOutput(files = EVERY_TEMPLATE): string[] {
  return listFiles(golden)
    .filter((path) => files.test(path))
    .flatMap((path) => wordsOf(readFileSync(join(golden, path), 'utf8')))
    .filter((word) => !/^deepCopy[A-Z]/.test(word));
}

/** Names and keywords, without those of comments and strings. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  const scanner = typescript.createScanner(typescript.ScriptTarget.ES2023, true, undefined, text);
  for (
    let token = scanner.scan();
    token !== typescript.SyntaxKind.EndOfFileToken;
    token = scanner.scan()
  ) {
    if (scanner.isIdentifier() || scanner.isReservedWord()) words.push(scanner.getTokenText());
  }
  return words;
}

/** Every name that TypeScript knows without an import, Node's included, and those of our packages. */
export function knownNames(): { readonly inScope: string[]; readonly exported: string[] } {
  const probe = join(root, 'generator/testdata/probe.ts');
  const subjects = ['api', 'cache', 'client', 'controller', 'generated', 'meta', 'transport'];
  const text = ['runtime', ...subjects.map((name) => `runtime/${name}`), 'apiserver/fake']
    .map((name) => `export * from '@vmgen/${name}';\n`)
    .join('');
  const program = strictProgram(new Map([[probe, text]]));
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(probe);
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error('the probe is no module');
  const { Type, Value, Namespace, Alias } = typescript.SymbolFlags;
  const namesOf = (symbols: readonly ts.Symbol[]): string[] => symbols.map(({ name }) => name);
  return {
    inScope: namesOf(checker.getSymbolsInScope(file, Type | Value | Namespace | Alias)),
    exported: namesOf(checker.getExportsOfModule(module)),
  };
}

/** All files below a folder by their relative paths with `/`; none where it is not there. */
export function listFiles(folder: string, disk = new ObservedDisk()): string[] {
  const found: string[] = [];
  walk(folder, '', disk, found);
  return found.sort();
}

function walk(root: string, below: string, disk: ObservedDisk, found: string[]): void {
  for (const { name, kind } of disk.list(join(root, below)) ?? []) {
    const path = below === '' ? name : `${below}/${name}`;
    if (kind === 'file') found.push(path);
    else if (kind === 'folder' && name !== 'node_modules' && !name.startsWith('.')) {
      walk(root, path, disk, found);
    }
  }
}
