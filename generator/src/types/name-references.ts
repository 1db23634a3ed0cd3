import type { DeclarationSyntax, ObjectSyntax, TypeSyntax } from '../syntax/syntax.js';

/** A name in a declaration that may be the name of another declaration. */
export interface NameReference {
  readonly name: string;
  /** Of `import('specifier').name`. */
  readonly specifier: string | undefined;
  /** `value` for `typeof name`. */
  readonly space: 'type' | 'value';
}

/** All names that a declaration mentions, except for its type parameters. */
export function referencesIn(declaration: DeclarationSyntax): NameReference[] {
  const { typeParameters } = declaration;
  const found = new References(new Set(typeParameters.map(({ name }) => name)));
  for (const { constraint, fallback } of typeParameters) {
    if (constraint) found.addType(constraint);
    if (fallback) found.addType(fallback);
  }
  if (declaration.kind === 'alias') found.addType(declaration.type);
  if (declaration.kind === 'interface') {
    for (const base of declaration.extends) found.addType(base);
    found.addBody(declaration.body);
  }
  return found.all;
}

/** All names that the type of a constant mentions. */
export function referencesInType(type: TypeSyntax): NameReference[] {
  const found = new References(new Set());
  found.addType(type);
  return found.all;
}

class References {
  readonly all: NameReference[] = [];
  /** The type parameters around the current type. */
  #bound: ReadonlySet<string>;

  constructor(bound: ReadonlySet<string>) {
    this.#bound = bound;
  }

  addType(type: TypeSyntax): void {
    switch (type.kind) {
      case 'reference': {
        const { name, specifier } = type;
        const isBound = specifier === undefined && this.#bound.has(name);
        if (!isBound) this.all.push({ name, specifier, space: 'type' });
        this.#addTypes(type.typeArguments);
        break;
      }
      case 'query':
        this.all.push({ name: type.name, specifier: undefined, space: 'value' });
        break;
      case 'array':
        this.addType(type.element);
        break;
      case 'union':
      case 'intersection':
        this.#addTypes(type.members);
        break;
      case 'tuple':
        this.#addTypes(type.elements.map((element) => element.type));
        break;
      case 'keyof':
        this.addType(type.of);
        break;
      case 'indexed':
        this.#addTypes([type.object, type.index]);
        break;
      case 'mapped':
        this.#addMapped(type);
        break;
      case 'template':
        this.#addTypes(type.parts.filter((part) => typeof part !== 'string'));
        break;
      case 'object':
        this.addBody(type.body);
        break;
      default:
    }
  }

  addBody({ fields, indexed }: ObjectSyntax): void {
    this.#addTypes(fields.map(({ type }) => type));
    if (indexed) this.#addTypes([indexed.key, indexed.value]);
  }

  #addTypes(types: readonly TypeSyntax[]): void {
    for (const type of types) this.addType(type);
  }

  #addMapped({ parameter, constraint, as, value }: Extract<TypeSyntax, { kind: 'mapped' }>): void {
    this.addType(constraint);
    const outer = this.#bound;
    this.#bound = new Set([...outer, parameter]);
    this.#addTypes(as ? [as, value] : [value]);
    this.#bound = outer;
  }
}
