import { comparePositions } from '../diagnostics/compare-positions.js';
import type {
  DeclarationSyntax,
  ModuleSyntax,
  ObjectSyntax,
  TypeSyntax,
} from '../syntax/syntax.js';
import type { Resolution } from './module-set.js';
import { type UnitProgram, UnitReads } from './unit-reads.js';

interface Declared {
  readonly declaration: DeclarationSyntax;
  readonly module: ModuleSyntax;
}

/** A declaration, what it refers to, and how that was found. */
export interface ComponentMember extends Declared {
  readonly references: readonly Declared[];
  readonly reads: UnitReads;
}

/** A declaration on the way of the search. */
interface Node extends ComponentMember {
  /** The number of nodes that were found before. */
  readonly index: number;
  /** The lowest index of the nodes on the way that it leads to. */
  low: number;
  /** The number of its references that were followed. */
  followed: number;
  isOpen: boolean;
}

/**
 * The strongly connected components of the declarations that one refers to, each after those that it refers
 * to: Tarjan's algorithm, without recursion, because a chain of names may have any length. Known declarations
 * are passed over.
 */
export function* componentsFrom(
  root: Declared,
  isKnown: (declaration: DeclarationSyntax) => boolean,
  program: UnitProgram,
): Generator<readonly ComponentMember[]> {
  const nodes = new Map<DeclarationSyntax, Node>();
  const open: Node[] = [];
  const way: Node[] = [];
  const enter = (declared: Declared): void => {
    const node = { ...memberOf(declared, program), ...startAt(nodes.size) };
    nodes.set(node.declaration, node);
    open.push(node);
    way.push(node);
  };
  enter(root);
  for (let node = way.at(-1); node; node = way.at(-1)) {
    const next = node.references[node.followed++];
    if (next) {
      const found = nodes.get(next.declaration);
      if (found?.isOpen === true) node.low = Math.min(node.low, found.index);
      else if (!found && !isKnown(next.declaration)) enter(next);
      continue;
    }
    way.pop();
    const user = way.at(-1);
    if (user) user.low = Math.min(user.low, node.low);
    if (node.low === node.index) yield closed(open.splice(open.lastIndexOf(node)));
  }
}

const startAt = (index: number) => ({ index, low: index, followed: 0, isOpen: true });

/** In an order that does not depend on the search. */
function closed(nodes: Node[]): Node[] {
  for (const node of nodes) node.isOpen = false;
  return nodes.sort((a, b) => comparePositions(a.declaration.position, b.declaration.position));
}

function memberOf({ declaration, module }: Declared, program: UnitProgram): ComponentMember {
  const reads = new UnitReads(program);
  const references = new Map<DeclarationSyntax, Declared>();
  // Constants refer to types too.
  const waiting: { readonly names: readonly NameReference[]; readonly from: ModuleSyntax }[] = [
    { names: referencesIn(declaration), from: module },
  ];
  const constants = new Set<unknown>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { names, from } = next;
    for (const name of names) {
      const found = resolved(name, from, reads);
      if (found.kind === 'declaration') references.set(found.declaration, found);
      if (found.kind !== 'value' || constants.has(found.type)) continue;
      constants.add(found.type);
      waiting.push({ names: referencesInType(found.type), from: found.module });
    }
  }
  return { declaration, module, references: [...references.values()], reads };
}

function resolved(
  { name, specifier, space }: NameReference,
  module: ModuleSyntax,
  reads: UnitReads,
): Resolution {
  return specifier === undefined
    ? reads.resolve(name, module, space)
    : reads.imported(specifier, name, module);
}

/** A name in a declaration that may be the name of another declaration. */
interface NameReference {
  readonly name: string;
  /** Of `import('specifier').name`. */
  readonly specifier: string | undefined;
  /** `value` for `typeof name`. */
  readonly space: 'type' | 'value';
}

/** All names that a declaration mentions, except for its type parameters. */
function referencesIn(declaration: DeclarationSyntax): NameReference[] {
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
function referencesInType(type: TypeSyntax): NameReference[] {
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
