import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';

/** Returns a dotted name without spaces and comments around its dots. */
export function dottedName(node: ts.Node, file: ts.SourceFile): string {
  const parts: string[] = [];
  let left = node;
  // Not by recursion: a name may have thousands of parts.
  while (typescript.isQualifiedName(left) || typescript.isPropertyAccessExpression(left)) {
    const [rest, last] = typescript.isQualifiedName(left)
      ? [left.left, left.right]
      : [left.expression, left.name];
    parts.push(last.text);
    left = rest;
  }
  parts.push(typescript.isIdentifier(left) ? left.text : left.getText(file));
  return parts.reverse().join('.');
}
