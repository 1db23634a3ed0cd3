import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import { parseType, type TypeReader } from './parse-type.js';
import type { ModifierSyntax, TypeSyntax } from './syntax.js';

/** Reads `{ [K in C as N]?: V }`. */
export function parseMapped(node: ts.MappedTypeNode, reader: TypeReader): TypeSyntax {
  const position = reader.position(node.getStart(reader.file));
  const { name, constraint } = node.typeParameter;
  if (!constraint || !node.type) {
    return {
      kind: 'refused',
      code: 'VMGEN4003',
      what: `the mapped type over ${name.text} without a type`,
      remedy: 'say the type of its values',
      position,
    };
  }
  return {
    kind: 'mapped',
    parameter: name.text,
    constraint: parseType(constraint, reader),
    as: node.nameType && parseType(node.nameType, reader),
    value: parseType(node.type, reader),
    optional: modifierOf(node.questionToken),
    readonly: modifierOf(node.readonlyToken),
    position,
  };
}

function modifierOf(token: ts.Node | undefined): ModifierSyntax {
  if (!token) return 'keep';
  return token.kind === typescript.SyntaxKind.MinusToken ? 'remove' : 'add';
}
