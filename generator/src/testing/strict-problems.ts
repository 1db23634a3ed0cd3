import type ts from 'typescript';
import { typescript } from './typescript.js';

/** What users compile, they compile with everything on. */
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  module: typescript.ModuleKind.NodeNext,
  target: typescript.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  types: ['node'],
  noEmit: true,
};

/** Files of the disk by path: parsed for the first program, bound by it, and the same to all others. */
const onDisk = new Map<string, ts.SourceFile | undefined>();

/** A program of files held in memory, by absolute path. */
export function strictProgram(
  files: ReadonlyMap<string, string>,
  more: ts.CompilerOptions = {},
): ts.Program {
  const options = { ...OPTIONS, ...more };
  const base = typescript.createCompilerHost(options);
  const folders = new Set([...files.keys()].flatMap(parentsOf));
  const host: ts.CompilerHost = {
    ...base,
    // As the command line reads it: without problems of documentation.
    jsDocParsingMode: typescript.JSDocParsingMode.ParseForTypeErrors,
    fileExists: (path) => files.has(path) || base.fileExists(path),
    readFile: (path) => files.get(path) ?? base.readFile(path),
    directoryExists: (path) => folders.has(path) || typescript.sys.directoryExists(path),
    getSourceFile: (path, version) => {
      const text = files.get(path);
      if (text !== undefined) return typescript.createSourceFile(path, text, version);
      if (!onDisk.has(path)) onDisk.set(path, base.getSourceFile(path, version));
      return onDisk.get(path);
    },
  };
  return typescript.createProgram([...files.keys()], options, host);
}

/** What TypeScript says of files held in memory, by absolute path. */
export function strictProblems(
  files: ReadonlyMap<string, string>,
  more: ts.CompilerOptions = {},
): string[] {
  const program = strictProgram(files, more);
  // The library types are the same for all inputs; the golden files check them once.
  const problems = [...files.keys()].flatMap((path) => [
    ...program.getSyntacticDiagnostics(program.getSourceFile(path)),
    ...program.getSemanticDiagnostics(program.getSourceFile(path)),
  ]);
  return problems.map(({ file, start = 0, messageText }) => {
    const place = file ? file.text.slice(start, start + 60) : '';
    return `${file?.fileName}: ${place}: ${typescript.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

function parentsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index).join('/'));
}
