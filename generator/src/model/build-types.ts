import type { FindingList } from '../findings/finding-list.js';
import type { SourcePosition } from '../findings/finding.js';
import type {
  DeclarationSyntax,
  FieldSyntax,
  ModuleSyntax,
  ObjectSyntax,
  TypeSyntax,
} from '../frontend/syntax.js';
import { nearest } from '../markers/nearest.js';
import type { MarkerRegistry } from '../markers/registry.js';
import { annotate, type Annotation } from './annotation.js';
import { resolveBuiltIn } from './built-in-types.js';
import type { ModuleSet, Resolution } from './module-set.js';
import { fieldPresence, type PresenceDefault } from './presence.js';
import { isRuntimeType, RUNTIME_MODULE, RUNTIME_TYPES } from './runtime-types.js';
import type { Field, NamedType, Type, TypeId, TypeTable } from './type.js';
import { unionType } from './union-type.js';

/** What the type builder asks of the other parts of a run. */
export interface TypeBuilderContext {
  readonly modules: ModuleSet;
  readonly registry: MarkerRegistry;
  readonly findings: FindingList;
  readonly annotationOf: (declaration: DeclarationSyntax) => Annotation;
  readonly presenceDefault: (module: ModuleSyntax) => PresenceDefault;
}

/** Resolves declarations to types, each once and only those that something asks for. */
export class TypeBuilder {
  readonly #context: TypeBuilderContext;
  readonly #types = new Map<TypeId, NamedType>();
  readonly #begun = new Set<TypeId>();

  constructor(context: TypeBuilderContext) {
    this.#context = context;
  }

  get types(): TypeTable {
    return this.#types;
  }

