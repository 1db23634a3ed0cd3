import { refuseSyntax } from './refuse-syntax.js';
import type { DiagnosticCode } from '../diagnostics/code.js';
import { boundedAt } from '../diagnostics/beyond-bounds.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { DiagnosticDetails, SourcePosition } from '../diagnostics/diagnostic.js';
import {
  EXPORT_EQUALS,
  type DeclarationSyntax,
  type ModuleSyntax,
  type TypeSyntax,
} from '../syntax/syntax.js';
import { keywordType, resolveBuiltIn } from './built-in-types.js';
import { enumMember, enumObject, enumType } from './enum-type.js';
import type { Evaluator } from './evaluator.js';
import { fieldsByName } from './fields-of.js';
import { DEEPEST_INSTANCE, instanceOf } from './generic-instance.js';
import { exportedName } from '../markers/misplaced-kind-markers.js';
import { indexedType } from './indexed-type.js';
import { intersectionOf } from './intersection-type.js';
import { isKeptWhole, withEmpty } from './kept-intersection.js';
import { madeOf } from './made-of.js';
import { mappedType } from './mapped-type.js';
import type { Resolution } from './module-set.js';
import { keyofType } from './object-operations.js';
import type { TypeBuilderContext } from './type-builder-context.js';
import { objectType } from './object-type.js';
import { isRuntimeType } from '../syntax/runtime-types.js';
import { moduleScope, type Scope } from './scope.js';
import { templateType } from './template-type.js';
import { arrayOf, tupleType } from './tuple-type.js';
import {
  shapeOf,
  type NamedType,
  type Type,
  type TypeId,
  type TypeTable,
  type Field,
} from './type.js';
import { unionOf } from './union-type.js';
import { refuseName } from './unknown-name.js';

/** The maximum number of pending types: more than {@link DEEPEST}, and what the stack of a worker in a browser holds. */
const LONGEST_WAY = 160;

/** A chain of names that is as long is followed from its end. */
const LONG_CHAIN = 20;

type DeclarationResolution = Extract<Resolution, { kind: 'declaration' }>;

/** Resolves the declarations of a unit to types, each once and only on demand. */
export class TypeBuilder implements Evaluator {
  readonly #context: TypeBuilderContext;
  readonly #types: Map<TypeId, NamedType>;
  readonly #begun = new Set<TypeId>();
  /** Generic declarations that expand infinitely: no more instances of them are built. */
  readonly #endless = new Set<DeclarationSyntax>();
  readonly #byName = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();
  /** Constants whose types are being resolved. */
  readonly #open = new Set<TypeSyntax>();
  /** How many types wait for the one that is being resolved. */
  #depth = 0;

  constructor(context: TypeBuilderContext) {
    this.#context = context;
    this.#types = context.types;
  }

  get types(): TypeTable {
    return this.#types;
  }

  get diagnostics(): DiagnosticList {
    return this.#context.diagnostics;
  }

  /** The type of a declaration; the types of its fields are resolved on demand. */
  declare(declaration: DeclarationSyntax, module: ModuleSyntax): TypeId {
    const id = idOf(declaration, module);
    if (this.#context.isMember(declaration)) {
      this.#declare(id, declaration.name, declaration, moduleScope(module), false);
    } else this.#context.use(declaration, module);
    return id;
  }

