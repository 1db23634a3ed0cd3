import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import type { CommentReader } from './comments.js';
import type { PositionOf } from './positions.js';
import type { FieldSyntax, ObjectSyntax, TypeSyntax } from './syntax.js';

/** What reading a type needs of its file. */
export interface TypeReader {
  readonly position: PositionOf;
  readonly comments: CommentReader;
}

type RefusedSyntax = Extract<TypeSyntax, { kind: 'refused' }>;

/** Reads one type as it is written. */
export function parseType(node: ts.TypeNode, reader: TypeReader): TypeSyntax {
  const position = reader.position(node.getStart());
  if (typescript.isParenthesizedTypeNode(node)) return parseType(node.type, reader);
  if (
    typescript.isTypeOperatorNode(node) &&
    node.operator === typescript.SyntaxKind.ReadonlyKeyword
  ) {
    return parseType(node.type, reader);
  }
  if (typescript.isArrayTypeNode(node)) {
    return { kind: 'array', element: parseType(node.elementType, reader), position };
  }
  if (typescript.isUnionTypeNode(node)) {
    return { kind: 'union', members: node.types.map((type) => parseType(type, reader)), position };
  }
  if (typescript.isTypeReferenceNode(node)) {
    return {
      kind: 'reference',
      name: node.typeName.getText(),
      typeArguments: (node.typeArguments ?? []).map((type) => parseType(type, reader)),
      position,
    };
  }
  if (typescript.isTypeLiteralNode(node)) {
    return { kind: 'object', body: parseMembers(node, reader), position };
  }
  if (typescript.isLiteralTypeNode(node)) return parseLiteral(node, reader);
  const keyword = typescript.tokenToString(node.kind);
  if (keyword !== undefined) return { kind: 'keyword', keyword, position };
  return { kind: 'refused', ...refusalOf(node), position };
}

/** Reads the members of an interface or a type literal. */
export function parseMembers(
  node: ts.InterfaceDeclaration | ts.TypeLiteralNode,
  reader: TypeReader,
): ObjectSyntax {
  const fields: FieldSyntax[] = [];
  const refused: RefusedSyntax[] = [];
  const dangling = reader.comments.leading(node.members.end);
  let indexed: TypeSyntax | undefined;
  for (const member of node.members) {
    if (typescript.isPropertySignature(member) && member.type) {
      const { attached, detached } = reader.comments.before(member);
      dangling.push(...detached);
      fields.push(parseField(member, member.type, attached, reader));
    } else if (typescript.isIndexSignatureDeclaration(member)) {
      indexed = parseType(member.type, reader);
    } else {
      refused.push(refuseMember(member, reader));
    }
  }
  return { fields, indexed, refused, dangling };
}

function parseField(
  member: ts.PropertySignature,
  type: ts.TypeNode,
  comments: FieldSyntax['comments'],
  reader: TypeReader,
): FieldSyntax {
  const { name } = member;
  const position = reader.position(name.getStart());
  const isPlain =
    typescript.isIdentifier(name) ||
    typescript.isStringLiteralLike(name) ||
    typescript.isNumericLiteral(name);
  return {
    name: isPlain ? name.text : name.getText(),
    optional: member.questionToken !== undefined,
    type: isPlain
      ? parseType(type, reader)
      : {
          kind: 'refused',
          what: `the computed property name ${name.getText()}`,
          remedy: 'write the name out',
          position,
        },
    comments,
    position,
  };
}

function parseLiteral(node: ts.LiteralTypeNode, reader: TypeReader): TypeSyntax {
  const position = reader.position(node.getStart());
  const { literal } = node;
  if (typescript.isStringLiteralLike(literal))
    return { kind: 'literal', value: literal.text, position };
  if (typescript.isNumericLiteral(literal)) {
    return { kind: 'literal', value: Number(literal.text), position };
  }
  if (
    typescript.isPrefixUnaryExpression(literal) &&
    literal.operator === typescript.SyntaxKind.MinusToken &&
    typescript.isNumericLiteral(literal.operand)
  ) {
    return { kind: 'literal', value: -Number(literal.operand.text), position };
  }
  if (literal.kind === typescript.SyntaxKind.NullKeyword) {
    return { kind: 'keyword', keyword: 'null', position };
  }
  if (
    literal.kind === typescript.SyntaxKind.TrueKeyword ||
    literal.kind === typescript.SyntaxKind.FalseKeyword
  ) {
    return { kind: 'literal', value: literal.kind === typescript.SyntaxKind.TrueKeyword, position };
  }
  return {
    kind: 'refused',
    what: `the literal ${literal.getText()}`,
    remedy: 'use a string or a number',
    position,
  };
}

function refuseMember(member: ts.TypeElement, reader: TypeReader): RefusedSyntax {
  const position = reader.position(member.getStart());
  if (typescript.isPropertySignature(member)) {
    return {
      kind: 'refused',
      what: `the property ${member.name.getText()} without a type`,
      remedy: 'say its type',
      position,
    };
  }
  return {
    kind: 'refused',
    what: `the ${member.name ? `method ${member.name.getText()}` : 'call signature'}`,
    remedy: 'API types are data: move functions elsewhere',
    position,
  };
}

const REFUSALS: readonly [(node: ts.TypeNode) => boolean, string, string][] = [
  [typescript.isFunctionTypeNode, 'a function', 'API types are data: move functions elsewhere'],
  [
    typescript.isConstructorTypeNode,
    'a constructor',
    'API types are data: move functions elsewhere',
  ],
  [typescript.isTupleTypeNode, 'a tuple', 'use an array with +kubebuilder:validation:MaxItems'],
  [typescript.isMappedTypeNode, 'a mapped type', 'write the fields out, or use Record<string, T>'],
  [typescript.isConditionalTypeNode, 'a conditional type', 'write the resulting type out'],
  [typescript.isIndexedAccessTypeNode, 'an indexed access type', 'name the type and use its name'],
  [
    typescript.isIntersectionTypeNode,
    'an intersection',
    'use an interface that extends the others',
  ],
  [
    typescript.isTemplateLiteralTypeNode,
    'a template literal type',
    'use string with +kubebuilder:validation:Pattern',
  ],
  [typescript.isTypeQueryNode, 'a typeof query', 'write the type out'],
  [typescript.isImportTypeNode, 'an inline import', 'import the type at the top of the file'],
];

function refusalOf(node: ts.TypeNode): { what: string; remedy: string } {
  const found = REFUSALS.find(([matches]) => matches(node));
  return found
    ? { what: found[1], remedy: found[2] }
    : { what: `the type ${node.getText()}`, remedy: 'write it as an interface' };
}
