import type { DeclarationSyntax, TypeSyntax } from '../syntax/syntax.js';

type Reference = Extract<TypeSyntax, { kind: 'reference' }>;

/** The names that a declaration depends on: their types are resolved with its own. */
export function madeOf(declaration: DeclarationSyntax): Reference[] {
  switch (declaration.kind) {
    case 'interface':
      return declaration.extends.flatMap(namesIn);
    case 'alias':
      return namesIn(declaration.type);
    default:
      return [];
  }
}

function namesIn(type: TypeSyntax): Reference[] {
  switch (type.kind) {
    case 'reference':
      return [type, ...type.typeArguments.flatMap(namesIn)];
    case 'union':
    case 'intersection':
      return type.members.flatMap(namesIn);
    case 'array':
      return namesIn(type.element);
    default:
      return [];
  }
}
