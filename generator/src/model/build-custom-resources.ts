import type { FindingList } from '../findings/finding-list.js';
import type { ApiPackage, CustomResource, Resource } from './model.js';
import { compareVersions } from './version-order.js';

type Version = CustomResource['versions'][number];

/** Puts the versions of each kind together, one CRD per kind of a group. */
export function buildCustomResources(
  packages: readonly ApiPackage[],
  findings: FindingList,
): CustomResource[] {
  const byKind = new Map<string, Version[]>();
  for (const pkg of packages) {
    for (const resource of pkg.resources.filter(({ isSkipped }) => !isSkipped)) {
      const key = `${pkg.group}/${resource.kind}`;
      byKind.set(key, [...(byKind.get(key) ?? []), { package: pkg, resource }]);
    }
  }
  const resources = [...byKind.values()].map((versions) => customResource(versions, findings));
  refuseSamePlural(resources, findings);
  return resources;
}

function customResource(versions: Version[], findings: FindingList): CustomResource {
  const sorted = versions.sort((a, b) => compareVersions(a.package.version, b.package.version));
  const stored = withStorage(sorted, findings);
  const main = stored.find(({ resource }) => resource.isStored) ?? stored[0];
  if (!main) throw new Error('a custom resource has at least one version');
  for (const { resource } of stored) refuseOtherNames(resource, main.resource, findings);
  if (!stored.some(({ resource }) => resource.isServed)) {
    findings.error(
      main.resource.type.position,
      `no version of ${main.resource.kind} is served`,
      'remove +kubebuilder:unservedversion from one',
    );
  }
  const { group, folder } = main.package;
  return { group, folder: folder.group, versions: stored, main: main.resource };
}

/** A single version is stored without a marker; of several, one says so. */
function withStorage(versions: Version[], findings: FindingList): Version[] {
  const [first, ...rest] = versions;
  if (first && rest.length === 0) {
    return [{ ...first, resource: { ...first.resource, isStored: true } }];
  }
  const stored = versions.filter(({ resource }) => resource.isStored);
  const [, second] = stored;
  if (stored.length === 0 && first) {
    findings.error(
      first.resource.type.position,
      `${first.resource.kind} has ${versions.length} versions and none is stored`,
      'put +kubebuilder:storageversion on one of them',
    );
  }
  if (second) {
    findings.error(
      second.resource.type.position,
      `${second.resource.kind} has ${stored.length} stored versions`,
      'leave +kubebuilder:storageversion on one of them',
    );
  }
  return versions;
}

/** Versions of one kind share their names and scope. */
function refuseOtherNames(resource: Resource, main: Resource, findings: FindingList): void {
  const facts = (each: Resource): Record<string, unknown> => ({
    plural: each.plural,
    singular: each.singular,
    'list kind': each.listKind,
    scope: each.namespaced ? 'Namespaced' : 'Cluster',
    'short names': each.shortNames.join(','),
    categories: each.categories.join(','),
  });
  const expected = facts(main);
  for (const [name, value] of Object.entries(facts(resource))) {
    if (value === expected[name]) continue;
    findings.error(
      resource.type.position,
      `the ${name} of ${resource.kind} is ${String(value)} here and ${String(expected[name])} in the stored version`,
      'versions of one kind share their names and scope',
    );
  }
}

function refuseSamePlural(resources: readonly CustomResource[], findings: FindingList): void {
  const seen = new Map<string, CustomResource>();
  for (const resource of resources) {
    const name = `${resource.main.plural}.${resource.group}`;
    const first = seen.get(name);
    if (first) {
      findings.error(
        resource.main.type.position,
        `${resource.main.kind} and ${first.main.kind} share the name ${name}`,
        'give one another path with +kubebuilder:resource:path=',
      );
    }
    seen.set(name, resource);
  }
}