  #declare(
    id: TypeId,
    name: string,
    declaration: DeclarationSyntax,
    scope: Scope,
    isInstance: boolean,
  ): void {
    if (this.#begun.has(id)) return;
    this.#begun.add(id);
    if (!isInstance) this.#declareFirst(declaration, scope.module);
    const { doc, markers, refused } = this.#context.annotationOf(declaration);
    const { module } = scope;
    this.#types.set(id, {
      id,
      name,
      path: module.path,
      exportedName: exportedName(declaration, module),
      hasExportAssignment: module.reexports.has(EXPORT_EQUALS),
      isInstance,
      isInterface: declaration.kind === 'interface',
      type: this.#withoutItself(
        id,
        boundedAt(declaration.position, () => this.#declaredType(declaration, scope)),
      ),
      doc,
      markers,
      refused,
      position: declaration.position,
    });
  }

  /**
   * Declares the types that a declaration depends on first if they form a long chain, because recursion would
   * need a stack of its length.
   */
  #declareFirst(declaration: DeclarationSyntax, module: ModuleSyntax): void {
    const chain = new Map<TypeId, readonly [DeclarationSyntax, ModuleSyntax]>();
    const waiting = [[declaration, module] as const];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [user, home] = next;
      for (const { name, specifier } of madeOf(user)) {
        const { modules } = this.#context;
        const found =
          specifier === undefined
            ? modules.resolve(name, home)
            : modules.imported(specifier, name, home);
        if (found.kind !== 'declaration' || found.declaration.typeParameters.length > 0) continue;
        if (!this.#context.isMember(found.declaration)) continue;
        const id = `${found.module.path}#${found.declaration.name}`;
        if (this.#begun.has(id) || chain.has(id)) continue;
        chain.set(id, [found.declaration, found.module]);
        waiting.push([found.declaration, found.module]);
      }
    }
    if (chain.size < LONG_CHAIN) return;
    for (const [first, home] of [...chain.values()].reverse()) this.declare(first, home);
  }

  /** A union may not have itself among its members: nothing would end there. */
  #withoutItself(id: TypeId, type: Type): Type {
    let inner = type;
    while (inner.kind === 'nullable' || inner.kind === 'undefinable') inner = inner.type;
    const members = inner.kind === 'union' ? inner.members : inner === type ? [] : [inner];
    const itself = members.find((member) => member.kind === 'named' && member.id === id);
    return itself ? this.#refuseCircle(`the type ${nameIn(id)}`, itself.position) : type;
  }

  #declaredType(declaration: DeclarationSyntax, scope: Scope): Type {
    const { position } = declaration;
    switch (declaration.kind) {
      case 'interface': {
        const { body, extends: bases } = declaration;
        return objectType(body, position, scope, bases, this.#context, this);
      }
      case 'alias':
        return this.resolve(declaration.type, scope);
      case 'enum':
        return enumType(declaration, idOf(declaration, scope.module), this);
      case 'unreadable':
        return { kind: 'invalid', position };
      case 'refused':
        return refuseSyntax(declaration, position, this);
    }
  }

  resolve(syntax: TypeSyntax, scope: Scope): Type {
    if (this.#depth >= LONGEST_WAY) {
      return this.refuse(
        'VMGEN4105',
        syntax.position,
        `the type references a chain of more than ${LONGEST_WAY} types`,
        'write one of them out',
      );
    }
    this.#depth++;
    const type = this.#resolve(syntax, scope);
    this.#depth--;
    return type;
  }

  #resolve(syntax: TypeSyntax, scope: Scope): Type {
    const { position } = syntax;
    const all = (members: readonly TypeSyntax[]): Type[] =>
      members.map((member) => this.resolve(member, scope));
    switch (syntax.kind) {
      case 'keyword':
        return keywordType(syntax.keyword, position, this);
      case 'literal':
        return { kind: 'enum', values: [syntax.value], position };
      case 'array':
        return arrayOf(this.resolve(syntax.element, scope), syntax.isReadonly, position);
      case 'tuple':
        return tupleType(syntax, scope, this);
      case 'union':
        return unionOf(all(syntax.members), position, this);
      case 'intersection':
        return isKeptWhole(syntax.members, scope)
          ? withEmpty(all(syntax.members), position, this)
          : intersectionOf(all(syntax.members), position, this);
      case 'object':
        return objectType(syntax.body, position, scope, [], this.#context, this);
      case 'reference':
        return this.#reference(syntax, scope);
      case 'query':
        return this.#query(syntax.name, position, scope);
      case 'keyof':
        return keyofType(this.resolve(syntax.of, scope), position, this);
      case 'indexed': {
        const [object, index] = [syntax.object, syntax.index].map((each) =>
          this.resolve(each, scope),
        );
        return object && index ? indexedType(object, index, position, this) : never(position);
      }
      case 'mapped':
        return mappedType(syntax, scope, this);
      case 'template':
        return templateType(syntax, scope, this);
      case 'refused':
        return refuseSyntax(syntax, position, this);
    }
  }

  #reference(syntax: Extract<TypeSyntax, { kind: 'reference' }>, scope: Scope): Type {
    const { name, position, specifier, typeArguments } = syntax;
    const bound = scope.bindings.get(name);
    if (bound && specifier === undefined) return bound.type;
    const { modules } = this.#context;
    const found =
      specifier === undefined
        ? modules.resolve(name, scope.module)
        : modules.imported(specifier, name, scope.module);
    if (found.kind === 'runtime' && isRuntimeType(found.name)) {
      return { kind: 'runtime', name: found.name, position };
    }
    if (found.kind === 'declaration') {
      return this.#declaration(found, typeArguments, position, scope);
    }
    const isMissing = found.kind === 'unknown' || found.kind === 'unreadable';
    const builtIn = isMissing && resolveBuiltIn(syntax, scope, this);
    if (builtIn) return builtIn;
    this.#context.readNames(scope.module);
    return refuseName(name, found, position, scope, this);
  }

  #declaration(
    found: DeclarationResolution,
    typeArguments: readonly TypeSyntax[],
    position: SourcePosition,
    scope: Scope,
  ): Type {
    const { declaration, module, rest } = found;
    if (rest.length > 0) {
      const id = declaration.kind === 'enum' ? this.declare(declaration, module) : '';
      return enumMember(declaration, id, rest, position, this);
    }
    if (declaration.typeParameters.length === 0 && typeArguments.length === 0) {
      return { kind: 'named', id: this.declare(declaration, module), position };
    }
    if (this.#endless.has(declaration)) return { kind: 'invalid', position };
    if (scope.depth >= DEEPEST_INSTANCE) this.#endless.add(declaration);
    const given = typeArguments.map((each) => this.resolve(each, scope));
    const instance = instanceOf(found, given, position, scope, this);
    if (!instance) return { kind: 'invalid', position };
    this.#declare(instance.id, instance.name, declaration, instance.scope, true);
    return { kind: 'named', id: instance.id, position };
  }

  /** `typeof name`: the type of a constant, or of an enum as an object. */
  #query(name: string, position: SourcePosition, scope: Scope): Type {
    const found = this.#context.modules.resolve(name, scope.module, 'value');
    if (found.kind === 'unreadable') return { kind: 'invalid', position };
    if (found.kind !== 'value' && found.kind !== 'declaration') {
      return this.refuse(
        'VMGEN1106',
        position,
        `typeof ${name} does not name a constant in the files of the API`,
        'declare it with const and as const',
      );
    }
    const type =
      found.kind === 'value'
        ? this.#constant(name, found, position)
        : this.#enumObject(found, position);
    return found.rest.reduce(
      (outer, key) => indexedType(outer, { kind: 'enum', values: [key], position }, position, this),
      type,
    );
  }

  #constant(
    name: string,
    { type, module }: Extract<Resolution, { kind: 'value' }>,
    position: SourcePosition,
  ): Type {
    if (this.#open.has(type)) return this.#refuseCircle(`typeof ${name}`, position);
    this.#open.add(type);
    const resolved = this.resolve(type, moduleScope(module));
    this.#open.delete(type);
    return resolved;
  }

  #enumObject({ declaration, module }: DeclarationResolution, position: SourcePosition): Type {
    return enumObject(declaration, this.declare(declaration, module), position, this);
  }

  aliased(syntax: TypeSyntax, scope: Scope): TypeSyntax | undefined {
    if (syntax.kind !== 'reference' || scope.bindings.has(syntax.name)) return undefined;
    const found = this.#context.modules.resolve(syntax.name, scope.module);
    const declaration = found.kind === 'declaration' ? found.declaration : undefined;
    return declaration?.kind === 'alias' ? declaration.type : undefined;
  }

  shape(type: Type): Type {
    const shape = shapeOf(type, this.#types);
    if (shape) return shape;
    const name = type.kind === 'named' ? nameIn(type.id) : type.kind;
    return this.#refuseCircle(`the type ${name}`, type.position);
  }

  fieldsByName(shape: Type): ReadonlyMap<string, Field> {
    const isFlat = shape.kind === 'object' && shape.bases.length === 0;
    const known = isFlat ? this.#byName.get(shape.fields) : undefined;
    if (known) return known;
    const fields = fieldsByName(shape, this.#types);
    if (isFlat) this.#byName.set(shape.fields, fields);
    return fields;
  }

  #refuseCircle(what: string, position: SourcePosition): Type {
    const message = `${what} is defined in terms of itself`;
    return this.refuse('VMGEN4102', position, message, 'write one of its types out');
  }

  refuse(
    code: DiagnosticCode,
    position: SourcePosition,
    message: string,
    remedy: string,
    details?: DiagnosticDetails,
  ): Type {
    this.diagnostics.error(code, position, message, remedy, details);
    return { kind: 'invalid', position };
  }
}

const nameIn = (id: TypeId): string => id.slice(id.lastIndexOf('#') + 1);

const idOf = ({ name }: DeclarationSyntax, { path }: ModuleSyntax): TypeId => `${path}#${name}`;

const never = (position: SourcePosition): Type => ({ kind: 'never', position });
