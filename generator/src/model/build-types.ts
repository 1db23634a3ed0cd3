import type { FindingCode } from '../findings/code.js';
import type { FindingList } from '../findings/finding-list.js';
import type { FindingDetails, SourcePosition } from '../findings/finding.js';
import type { DeclarationSyntax, ModuleSyntax, TypeSyntax } from '../frontend/syntax.js';
import type { TypeOracle } from '../frontend/type-oracle.js';
import type { MarkerRegistry } from '../markers/registry.js';
import type { Annotation } from './annotation.js';
import { resolveBuiltIn } from './built-in-types.js';
import { conditionalType } from './conditional-type.js';
import { enumMember, enumObject, enumType } from './enum-type.js';
import type { Evaluator } from './evaluator.js';
import { instanceOf } from './generic-instance.js';
import { isExported } from './hidden-kinds.js';
import { indexedType } from './indexed-type.js';
import { intersectionOf } from './intersection-type.js';
import { keywordType } from './keyword-type.js';
import { mappedType } from './mapped-type.js';
import type { ModuleSet, Resolution } from './module-set.js';
import { keyofType } from './object-operations.js';
import { objectType } from './object-type.js';
import type { PresenceDefault } from './presence.js';
import { isRuntimeType } from './runtime-types.js';
import { moduleScope, type Scope } from './scope.js';
import { templateType } from './template-type.js';
import { tupleType } from './tuple-type.js';
import { shapeOf, type NamedType, type Type, type TypeId, type TypeTable } from './type.js';
import { unionOf } from './union-type.js';
import { refuseName } from './unknown-name.js';

/** What the type builder asks of the other parts of a run. */
export interface TypeBuilderContext {
  readonly modules: ModuleSet;
  readonly registry: MarkerRegistry;
  readonly findings: FindingList;
  readonly oracle: TypeOracle;
  readonly annotationOf: (declaration: DeclarationSyntax) => Annotation;
  readonly presenceDefault: (module: ModuleSyntax) => PresenceDefault;
}

/** Resolves declarations to types, each once and only those that something asks for. */
export class TypeBuilder implements Evaluator {
  readonly #context: TypeBuilderContext;
  readonly #types = new Map<TypeId, NamedType>();
  readonly #begun = new Set<TypeId>();

  constructor(context: TypeBuilderContext) {
    this.#context = context;
  }

  get types(): TypeTable {
    return this.#types;
  }

  get findings(): FindingList {
    return this.#context.findings;
  }

  get oracle(): TypeOracle {
    return this.#context.oracle;
  }

  /** The declaration's type; what its fields mention is declared when they are asked for it. */
  declare(declaration: DeclarationSyntax, module: ModuleSyntax): TypeId {
    const id = `${module.path}#${declaration.name}`;
    this.#declare(id, declaration.name, declaration, moduleScope(module), false);
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
    const { doc, markers } = this.#context.annotationOf(declaration);
    const { module } = scope;
    this.#types.set(id, {
      id,
      name,
      path: module.path,
      isExported: isExported(declaration, module),
      isInstance,
      isInterface: declaration.kind === 'interface',
      type: this.#declaredType(declaration, scope),
      doc,
      markers,
      position: declaration.position,
    });
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
        return enumType(declaration, this);
      case 'refused':
        return this.refuse(
          declaration.code,
          position,
          `${declaration.what} cannot stand in an API`,
          declaration.remedy,
          declaration,
        );
    }
  }

  resolve(syntax: TypeSyntax, scope: Scope): Type {
    const { position } = syntax;
    const all = (members: readonly TypeSyntax[]): Type[] =>
      members.map((member) => this.resolve(member, scope));
    switch (syntax.kind) {
      case 'keyword':
        return keywordType(syntax.keyword, position, this);
      case 'literal':
        return { kind: 'enum', values: [syntax.value], position };
      case 'array':
        return { kind: 'array', element: this.resolve(syntax.element, scope), position };
      case 'tuple':
        return tupleType(syntax, scope, this);
      case 'union':
        return unionOf(all(syntax.members), position, this);
      case 'intersection':
        return intersectionOf(all(syntax.members), position, this);
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
      case 'conditional':
        return conditionalType(syntax, scope, this);
      case 'template':
        return templateType(syntax, scope, this);
      case 'infer':
        return { kind: 'infer', name: syntax.name, position };
      case 'refused':
        return this.refuse(
          syntax.code,
          position,
          `${syntax.what} cannot stand in an API`,
          syntax.remedy,
        );
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
    const builtIn = found.kind === 'unknown' && resolveBuiltIn(syntax, scope, this);
    return builtIn || refuseName(name, found, position, scope, this);
  }

  #declaration(
    found: Extract<Resolution, { kind: 'declaration' }>,
    typeArguments: readonly TypeSyntax[],
    position: SourcePosition,
    scope: Scope,
  ): Type {
    const { declaration, module, rest } = found;
    if (rest.length > 0) return enumMember(declaration, rest, position, this);
    if (declaration.typeParameters.length === 0 && typeArguments.length === 0) {
      return { kind: 'named', id: this.declare(declaration, module), position };
    }
    const given = typeArguments.map((each) => this.resolve(each, scope));
    const instance = instanceOf(found, given, position, scope, this);
    if (!instance) return { kind: 'invalid', position };
    this.#declare(instance.id, instance.name, declaration, instance.scope, true);
    return { kind: 'named', id: instance.id, position };
  }

  /** `typeof name`: the type of a constant, or of an enum as an object. */
  #query(name: string, position: SourcePosition, scope: Scope): Type {
    const found = this.#context.modules.resolve(name, scope.module, 'value');
    if (found.kind !== 'value' && found.kind !== 'declaration') {
      return this.refuse(
        'VMGEN1106',
        position,
        `typeof ${name} is no constant of the API's files`,
        'declare it with const and as const',
      );
    }
    const type =
      found.kind === 'value'
        ? this.resolve(found.type, moduleScope(found.module))
        : enumObject(found.declaration, position);
    return found.rest.reduce(
      (outer, key) => indexedType(outer, { kind: 'enum', values: [key], position }, position, this),
      type,
    );
  }

  shape(type: Type): Type {
    const shape = shapeOf(type, this.#types);
    if (shape) return shape;
    const name = type.kind === 'named' ? type.id.slice(type.id.lastIndexOf('#') + 1) : type.kind;
    return this.refuse(
      'VMGEN4102',
      type.position,
      `the type ${name} is made from itself`,
      'write one of its types out',
    );
  }

  refuse(
    code: FindingCode,
    position: SourcePosition,
    message: string,
    remedy: string,
    details?: FindingDetails,
  ): Type {
    this.findings.error(code, position, message, remedy, details);
    return { kind: 'invalid', position };
  }
}

const never = (position: SourcePosition): Type => ({ kind: 'never', position });
