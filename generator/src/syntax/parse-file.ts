import type { ts } from 'ts-morph';
import { BeyondBoundsError } from '../diagnostics/beyond-bounds.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { LineMap } from '../text/line-map.js';
import { DEEPEST } from './deepest.js';
import { typescript } from './typescript.js';
import type { PositionOf } from './positions.js';
import type { SyntaxProblem } from './syntax.js';

/** The CommentReader reads comments, so the parser need not parse JSDoc. */
const OPTIONS: ts.CreateSourceFileOptions = {
  languageVersion: typescript.ScriptTarget.ES2023,
  jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
};

const MEBI = 1024 * 1024;
/** In UTF-16 units; the syntax tree takes about a hundred times as many bytes. */
const LARGEST = 16 * MEBI;

/**
 * The only access to the TypeScript parser. Nodes have no parent pointers, because setting them takes time.
 *
 * @throws BeyondBoundsError for a file that is too large, or if the recursion of the parser is too deep
 */
export function parseFile(path: string, text: string): ts.SourceFile {
  if (text.length > LARGEST) {
    const message = `the file is larger than ${LARGEST / MEBI} MiB, which no file of types is`;
    throw new BeyondBoundsError('VMGEN1009', placeIn(path, text, 0), message, 'split it');
  }
  const { TS, TSX } = typescript.ScriptKind;
  const kind = path.endsWith('.tsx') ? TSX : TS;
  try {
    return typescript.createSourceFile(path, text, OPTIONS, false, kind);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw tooDeepAt(placeIn(path, text, deepestPlace(text)));
  }
}

function tooDeepAt(position: SourcePosition): BeyondBoundsError {
  const message = `the source is nested more than ${DEEPEST} levels deep here`;
  return new BeyondBoundsError('VMGEN4105', position, message, 'reduce the nesting');
}

/**
 * Reports a file that the parser could read, but that another one with a smaller stack could not, as that one would.
 * Does nothing if no brackets are nested too deep.
 *
 * @throws BeyondBoundsError
 */
export function refuseDeepBrackets(text: string, position: PositionOf): void {
  const offset = deepestPlace(text);
  if (offset > 0) throw tooDeepAt(position(offset));
}

function placeIn(file: string, text: string, offset: number): SourcePosition {
  return { file, ...new LineMap(text).placeOf(offset) };
}

/** The syntax errors of the parser. */
export function syntaxProblems(file: ts.SourceFile, position: PositionOf): SyntaxProblem[] {
  return syntaxErrorsOf(file).map((problem) => ({
    position: position(problem.start),
    message: typescript.flattenDiagnosticMessageText(problem.messageText, ' '),
  }));
}

/** The first syntax error in a text; undefined if it has no error. */
export function firstSyntaxProblem(path: string, text: string): SyntaxProblem | undefined {
  const file = parseFile(path, text);
  return syntaxProblems(file, (offset) => placeIn(path, text, offset))[0];
}

/** The offset of the first syntax error. */
export function firstErrorOf(file: ts.SourceFile): number {
  return Math.min(...syntaxErrorsOf(file).map(({ start }) => start));
}

/** The public types of the parser omit the field with its errors. */
export function syntaxErrorsOf(file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  const withErrors: ts.SourceFile & {
    readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  } = file;
  return withErrors.parseDiagnostics ?? [];
}

/**
 * The offset where brackets are first nested too deep, because the parser does not report it; 0 if they
 * are not.
 */
function deepestPlace(text: string): number {
  const { SyntaxKind } = typescript;
  const opening = [
    SyntaxKind.OpenBraceToken,
    SyntaxKind.OpenBracketToken,
    SyntaxKind.OpenParenToken,
    SyntaxKind.LessThanToken,
    SyntaxKind.TemplateHead,
  ];
  const closing = [
    SyntaxKind.CloseBraceToken,
    SyntaxKind.CloseBracketToken,
    SyntaxKind.CloseParenToken,
    SyntaxKind.GreaterThanToken,
  ];
  const scanner = typescript.createScanner(typescript.ScriptTarget.ES2023, true);
  scanner.setText(text);
  let depth = 0;
  for (let token = scanner.scan(); token !== SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (opening.includes(token)) depth++;
    else if (closing.includes(token)) depth--;
    if (depth > DEEPEST) return scanner.getTokenStart();
  }
  return 0;
}
