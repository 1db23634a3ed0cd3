import { otherAt } from '../diagnostics/related.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { MarkerDefinition } from '../markers/language/definition.js';
import { nonNamespaced, resourceName } from '../markers/definitions/client.js';
import { resourceMarker } from '../markers/definitions/resource.js';
import { find } from '../markers/language/uses-of.js';
import { hasSameElements } from '../text/has-same-elements.js';
import { deepEqualJson } from '@vmgen/base/json';
import { compareVersions } from '@vmgen/base/text';
import type { ApiPackage, DeclaredNames, Resource } from './model.js';

interface Version {
  readonly version: string;
  readonly resource: Resource;
}

/**
 * Gives all versions of a kind the names and the scope that any of them declares, as controller-gen does;
 * reports contradictions. Versions that the CRD omits have their own names.
 */
export class NameSharing {
  readonly #named = new WeakMap<Resource, NamedResource>();
  readonly #packages = new WeakMap<ApiPackage, ApiPackage>();

  share(packages: readonly ApiPackage[], diagnostics: DiagnosticList): ApiPackage[] {
    const shared = sharedNames(packages, diagnostics);
    return packages.map((pkg) => {
      const resources = pkg.resources.map((each) => this.#withNames(each, shared.get(each)));
      const known = this.#packages.get(pkg);
      if (known && hasSameElements(known.resources, resources)) return known;
      const result = { ...pkg, resources };
      this.#packages.set(pkg, result);
      return result;
    });
  }

  /** The same object for the same names: what is made of a resource is kept. */
  #withNames(resource: Resource, names: DeclaredNames | undefined): Resource {
    if (!names) return resource;
    const known = this.#named.get(resource);
    if (known && deepEqualJson(known.names, names)) return known.result;
    const result = { ...resource, ...names };
    this.#named.set(resource, { names, result });
    return result;
  }
}

interface NamedResource {
  readonly names: DeclaredNames;
  readonly result: Resource;
}

function sharedNames(
  packages: readonly ApiPackage[],
  diagnostics: DiagnosticList,
): ReadonlyMap<Resource, DeclaredNames> {
  const shared = new Map<Resource, DeclaredNames>();
  for (const versions of versionsByKind(packages)) {
    const resources = versions.map(({ resource }) => resource);
    refuseOtherNames(resources, diagnostics);
    const names = resources.reduceRight<DeclaredNames>(
      (all, { declaredNames }) => ({ ...all, ...declaredNames }),
      {},
    );
    for (const resource of resources) shared.set(resource, names);
  }
  return shared;
}

/** The storage version comes first: it takes precedence over contradicting versions. */
function versionsByKind(packages: readonly ApiPackage[]): Version[][] {
  const byKind = new Map<string, Version[]>();
  for (const { group, version, resources } of packages) {
    for (const resource of resources.filter(({ isSkipped }) => !isSkipped)) {
      const key = `${group}/${resource.kind}`;
      byKind.set(key, [...(byKind.get(key) ?? []), { version, resource }]);
    }
  }
  return [...byKind.values()].map((versions) =>
    versions.sort(
      (a, b) =>
        Number(b.resource.isStored) - Number(a.resource.isStored) ||
        compareVersions(a.version, b.version),
    ),
  );
}

interface SharedName {
  /** Such as `the plural of Thing is`. */
  readonly subject: (kind: string) => string;
  readonly value: (declaredNames: DeclaredNames) => string | undefined;
  readonly markers: readonly MarkerDefinition[];
}

const listed = (words: readonly string[] | undefined): string | undefined =>
  words && (words.join(', ') || 'unset');

const SHARED_NAMES: readonly SharedName[] = [
  {
    subject: (kind) => `the plural of ${kind} is`,
    value: ({ plural }) => plural,
    markers: [resourceMarker, resourceName],
  },
  {
    subject: (kind) => `the singular of ${kind} is`,
    value: ({ singular }) => singular,
    markers: [resourceMarker],
  },
  {
    subject: (kind) => `the list kind of ${kind} is`,
    value: ({ listKind }) => listKind,
    markers: [],
  },
  {
    subject: (kind) => `the scope of ${kind} is`,
    value: ({ namespaced }) =>
      namespaced === undefined ? undefined : namespaced ? 'Namespaced' : 'Cluster',
    markers: [resourceMarker, nonNamespaced],
  },
  {
    subject: (kind) => `the short names of ${kind} are`,
    value: ({ shortNames }) => listed(shortNames),
    markers: [resourceMarker],
  },
  {
    subject: (kind) => `the categories of ${kind} are`,
    value: ({ categories }) => listed(categories),
    markers: [resourceMarker],
  },
];

function refuseOtherNames(resources: readonly Resource[], diagnostics: DiagnosticList): void {
  if (resources.length < 2) return;
  for (const { subject, value, markers } of SHARED_NAMES) {
    const declaring = resources.filter(({ declaredNames }) => value(declaredNames) !== undefined);
    const [first, ...others] = declaring;
    if (!first) continue;
    for (const resource of others) {
      if (value(resource.declaredNames) === value(first.declaredNames)) continue;
      diagnostics.error(
        'VMGEN2105',
        positionOf(resource, markers),
        `${subject(resource.kind)} ${value(resource.declaredNames)} here but ${value(first.declaredNames)} in another version`,
        'versions of one kind share their names and scope: use the same markers in all versions, or in only one of them',
        otherAt(positionOf(first, markers)),
      );
    }
  }
}

function positionOf({ type }: Resource, definitions: readonly MarkerDefinition[]): SourcePosition {
  const uses = definitions.map((definition) => find(type.markers, definition));
  return uses.find((use) => use !== undefined)?.position ?? type.position;
}
