import { Declarations } from '../shapes/declarations.js';
import { pathStep } from '../shapes/path-step.js';
import type { ShapeContext } from '../shapes/schema-shape.js';
import {
  typesOf,
  type Declaration,
  type NamedDeclaration,
  type TypeExpression,
} from '../shapes/shape.js';
import { nameDeclarations } from '../shapes/type-names.js';
import { declareComponent, isList } from './declare-component.js';
import type { LocalPackage, PackageContext } from './package-context.js';
import type { Component } from './read-components.js';
import type { JSONSchemaProps } from '@vmgen/crd';
import { runtimeTypeOf, schemaOfRef } from './schema-names.js';

/**
 * The declarations of a package: each kind, its nested types, then its list. Types that no kind references
 * are omitted.
 */
export function declarePackage(pkg: LocalPackage, context: PackageContext): NamedDeclaration[] {
  const inline = new Declarations();
  const shapes: ShapeContext = {
    registry: context.registry,
    declare: (declaration, path) =>
      inline.declare(declaration, isBytes(declaration) ? ['Base64'] : path),
    reference: (ref) => referenceOf(ref, pkg, context),
    step: pathStep,
  };
  const components = pkg.components.filter(
    ({ name, schema }) => context.reachable.has(name) && !isUnspecified(schema),
  );
  const declared = new Map<string, NamedDeclaration>();
  for (const component of components) {
    const declaration = declareComponent(component, context, shapes);
    declared.set(component.name, { id: component.name, name: component.type, declaration });
  }
  const names = nameDeclarations(inline.all(), new Set(components.map(({ type }) => type)));
  for (const { id, declaration } of inline.all()) {
    declared.set(id, { id, name: names.get(id) ?? id, declaration });
  }
  return inReadingOrder(components, declared);
}

/** Bytes have the same representation everywhere. */
function isBytes(declaration: Declaration): boolean {
  const { markers } = declaration;
  return declaration.kind === 'alias' && markers.join() === '+kubebuilder:validation:Format=byte';
}

function inReadingOrder(
  components: readonly Component[],
  declared: ReadonlyMap<string, NamedDeclaration>,
): NamedDeclaration[] {
  const sorted = [...components].sort((a, b) => (a.type < b.type ? -1 : 1));
  const lists = sorted.filter(isList);
  const kinds = sorted.filter((each) => each.kinds.length > 0 && !isList(each));
  const ordered = new Set<NamedDeclaration>();
  const waiting: string[] = [];
  const addAllBelow = (root: string): void => {
    waiting.push(root);
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const found = declared.get(id);
      if (found === undefined || ordered.has(found)) continue;
      ordered.add(found);
      waiting.push(...declaredIn(found.declaration).reverse());
    }
  };
  for (const { name } of kinds) {
    addAllBelow(name);
    for (const list of lists) if (list.name === `${name}List`) addAllBelow(list.name);
  }
  for (const { name } of sorted) addAllBelow(name);
  return [...ordered];
}

/** The declarations that a declaration references, in the order of its fields. */
function declaredIn(declaration: Declaration): string[] {
  const idsIn = (type: TypeExpression): string[] => {
    if (type.kind === 'declared') return [type.id];
    return 'of' in type ? idsIn(type.of) : [];
  };
  return typesOf(declaration).flatMap(idsIn);
}

const ANYTHING: TypeExpression = { kind: 'runtime', name: 'JSONValue' };

/** Resolves a `$ref` to the name that the files of a package use. */
function referenceOf(
  ref: string,
  pkg: LocalPackage,
  { components, packages, report }: PackageContext,
): TypeExpression {
  const name = schemaOfRef(ref) ?? '';
  const runtime = runtimeTypeOf(name);
  if (runtime !== undefined) return { kind: 'runtime', name: runtime };
  const component = components.get(name);
  if (component === undefined) {
    report(ref, 'cannot be resolved in the documents');
    return ANYTHING;
  }
  if (isUnspecified(component.schema)) return ANYTHING;
  if (component.package === pkg.name) return { kind: 'declared', id: name };
  return { kind: 'imported', module: moduleOf(component, packages), name: component.type };
}

function moduleOf(component: Component, packages: PackageContext['packages']): string {
  const folder = packages.get(component.package)?.folder;
  return folder === undefined
    ? `@vmgen/kubernetes/${component.group}/${component.version}`
    : `../../${folder.group}/${folder.version}/types.js`;
}

/** Go code serializes such a type itself: its OpenAPI schema only allows any value. */
function isUnspecified({ description: _, ...keywords }: JSONSchemaProps): boolean {
  return Object.keys(keywords).length === 0;
}
