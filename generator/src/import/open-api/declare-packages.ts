import type { JSONSchemaProps } from '@vmgen/crd';
import type { JsonObject } from '@vmgen/base/json';
import {
  type Comments,
  type Declaration,
  type FieldShape,
  type NamedDeclaration,
  type TypeExpression,
  typesOf,
} from '../shapes/shape.js';
import { type ApiResource, type GroupVersionKind, keyOf, readDiscovery } from './api-resource.js';
import type { LocalPackage, OpenApiOptions, PackageContext } from './package-context.js';
import { type Component, normaliseSchema, readComponents } from './read-components.js';
import { readPaths } from './read-paths.js';
import { isBuiltIn, runtimeTypeOf, schemaOfRef } from './schema-names.js';
import { Declarations } from '../shapes/declarations.js';
import { pathStep } from '../shapes/path-step.js';
import {
  fieldShapes,
  objectComments,
  schemaShape,
  type ShapeContext,
} from '../shapes/schema-shape.js';
import { nameDeclarations } from '../shapes/type-names.js';
import type { RuntimeTypeName } from '../../syntax/runtime-types.js';
import { clientMarkers, isAction } from './client-markers.js';

/** The types of one version of one group. */
interface DeclaredPackage extends Pick<LocalPackage, 'folder' | 'group'> {
  /** Kinds, their nested types and their lists, in reading order. */
  readonly declarations: readonly NamedDeclaration[];
}

/**
 * The packages that OpenAPI v3 documents of an API server describe: every group and version that
 * their paths serve. Types that are the runtime's are taken from there, and types of Kubernetes
 * that the documents do not serve from `@vmgen/kubernetes`.
 */
export function declarePackages(
  documents: readonly JsonObject[],
  options: OpenApiOptions,
): DeclaredPackage[] {
  const served = readDiscovery(options.discovery ?? []);
  const resources = documents.flatMap((document) => readPaths(document, served));
  const components = readComponents(documents, options.report);
  const packages = packagesOf(components, resources, options.isKubernetes === true);
  reportShared(packages.values(), options.report);
  const context = {
    ...options,
    components,
    reachable: reachableFrom(packages.values(), components),
    resources: new Map(resources.toReversed().map((each) => [keyOf(each), each])),
    subresources: subresourceKinds(resources),
    packages,
  };
  return [...packages.values()]
    .sort((a, b) => (folderName(a) < folderName(b) ? -1 : 1))
    .map((pkg) => ({ ...pkg, declarations: declarePackage(pkg, context) }))
    .filter(({ declarations }) => declarations.length > 0);
}

const folderName = ({ folder }: LocalPackage): string => `${folder.group}/${folder.version}`;

/** The packages with a served kind, and others that are not part of Kubernetes; sorted by name. */
function packagesOf(
  components: ReadonlyMap<string, Component>,
  resources: readonly ApiResource[],
  isKubernetes: boolean,
): Map<string, LocalPackage> {
  const served = new Set(resources.map(keyOf));
  const byName = new Map<string, Component[]>();
  for (const component of components.values()) {
    byName.set(component.package, [...(byName.get(component.package) ?? []), component]);
  }
  const packages = new Map<string, LocalPackage>();
  for (const [name, own] of byName) {
    const kind = own.flatMap(({ kinds }) => kinds).find((each) => served.has(keyOf(each)));
    const [first] = own;
    const isForeign = kind === undefined && isBuiltIn(name) && !isKubernetes;
    if (first === undefined || isForeign) continue;
    const folder = { group: first.group, version: first.version };
    packages.set(name, { name, folder, group: kind?.group, components: own });
  }
  return packages;
}

/** Two packages with one folder are ambiguous. */
function reportShared(packages: Iterable<LocalPackage>, report: OpenApiOptions['report']): void {
  const folders = new Map<string, string>();
  for (const pkg of packages) {
    const first = folders.get(folderName(pkg));
    if (first !== undefined) report(pkg.name, `has the folder ${folderName(pkg)}, as ${first} has`);
    folders.set(folderName(pkg), first ?? pkg.name);
  }
}

/** The kinds that are subresources of other kinds, such as Scale. */
function subresourceKinds(resources: readonly ApiResource[]): Map<string, string> {
  return new Map(
    resources.flatMap(({ subresources }) =>
      subresources.map(({ name, kind }) => [keyOf(kind), name]),
    ),
  );
}

/** The kinds of packages, and the components that they reference. */
function reachableFrom(
  packages: Iterable<LocalPackage>,
  components: ReadonlyMap<string, Component>,
): Set<string> {
  const own = [...packages].filter(({ group }) => group !== undefined);
  const kinds = own.flatMap((pkg) => pkg.components.filter((each) => each.kinds.length > 0));
  const reached = new Set(kinds.map(({ name }) => name));
  // Iterating a set includes the elements that are added meanwhile.
  for (const name of reached) {
    const component = components.get(name);
    for (const ref of component ? refsIn(component.schema) : []) {
      const referred = schemaOfRef(ref);
      const isOurs = referred === undefined || runtimeTypeOf(referred) !== undefined;
      if (!isOurs) reached.add(referred);
    }
  }
  return reached;
}

