import type { DiagnosticCode } from '../diagnostics/code.js';
import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import { dottedName } from './dotted-name.js';
import type { CommentReader } from './comments.js';
import type { PositionOf } from './positions.js';
import { DEEPEST } from './deepest.js';
import { refuseDeepBrackets } from './parse-file.js';
import { literalOf } from './parse-literal.js';
import type {
  FieldSyntax,
  ModifierSyntax,
  ObjectSyntax,
  TupleElementSyntax,
  TypeSyntax,
} from './syntax.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';

/** The inputs from the file for reading a type. */
export interface TypeReader {
  /** Provides texts and positions, because nodes have no parent pointers. */
  readonly file: ts.SourceFile;
  readonly position: PositionOf;
  readonly comments: CommentReader;
  /** The number of enclosing types. */
  depth: number;
}

type RefusedSyntax = Extract<TypeSyntax, { kind: 'refused' }>;

/** Reads one type as it is written. */
export function parseType(node: ts.TypeNode, reader: TypeReader): TypeSyntax {
  if (reader.depth >= DEEPEST) return tooDeep(node, reader);
  reader.depth++;
  const syntax = readType(node, reader);
  reader.depth--;
  return syntax;
}

/**
 * Replaces a type or literal that is nested too deep.
 *
 * @throws BeyondBoundsError if brackets are
 */
export function tooDeep(node: ts.Node, reader: TypeReader): TypeSyntax {
  refuseDeepBrackets(reader.file.text, reader.position);
  return {
    kind: 'refused',
    code: 'VMGEN4105',
    what: `a type that is nested more than ${DEEPEST} levels deep`,
    remedy: 'reduce the nesting',
    position: reader.position(node.getStart(reader.file)),
  };
}

function readType(node: ts.TypeNode, reader: TypeReader): TypeSyntax {
  const position = reader.position(node.getStart(reader.file));
  if (typescript.isParenthesizedTypeNode(node)) return parseType(node.type, reader);
  if (
    typescript.isTypeOperatorNode(node) &&
    node.operator === typescript.SyntaxKind.ReadonlyKeyword
  ) {
    const type = parseType(node.type, reader);
    return type.kind === 'array' || type.kind === 'tuple' ? { ...type, isReadonly: true } : type;
  }
  if (typescript.isArrayTypeNode(node)) {
    const element = parseType(node.elementType, reader);
    return { kind: 'array', element, isReadonly: false, position };
  }
  if (typescript.isUnionTypeNode(node)) {
    return { kind: 'union', members: node.types.map((type) => parseType(type, reader)), position };
  }
  if (typescript.isIntersectionTypeNode(node)) {
    const members = node.types.map((type) => parseType(type, reader));
    return { kind: 'intersection', members, position };
  }
  if (typescript.isTupleTypeNode(node)) {
    const elements = node.elements.map((element) => parseTupleElement(element, reader));
    return { kind: 'tuple', elements, isReadonly: false, position };
  }
  if (typescript.isTypeReferenceNode(node)) {
    return {
      kind: 'reference',
      name: dottedName(node.typeName, reader.file),
      typeArguments: parseTypes(node.typeArguments, reader),
      position,
    };
  }
  if (typescript.isTypeLiteralNode(node)) {
    return { kind: 'object', body: parseMembers(node, reader), position };
  }
  if (typescript.isLiteralTypeNode(node)) return parseLiteral(node, reader);
  return parseOperation(node, reader);
}

/** Reads a type that is computed from other types. */
function parseOperation(node: ts.TypeNode, reader: TypeReader): TypeSyntax {
  const position = reader.position(node.getStart(reader.file));
  if (typescript.isTypeOperatorNode(node) && node.operator === typescript.SyntaxKind.KeyOfKeyword) {
    return { kind: 'keyof', of: parseType(node.type, reader), position };
  }
  if (typescript.isTypeQueryNode(node) && !node.typeArguments) {
    return { kind: 'query', name: dottedName(node.exprName, reader.file), position };
  }
  if (typescript.isIndexedAccessTypeNode(node)) {
    const object = parseType(node.objectType, reader);
    return { kind: 'indexed', object, index: parseType(node.indexType, reader), position };
  }
  if (typescript.isMappedTypeNode(node)) {
    return parseMapped(node, position, (part) => parseType(part, reader));
  }
  if (typescript.isTemplateLiteralTypeNode(node)) {
    const parts = node.templateSpans.flatMap(({ type, literal }) => [
      parseType(type, reader),
      literal.text,
    ]);
    return { kind: 'template', parts: [node.head.text, ...parts], position };
  }
  if (typescript.isImportTypeNode(node) && !node.isTypeOf && node.qualifier) {
    const { argument } = node;
    const specifier =
      typescript.isLiteralTypeNode(argument) && typescript.isStringLiteral(argument.literal)
        ? argument.literal.text
        : '';
    return {
      kind: 'reference',
      name: dottedName(node.qualifier, reader.file),
      typeArguments: parseTypes(node.typeArguments, reader),
      specifier,
      position,
    };
  }
  const keyword = typescript.tokenToString(node.kind);
  if (keyword !== undefined) return { kind: 'keyword', keyword, position };
  return { kind: 'refused', ...refusalOf(node, reader), position };
}

export function parseTypes(
  nodes: readonly ts.TypeNode[] | undefined,
  reader: TypeReader,
): TypeSyntax[] {
  return (nodes ?? []).map((node) => parseType(node, reader));
}

