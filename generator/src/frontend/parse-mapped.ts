import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { ModifierSyntax, TypeSyntax } from './syntax.js';

/** Reads `{ [K in C as N]?: V }`. */
export function parseMapped(
  node: ts.MappedTypeNode,
  position: SourcePosition,
  parse: (part: ts.TypeNode) => TypeSyntax,
): TypeSyntax {
  const { name, constraint } = node.typeParameter;
  if (!constraint || !node.type) {
    return {
      kind: 'refused',
      code: 'VMGEN4003',
      what: `the mapped type over ${name.text} without a type`,
      remedy: 'write the type of its values',
      position,
    };
  }
  return {
    kind: 'mapped',
    parameter: name.text,
    constraint: parse(constraint),
    as: node.nameType && parse(node.nameType),
    value: parse(node.type),
    optional: modifierOf(node.questionToken),
    readonly: modifierOf(node.readonlyToken),
    position,
  };
}

function modifierOf(token: ts.Node | undefined): ModifierSyntax {
  if (!token) return 'keep';
  return token.kind === typescript.SyntaxKind.MinusToken ? 'remove' : 'add';
}
