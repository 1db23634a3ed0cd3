import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import { literalOf } from './parse-literal.js';
import { DEEPEST } from './deepest.js';
import { parseType, tooDeep, type TypeReader } from './parse-type.js';
import type { FieldSyntax, TypeSyntax } from './syntax.js';

/** The types of the constants that a statement declares, by name. */
export function parseConstants(node: ts.Statement, reader: TypeReader): [string, TypeSyntax][] {
  if (
    !typescript.isVariableStatement(node) ||
    !(node.declarationList.flags & typescript.NodeFlags.Const)
  ) {
    return [];
  }
  return node.declarationList.declarations
    .flatMap(({ name, type, initializer }) => {
      if (!typescript.isIdentifier(name)) return [];
      if (type) return [[name.text, parseType(type, reader)] as const];
      return initializer ? [[name.text, typeOf(initializer, reader, false)] as const] : [];
    })
    .map(([name, type]) => [name, type]);
}

/** The type of an expression of literals; without `as const` lists and objects would widen. */
function typeOf(node: ts.Expression, reader: TypeReader, isConst: boolean): TypeSyntax {
  if (reader.depth >= DEEPEST) return tooDeep(node, reader);
  reader.depth++;
  const type = readValue(node, reader, isConst);
  reader.depth--;
  return type;
}

function readValue(node: ts.Expression, reader: TypeReader, isConst: boolean): TypeSyntax {
  const position = reader.position(node.getStart(reader.file));
  if (typescript.isParenthesizedExpression(node)) return typeOf(node.expression, reader, isConst);
  if (typescript.isSatisfiesExpression(node)) return typeOf(node.expression, reader, isConst);
  if (typescript.isAsExpression(node)) {
    return typescript.isConstTypeReference(node.type)
      ? typeOf(node.expression, reader, true)
      : parseType(node.type, reader);
  }
  const value = literalOf(node);
  if (value !== undefined) return { kind: 'literal', value, position };
  if (!isConst)
    return refused(`the value ${nameOf(node, reader)}`, 'write as const behind it', position);
  if (typescript.isArrayLiteralExpression(node)) {
    const elements = node.elements.map((element) => {
      return { type: typeOf(element, reader, true), optional: false, isRest: false };
    });
    return { kind: 'tuple', elements, position };
  }
  if (!typescript.isObjectLiteralExpression(node)) {
    return refused(`the computed value ${nameOf(node, reader)}`, 'write it as a literal', position);
  }
  const fields = node.properties.map((property) => fieldOf(property, reader));
  return {
    kind: 'object',
    body: { fields, indexed: undefined, refused: [], dangling: [] },
    position,
  };
}

function fieldOf(property: ts.ObjectLiteralElementLike, reader: TypeReader): FieldSyntax {
  const position = reader.position(property.getStart(reader.file));
  const name = property.name && literalName(property.name);
  const type =
    typescript.isPropertyAssignment(property) && name !== undefined
      ? typeOf(property.initializer, reader, true)
      : refused(
          `the computed field ${nameOf(property, reader)}`,
          'write it as a literal',
          position,
        );
  return { name: name ?? '', optional: false, isReadonly: true, type, comments: [], position };
}

function literalName(name: ts.PropertyName): string | undefined {
  const isPlain =
    typescript.isIdentifier(name) ||
    typescript.isStringLiteralLike(name) ||
    typescript.isNumericLiteral(name);
  return isPlain ? name.text : undefined;
}

/** The first line of an expression, not too long for a message. */
function nameOf(node: ts.Node, reader: TypeReader): string {
  const [line = ''] = node.getText(reader.file).split('\n');
  return line.length > 40 ? `${line.slice(0, 40)}...` : line;
}

function refused(what: string, remedy: string, position: TypeSyntax['position']): TypeSyntax {
  return { kind: 'refused', code: 'VMGEN4010', what, remedy, position };
}