function parseTupleElement(
  node: ts.TypeNode | ts.NamedTupleMember,
  reader: TypeReader,
): TupleElementSyntax {
  if (typescript.isNamedTupleMember(node)) {
    return {
      type: parseType(node.type, reader),
      optional: node.questionToken !== undefined,
      isRest: node.dotDotDotToken !== undefined,
    };
  }
  const optional = typescript.isOptionalTypeNode(node);
  const isRest = typescript.isRestTypeNode(node);
  return { type: parseType(optional || isRest ? node.type : node, reader), optional, isRest };
}

/** Reads the members of an interface or a type literal. */
export function parseMembers(
  node: ts.InterfaceDeclaration | ts.TypeLiteralNode,
  reader: TypeReader,
): ObjectSyntax {
  const fields: FieldSyntax[] = [];
  const refused: RefusedSyntax[] = [];
  const dangling = reader.comments.leading(node.members.end);
  let indexed: ObjectSyntax['indexed'];
  for (const member of node.members) {
    const { attached, detached } = reader.comments.before(member);
    for (const group of detached) dangling.push(group);
    if (typescript.isPropertySignature(member) && member.type && isPlainName(member.name)) {
      fields.push(parseField(member, member.type, attached, reader));
    } else if (typescript.isIndexSignatureDeclaration(member)) {
      for (const group of attached) dangling.push(group);
      const [key] = member.parameters;
      indexed = {
        key: key?.type
          ? parseType(key.type, reader)
          : {
              kind: 'keyword',
              keyword: 'string',
              position: reader.position(member.getStart(reader.file)),
            },
        value: parseType(member.type, reader),
      };
    } else {
      refused.push(refuseMember(member, reader));
    }
  }
  return { fields, indexed, refused, dangling };
}

/** A literal name: an identifier, a string or a number. */
export function isPlainName(
  name: ts.PropertyName,
): name is ts.Identifier | ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.NumericLiteral {
  return (
    typescript.isIdentifier(name) ||
    typescript.isStringLiteralLike(name) ||
    typescript.isNumericLiteral(name)
  );
}

function parseField(
  member: ts.PropertySignature,
  type: ts.TypeNode,
  comments: FieldSyntax['comments'],
  reader: TypeReader,
): FieldSyntax {
  const { name } = member;
  const position = reader.position(name.getStart(reader.file));
  return {
    name: isPlainName(name) ? name.text : '',
    optional: member.questionToken !== undefined,
    isReadonly: (member.modifiers ?? []).some(
      ({ kind }) => kind === typescript.SyntaxKind.ReadonlyKeyword,
    ),
    type: parseType(type, reader),
    comments,
    position,
  };
}

function parseLiteral(node: ts.LiteralTypeNode, reader: TypeReader): TypeSyntax {
  const position = reader.position(node.getStart(reader.file));
  const { literal } = node;
  const value = literalOf(literal);
  if (value !== undefined) return { kind: 'literal', value, position };
  if (literal.kind === typescript.SyntaxKind.NullKeyword) {
    return { kind: 'keyword', keyword: 'null', position };
  }
  return {
    kind: 'refused',
    code: 'VMGEN4003',
    what: `the literal ${literal.getText(reader.file)}`,
    remedy: 'use a string or a number within the range of JSON',
    position,
  };
}

function refuseMember(member: ts.TypeElement, reader: TypeReader): RefusedSyntax {
  const position = reader.position(member.getStart(reader.file));
  if (typescript.isPropertySignature(member)) {
    const name = member.name.getText(reader.file);
    if (!isPlainName(member.name)) {
      const what = `the computed property name ${name}`;
      return { kind: 'refused', code: 'VMGEN4003', what, remedy: 'write the name out', position };
    }
    return {
      kind: 'refused',
      code: 'VMGEN4003',
      what: `the property ${name} without a type`,
      remedy: 'write its type',
      position,
    };
  }
  return {
    kind: 'refused',
    code: 'VMGEN4001',
    what: `the ${member.name ? `method ${member.name.getText(reader.file)}` : 'call signature'}`,
    remedy: 'API types are data: move functions elsewhere',
    position,
  };
}

const REFUSALS: readonly [(node: ts.TypeNode) => boolean, DiagnosticCode, string, string][] = [
  [
    typescript.isConditionalTypeNode,
    'VMGEN4404',
    'a conditional type',
    'write the resulting type out',
  ],
  [
    typescript.isFunctionTypeNode,
    'VMGEN4001',
    'a function',
    'API types are data: move functions elsewhere',
  ],
  [
    typescript.isConstructorTypeNode,
    'VMGEN4001',
    'a constructor',
    'API types are data: move functions elsewhere',
  ],
  [typescript.isTypeQueryNode, 'VMGEN4003', 'a typeof query', 'write the type out'],
  [
    typescript.isImportTypeNode,
    'VMGEN4003',
    'an import of a whole module',
    'import the type instead',
  ],
];

function refusalOf(
  node: ts.TypeNode,
  reader: TypeReader,
): Pick<RefusedSyntax, 'code' | 'what' | 'remedy'> {
  const found = REFUSALS.find(([matches]) => matches(node));
  return found
    ? { code: found[1], what: found[2], remedy: found[3] }
    : {
        code: 'VMGEN4003',
        what: `the type ${node.getText(reader.file)}`,
        remedy: 'write it as an interface',
      };
}

/** Reads `{ [K in C as N]?: V }`. */
function parseMapped(
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