  /** The declaration's type and, through it, all that it mentions. */
  declare(declaration: DeclarationSyntax, module: ModuleSyntax): TypeId {
    const id = `${module.path}#${declaration.name}`;
    if (this.#begun.has(id)) return id;
    this.#begun.add(id);
    const { doc, markers } = this.#context.annotationOf(declaration);
    this.#types.set(id, {
      id,
      name: declaration.name,
      path: module.path,
      isExported: declaration.isExported || isReexported(declaration.name, module),
      isEnum: declaration.kind === 'enum',
      type: this.#declaredType(declaration, module),
      doc,
      markers,
      position: declaration.position,
    });
    return id;
  }

  #declaredType(declaration: DeclarationSyntax, module: ModuleSyntax): Type {
    const { position } = declaration;
    if (declaration.typeParameters.length > 0) {
      return this.#refuse(
        position,
        `the type ${declaration.name} is generic`,
        'write one type for each use',
      );
    }
    switch (declaration.kind) {
      case 'interface':
        return this.#object(declaration.body, position, module, declaration.extends);
      case 'alias':
        return this.resolve(declaration.type, module);
      case 'enum':
        return this.#enum(declaration);
      case 'refused':
        return this.#refuse(
          position,
          `${declaration.what} cannot stand in an API`,
          declaration.remedy,
        );
    }
  }

  /** The type that a piece of syntax means in a module. */
  resolve(syntax: TypeSyntax, module: ModuleSyntax): Type {
    const { position } = syntax;
    switch (syntax.kind) {
      case 'keyword':
        return this.#keyword(syntax.keyword, position);
      case 'literal':
        return typeof syntax.value === 'boolean'
          ? this.#refuse(
              position,
              `the literal ${syntax.value} cannot be said in a schema`,
              'use boolean',
            )
          : unionType([syntax], position, this.#context.findings, () => undefined);
      case 'array':
        return { kind: 'array', element: this.resolve(syntax.element, module), position };
      case 'union':
        return unionType(syntax.members, position, this.#context.findings, (member) =>
          this.resolve(member, module),
        );
      case 'object':
        return this.#object(syntax.body, position, module, []);
      case 'reference':
        return this.#reference(syntax, module);
      case 'refused':
        return this.#refuse(position, `${syntax.what} cannot stand in an API`, syntax.remedy);
    }
  }

  #keyword(keyword: string, position: SourcePosition): Type {
    switch (keyword) {
      case 'string':
      case 'number':
      case 'boolean':
        return { kind: keyword, position };
      case 'any':
      case 'unknown':
      case 'object':
        return { kind: 'unknown', keyword, position };
      case 'bigint':
        return this.#refuse(position, 'bigint has no JSON form', `use Int64 of ${RUNTIME_MODULE}`);
      case 'null':
      case 'undefined':
        return this.#refuse(position, `${keyword} alone says nothing`, 'name the type beside it');
      default:
        return this.#refuse(position, `${keyword} cannot stand in an API`, 'API types are data');
    }
  }

  #reference(syntax: Extract<TypeSyntax, { kind: 'reference' }>, module: ModuleSyntax): Type {
    const found = this.#context.modules.resolve(syntax.name, module);
    if (found.kind === 'declaration') {
      return {
        kind: 'named',
        id: this.declare(found.declaration, found.module),
        position: syntax.position,
      };
    }
    if (found.kind === 'runtime' && isRuntimeType(found.name)) {
      return { kind: 'runtime', name: found.name, position: syntax.position };
    }
    const builtIn =
      found.kind === 'unknown' &&
      resolveBuiltIn(syntax, this.#context.findings, (inner) => this.resolve(inner, module));
    return builtIn || this.#refuseName(syntax.name, found, syntax.position, module);
  }

  #refuseName(
    name: string,
    found: Resolution,
    position: SourcePosition,
    module: ModuleSyntax,
  ): Type {
    switch (found.kind) {
      case 'runtime': {
        const suggestion =
          nearest(found.name, RUNTIME_TYPES) ?? `one of ${RUNTIME_TYPES.join(', ')}`;
        return this.#refuse(
          position,
          `${RUNTIME_MODULE} has no API type ${found.name}`,
          `use ${suggestion}`,
        );
      }
      case 'missing-module':
        return this.#refuse(
          position,
          `${name} comes from ${found.specifier}, which is not there`,
          `make the file or mend the import`,
        );
      case 'foreign':
        return this.#refuse(
          position,
          `${name} comes from ${found.specifier}`,
          `API types come from ${RUNTIME_MODULE} or from files under the folder of the APIs`,
        );
      default: {
        const suggestion = nearest(name, [...module.declarations.keys(), ...module.imports.keys()]);
        return this.#refuse(
          position,
          `unknown type ${name}`,
          suggestion === undefined ? 'declare or import it' : `did you mean ${suggestion}?`,
        );
      }
    }
  }

  #enum(declaration: Extract<DeclarationSyntax, { kind: 'enum' }>): Type {
    const { findings } = this.#context;
    const { position } = declaration;
    const literals: TypeSyntax[] = [];
    for (const member of declaration.members) {
      if (member.value !== undefined) {
        literals.push({ kind: 'literal', value: member.value, position: member.position });
      } else {
        findings.error(
          member.position,
          `the value of ${member.name} is computed`,
          'write it as a literal',
        );
      }
    }
    if (declaration.members.length === 0) {
      return this.#refuse(position, `the enum ${declaration.name} has no values`, 'add one');
    }
    return literals.length > 0
      ? unionType(literals, position, findings, () => undefined)
      : { kind: 'invalid', position };
  }

  #object(
    body: ObjectSyntax,
    position: SourcePosition,
    module: ModuleSyntax,
    bases: readonly TypeSyntax[],
  ): Type {
    const { findings, registry } = this.#context;
    for (const { what, remedy, position: at } of body.refused) {
      findings.error(at, `${what} cannot stand in an API`, remedy);
    }
    for (const { position: at } of annotate(body.dangling, ['field'], registry, findings).markers) {
      findings.error(at, 'the marker belongs to no field', 'put it right above the field');
    }
    if (body.indexed && body.fields.length + bases.length === 0) {
      return { kind: 'map', value: this.resolve(body.indexed, module), position };
    }
    if (body.indexed) {
      return this.#refuse(
        position,
        'fields beside an index signature have no schema',
        'put the map into a field of its own',
      );
    }
    return {
      kind: 'object',
      fields: body.fields.map((field) => this.#field(field, module)),
      bases: bases.map((base) => this.#base(base, module)),
      position,
    };
  }

  #base(syntax: TypeSyntax, module: ModuleSyntax): Type {
    const base = this.resolve(syntax, module);
    if (base.kind === 'runtime' && base.name !== 'TypeMeta') {
      return this.#refuse(
        syntax.position,
        `extending ${base.name} is not possible`,
        'make it a field',
      );
    }
    return base;
  }

  #field(syntax: FieldSyntax, module: ModuleSyntax): Field {
    const { findings, registry, presenceDefault } = this.#context;
    const { doc, markers, packageMarkers } = annotate(
      syntax.comments,
      ['field'],
      registry,
      findings,
    );
    for (const { position, definition } of packageMarkers) {
      findings.error(
        position,
        `+${definition.name} may not stand on a field`,
        'it is for a package',
      );
    }
    return {
      name: syntax.name,
      optional: syntax.optional,
      required: fieldPresence(syntax, markers, presenceDefault(module), findings),
      type: this.resolve(syntax.type, module),
      doc,
      markers,
      position: syntax.position,
    };
  }

  #refuse(position: SourcePosition, message: string, remedy: string): Type {
    this.#context.findings.error(position, message, remedy);
    return { kind: 'invalid', position };
  }
}

function isReexported(name: string, module: ModuleSyntax): boolean {
  return [...module.reexports.values()].some((link) => link.specifier === '' && link.name === name);
}
