import ts from 'typescript';

/** What users compile, they compile with everything on. */
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  types: ['node'],
  noEmit: true,
};

/** A program of files held in memory, by absolute path. */
export function strictProgram(
  files: ReadonlyMap<string, string>,
  more: ts.CompilerOptions = {},
): ts.Program {
  const options = { ...OPTIONS, ...more };
  const base = ts.createCompilerHost(options);
  const folders = new Set([...files.keys()].flatMap(parentsOf));
  const host: ts.CompilerHost = {
    ...base,
    fileExists: (path) => files.has(path) || base.fileExists(path),
    readFile: (path) => files.get(path) ?? base.readFile(path),
    directoryExists: (path) => folders.has(path) || ts.sys.directoryExists(path),
    getSourceFile: (path, ...rest) => {
      const text = files.get(path);
      return text === undefined
        ? base.getSourceFile(path, ...rest)
        : ts.createSourceFile(path, text, ts.ScriptTarget.ES2023);
    },
  };
  return ts.createProgram([...files.keys()], options, host);
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
    return `${file?.fileName}: ${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

function parentsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index).join('/'));
}
