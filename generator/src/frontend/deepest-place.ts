import { typescript } from './typescript.js';
import { DEEPEST } from './deepest.js';

/** Where brackets are first nested too deep: the parser that gave up does not say. 0 where they are not. */
export function deepestPlace(text: string): number {
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
