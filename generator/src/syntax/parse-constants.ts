import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import { literalOf } from './parse-literal.js';
import { DEEPEST } from './deepest.js';
import { isPlainName, parseType, tooDeep, type TypeReader } from './parse-type.js';
import type { FieldSyntax, TypeSyntax } from './syntax.js';

/** The constants that are declared before a position, by name. */
type Known = ReadonlyMap<string, TypeSyntax>;

/** The types of the constants that a statement declares, by name. */
export function parseConstants(
  node: ts.Statement,
  known: Known,
  reader: TypeReader,
): [string, TypeSyntax][] {
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
      return initializer ? [[name.text, typeOf(initializer, known, reader, false)] as const] : [];
    })
    .map(([name, type]) => [name, type]);
}

/** The type of an expression of literals; without `as const` lists and objects would widen. */
function typeOf(
  node: ts.Expression,
  known: Known,
  reader: TypeReader,
  isConst: boolean,
): TypeSyntax {
  if (reader.depth >= DEEPEST) return tooDeep(node, reader);
  reader.depth++;
  const type = readValue(node, known, reader, isConst);
  reader.depth--;
  return type;
}

function readValue(
  node: ts.Expression,
  known: Known,
  reader: TypeReader,
  isConst: boolean,
): TypeSyntax {
  const position = reader.position(node.getStart(reader.file));
  const inner = (each: ts.Expression): TypeSyntax => typeOf(each, known, reader, isConst);
  if (typescript.isParenthesizedExpression(node)) return inner(node.expression);
  if (typescript.isSatisfiesExpression(node)) return inner(node.expression);
  if (typescript.isAsExpression(node)) {
    return typescript.isConstTypeReference(node.type)
      ? typeOf(node.expression, known, reader, true)
      : parseType(node.type, reader);
  }
  const value = literalOf(node);
  if (value !== undefined) return { kind: 'literal', value, position };
  if (!isConst)
    return refused(`the value ${nameOf(node, reader)}`, 'write as const after it', position);
  if (node.kind === typescript.SyntaxKind.NullKeyword) {
    return { kind: 'keyword', keyword: 'null', position };
  }
  if (typescript.isArrayLiteralExpression(node)) {
    const elements = node.elements.map((element) => {
      return { type: inner(element), optional: false, isRest: false };
    });
    return { kind: 'tuple', elements, isReadonly: true, position };
  }
  return typescript.isObjectLiteralExpression(node)
    ? objectOf(node, known, reader)
    : refused(`the computed value ${nameOf(node, reader)}`, 'write it as a literal', position);
}

/** An object `as const`; if some of its names are unknown, the whole object is rejected. */
function objectOf(node: ts.ObjectLiteralExpression, known: Known, reader: TypeReader): TypeSyntax {
  const position = reader.position(node.getStart(reader.file));
  const fields = new Map<string, FieldSyntax>();
  for (const property of node.properties) {
    const more = fieldsOf(property, known, reader);
    if (!more) {
      const at = reader.position(property.getStart(reader.file));
      return refused(`the computed field ${nameOf(property, reader)}`, 'write it as a literal', at);
    }
    for (const field of more) fields.set(field.name, field);
  }
  const body = { fields: [...fields.values()], indexed: undefined, refused: [], dangling: [] };
  return { kind: 'object', body, position };
}

/** The fields that a property, or a spread of a constant above it, adds; undefined if unknown. */
function fieldsOf(
  property: ts.ObjectLiteralElementLike,
  known: Known,
  reader: TypeReader,
): readonly FieldSyntax[] | undefined {
  if (typescript.isSpreadAssignment(property)) {
    const { expression } = property;
    const spread = typescript.isIdentifier(expression) ? known.get(expression.text) : undefined;
    const body = spread?.kind === 'object' ? spread.body : undefined;
    if (!body || body.indexed || body.fields.some(({ optional }) => optional)) return undefined;
    return body.fields;
  }
  if (!typescript.isPropertyAssignment(property) || !isPlainName(property.name)) return undefined;
  const position = reader.position(property.getStart(reader.file));
  const type = typeOf(property.initializer, known, reader, true);
  const name = property.name.text;
  return [{ name, optional: false, isReadonly: true, type, comments: [], position }];
}

/** The first line of an expression, not too long for a message. */
function nameOf(node: ts.Node, reader: TypeReader): string {
  const [line = ''] = node.getText(reader.file).split(/[\r\n\u2028\u2029]/, 1);
  return line.length > 40 ? `${line.slice(0, 40)}...` : line;
}

function refused(what: string, remedy: string, position: TypeSyntax['position']): TypeSyntax {
  return { kind: 'refused', code: 'VMGEN4010', what, remedy, position };
}
