import type { Place } from '../markers/language/definition.js';
import type {
  CommentGroup,
  DeclarationSyntax,
  ModuleSyntax,
  ObjectSyntax,
  TypeSyntax,
} from '../syntax/syntax.js';

/**
 * The places of the declaration that the comment on a line belongs to: a kind is also a type. Undefined where a
 * declaration below may still be missing, and for lines without a comment that is read.
 *
 * @param line counted from 1
 */
export function placesAt(module: ModuleSyntax, line: number): readonly Place[] | undefined {
  for (const declaration of module.declarations.values()) {
    if (isIn(declaration.comments, line)) return placesOf(declaration);
    if (bodiesOf(declaration).some((body) => hasFieldComment(body, line))) return ['field'];
  }
  const last = Math.max(0, ...[...module.declarations.values()].map((each) => each.position.line));
  return line < last && isIn(module.comments, line) ? ['package'] : undefined;
}

function placesOf(declaration: DeclarationSyntax): readonly Place[] {
  if (declaration.kind === 'enum') return ['type'];
  const bodies = bodiesOf(declaration);
  const hasMetadata = bodies.some(({ fields }) => fields.some(({ name }) => name === 'metadata'));
  // An alias may name a kind.
  const isKind = hasMetadata || bodies.length === 0;
  return isKind ? ['kind', 'type'] : ['type'];
}

/** The objects that are written in a declaration, without those in their fields. */
function bodiesOf(declaration: DeclarationSyntax): readonly ObjectSyntax[] {
  if (declaration.kind === 'interface') return [declaration.body];
  return declaration.kind === 'alias' ? bodiesIn(declaration.type) : [];
}

function bodiesIn(type: TypeSyntax): readonly ObjectSyntax[] {
  switch (type.kind) {
    case 'object':
      return [type.body];
    case 'array':
      return bodiesIn(type.element);
    case 'union':
    case 'intersection':
      return type.members.flatMap(bodiesIn);
    case 'tuple':
      return type.elements.flatMap((element) => bodiesIn(element.type));
    case 'reference':
      return type.typeArguments.flatMap(bodiesIn);
    case 'mapped':
      return bodiesIn(type.value);
    default:
      return [];
  }
}

function hasFieldComment({ fields, indexed, dangling }: ObjectSyntax, line: number): boolean {
  // A comment after the last field is of a field that is being written.
  if (isIn(dangling, line) || fields.some(({ comments }) => isIn(comments, line))) return true;
  const types = [...fields.map(({ type }) => type), ...(indexed ? [indexed.value] : [])];
  return types.flatMap(bodiesIn).some((body) => hasFieldComment(body, line));
}

const isIn = (comments: readonly CommentGroup[], line: number): boolean =>
  comments.some(({ lines }) => lines.some(({ position }) => position.line === line));
