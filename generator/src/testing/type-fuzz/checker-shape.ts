import type ts from 'typescript';
import {
  arrayShape,
  DEEPEST,
  literalShape,
  mapShape,
  NoShape,
  objectShape,
  textsShape,
  TOO_DEEP,
  tupleShape,
  unionShape,
  type FieldShape,
  type Shape,
} from './shape.js';
import { typescript } from '../typescript.js';

const { TypeFlags } = typescript;

const KEYWORDS: readonly (readonly [ts.TypeFlags, Shape])[] = [
  [TypeFlags.Unknown, 'unknown'],
  [TypeFlags.NonPrimitive, 'object'],
  [TypeFlags.String, 'string'],
  [TypeFlags.Number, 'number'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
  [TypeFlags.Never, 'never'],
];

/** What a type is to TypeScript's own checker; throws NoShape for what is no data. */
export function checkerShape(type: ts.Type, checker: ts.TypeChecker, depth = 0): Shape {
  return membersShape(membersOf(type), checker, depth);
}

function membersShape(members: readonly ts.Type[], checker: ts.TypeChecker, depth: number): Shape {
  const isForm = ({ flags }: ts.Type): boolean =>
    (flags & (TypeFlags.TemplateLiteral | TypeFlags.StringMapping)) !== 0;
  if (!members.some(isForm)) {
    return unionShape(members.map((member) => memberShape(member, checker, depth)));
  }
  const texts = members.filter((member) => isForm(member) || member.isStringLiteral());
  const others = members.filter((member) => !texts.includes(member));
  const matches = (text: string): boolean =>
    texts.some((member) => checker.isTypeAssignableTo(checker.getStringLiteralType(text), member));
  const shapes = others.map((member) => memberShape(member, checker, depth));
  return unionShape([textsShape(matches), ...shapes]);
}

function memberShape(type: ts.Type, checker: ts.TypeChecker, depth: number): Shape {
  const keyword = KEYWORDS.find(([flag]) => type.flags & flag)?.[1];
  if (keyword !== undefined) return keyword;
  if (type.isStringLiteral() || type.isNumberLiteral()) return literalShape(type.value);
  if (type.flags & TypeFlags.BooleanLiteral) return checker.typeToString(type);
  if (type.flags & TypeFlags.Object) return objectTypeShape(type, checker, depth);
  if (type.isIntersection()) {
    // Types that reduce to never do so without creating another type.
    if (checker.typeToString(type) === 'never') return 'never';
    const isPlain = type.types.every((each) => {
      return each.flags & TypeFlags.Object && !checker.isArrayLikeType(each);
    });
    if (isPlain) return objectTypeShape(type, checker, depth);
  }
  throw new NoShape(checker.typeToString(type));
}

function objectTypeShape(type: ts.Type, checker: ts.TypeChecker, depth: number): Shape {
  if (depth >= DEEPEST) return TOO_DEEP;
  const inner = (each: ts.Type): Shape => checkerShape(each, checker, depth + 1);
  const name = type.getSymbol()?.name;
  if (name === 'Date' || name === 'Uint8Array') return name;
  if (checker.isTupleType(type)) return tupleTypeShape(type, checker, depth + 1);
  if (checker.isArrayType(type)) {
    const [element] = argumentsOf(type, checker);
    if (element) return arrayShape(inner(element));
  }
  const isCallable = [typescript.SignatureKind.Call, typescript.SignatureKind.Construct].some(
    (kind) => checker.getSignaturesOfType(type, kind).length > 0,
  );
  if (isCallable) throw new NoShape('a function');
  const properties = checker.getPropertiesOfType(type);
  const indexes = checker.getIndexInfosOfType(type);
  const [index, second] = indexes;
  if (index && (second || properties.length > 0 || !(index.keyType.flags & TypeFlags.String))) {
    throw new NoShape('an index signature beside others, or of other keys');
  }
  if (index) return mapShape(inner(index.type));
  return objectShape(properties.map((property) => fieldShape(property, checker, depth + 1)));
}

function fieldShape(symbol: ts.Symbol, checker: ts.TypeChecker, depth: number): FieldShape {
  const name = symbol.getName();
  if (name.startsWith('__@')) throw new NoShape('a symbol as a key');
  const type = checker.getTypeOfSymbol(symbol);
  const isOptional = (symbol.flags & typescript.SymbolFlags.Optional) !== 0;
  const mayMiss = isOptional || membersOf(type).some(isUndefined);
  return { name, mayMiss, type: definedShape(type, checker, depth) };
}

const membersOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

const isUndefined = ({ flags }: ts.Type): boolean => (flags & TypeFlags.Undefined) !== 0;

/** The shape without undefined. */
function definedShape(type: ts.Type, checker: ts.TypeChecker, depth: number): Shape {
  return membersShape(
    membersOf(type).filter((member) => !isUndefined(member)),
    checker,
    depth,
  );
}

function tupleTypeShape(type: ts.Type, checker: ts.TypeChecker, depth: number): Shape {
  const { target } = type as ts.TupleTypeReference;
  if (target.elementFlags.some((flag) => flag & typescript.ElementFlags.Variable)) {
    throw new NoShape('a tuple of any length');
  }
  const elements = argumentsOf(type, checker).map((element, index) =>
    index < target.minLength
      ? checkerShape(element, checker, depth)
      : definedShape(element, checker, depth),
  );
  return tupleShape(elements, target.minLength);
}

function argumentsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  return checker.getTypeArguments(type as ts.TypeReference);
}
