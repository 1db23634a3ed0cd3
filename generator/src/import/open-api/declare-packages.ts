import type { JSONSchemaProps } from '@vmgen/crd';
import type { JsonObject } from '@vmgen/base/json';
import type { NamedDeclaration } from '../shapes/shape.js';
import { type ApiResource, keyOf, readDiscovery } from './api-resource.js';
import { declarePackage } from './declare-package.js';
import type { LocalPackage, OpenApiOptions } from './package-context.js';
import { readComponents, type Component } from './read-components.js';
import { readPaths } from './read-paths.js';
import { isBuiltIn, runtimeTypeOf, schemaOfRef } from './schema-names.js';

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