function refsIn(schema: JSONSchemaProps): string[] {
  const { $ref, properties = {}, items, additionalProperties, allOf, anyOf, oneOf } = schema;
  return [
    ...($ref === undefined ? [] : [$ref]),
    ...[
      ...Object.values(properties),
      ...(Array.isArray(items) ? items : items ? [items] : []),
      ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
      ...[allOf, anyOf, oneOf].flatMap((each) => each ?? []),
    ].flatMap(refsIn),
  ];
}

/**
 * The declarations of a package: each kind, its nested types, then its list. Types that no kind references
 * are omitted.
 */
function declarePackage(pkg: LocalPackage, context: PackageContext): NamedDeclaration[] {
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

/** The declaration of a type. */
function declareComponent(
  component: Component,
  context: PackageContext,
  shapes: ShapeContext,
): Declaration {
  const { descriptions = true, components } = context;
  const schemas = new Map([...components].map(([name, { schema }]) => [name, schema]));
  const schema = normaliseSchema(component.schema, { descriptions, schemas });
  if (schema.type !== 'object' || schema.additionalProperties !== undefined) {
    return { kind: 'alias', ...schemaShape(schema, 'type', [component.type], shapes) };
  }
  const isTyped = component.kinds.length > 0;
  const own = isTyped ? withoutTypeMeta(schema) : schema;
  const comments = objectComments(own, shapes);
  return {
    kind: 'interface',
    ...comments,
    markers: [...kindMarkers(component, context), ...comments.markers],
    ...pageOf(component, context),
    bases: isTyped ? [runtime('TypeMeta')] : [],
    fields: fieldsOf(component, own, shapes),
  };
}

/** Whether a type is a list of kinds. */
function isList({ kinds, schema }: Component): boolean {
  return kinds.length > 0 && metaOf(schema) === 'ListMeta';
}

const runtime = (name: RuntimeTypeName): TypeExpression => ({ kind: 'runtime', name });

/** The type of the runtime that the metadata are. */
function metaOf({ properties = {} }: JSONSchemaProps): RuntimeTypeName | undefined {
  const { metadata } = properties;
  const ref = metadata?.$ref ?? metadata?.allOf?.[0]?.$ref;
  return ref === undefined ? undefined : runtimeTypeOf(schemaOfRef(ref) ?? '');
}

/** The metadata of kinds and lists is always present and comes first. */
function fieldsOf(
  { type, kinds, schema }: Component,
  own: JSONSchemaProps,
  shapes: ShapeContext,
): FieldShape[] {
  const meta = kinds.length > 0 ? metaOf(schema) : undefined;
  const fields = fieldShapes(own, [type], shapes);
  if (meta === undefined) return fields;
  return [
    { name: 'metadata', isOptional: false, type: runtime(meta), doc: '', markers: [] },
    ...fields.filter(({ name }) => name !== 'metadata'),
  ];
}

function withoutTypeMeta(schema: JSONSchemaProps): JSONSchemaProps {
  const { apiVersion: _, kind: __, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

function kindMarkers(component: Component, context: PackageContext): string[] {
  if (metaOf(component.schema) !== 'ObjectMeta') return [];
  const keys = component.kinds.map(keyOf);
  const resource = keys.map((key) => context.resources.get(key)).find((each) => each !== undefined);
  if (resource && !isAction(resource)) {
    return clientMarkers(resource, (kind) => pathOf(kind, context));
  }
  const subresource = keys
    .map((key) => context.subresources.get(key))
    .find((each) => each !== undefined);
  return subresource === undefined ? [] : [`+k8s:isSubresource="/${subresource}"`];
}

/** The generator knows these types. */
const KNOWN_TO_CLIENTS: readonly string[] = ['Scale', 'Status'];

/** A kind as markers name it: by its folder. Undefined where no package of the run declares it. */
function pathOf(
  kind: GroupVersionKind,
  { components, packages }: PackageContext,
): string | undefined {
  const found = [...components.values()].find(({ kinds }) =>
    kinds.some((each) => keyOf(each) === keyOf(kind)),
  );
  const isDeclared = found !== undefined && packages.has(found.package);
  if (isDeclared) return `${found.group}/${found.version}.${found.type}`;
  return KNOWN_TO_CLIENTS.includes(kind.kind) ? kind.kind : undefined;
}

function pageOf(
  { package: name, type, version }: Component,
  context: PackageContext,
): Pick<Comments, 'see'> {
  const group = context.packages.get(name)?.group;
  if (context.pageOf === undefined || group === undefined) return {};
  return { see: context.pageOf({ group, version, kind: type }) };
}
