import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import type { PositionOf } from './positions.js';
import type { SyntaxProblem } from './syntax.js';

/** Comments are read by the CommentReader: parsing JSDoc as well would be work for nothing. */
const OPTIONS: ts.CreateSourceFileOptions = {
  languageVersion: typescript.ScriptTarget.ES2023,
  jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
};

/** The only door to the TypeScript parser. Nodes are not told their parents, which takes its time. */
export function parseFile(path: string, text: string): ts.SourceFile {
  const { TS, TSX } = typescript.ScriptKind;
  const kind = path.endsWith('.tsx') ? TSX : TS;
  return typescript.createSourceFile(path, text, OPTIONS, false, kind);
}

/** What the parser could not read. */
export function syntaxProblems(file: ts.SourceFile, position: PositionOf): SyntaxProblem[] {
  return syntaxErrorsOf(file).map((problem) => ({
    position: position(problem.start),
    message: typescript.flattenDiagnosticMessageText(problem.messageText, ' '),
  }));
}

/** The parser keeps its errors in a field that the public types leave out. */
function syntaxErrorsOf(file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  const withErrors: ts.SourceFile & {
    readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  } = file;
  return withErrors.parseDiagnostics ?? [];
}
