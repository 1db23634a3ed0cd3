import { deepEqualJson } from '@vmgen/base/json';
import { firstAt, otherAt, relatedTo } from '../diagnostics/related.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { reported, type Reported } from '../diagnostics/reported.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import {
  conversionMarker,
  metadataMarker,
  storageVersionMarker,
} from '../markers/definitions/resource.js';
import { find } from '../markers/language/uses-of.js';
import type { ApiPackage, CustomResource, Resource } from './model.js';
import { compareVersions } from '@vmgen/base/text';
import { injectedAuthority, type Operator, webhookServiceOf } from '../settings/operator-config.js';

/** Settings of {@link CustomResourceBuilder}. */
interface CustomResourceSettings {
  /** Otherwise, a kind with inconsistent versions is omitted. */
  readonly wantsCrds: boolean;
  /** The operator that serves conversion webhooks without a service of their own. */
  readonly operator?: Operator | undefined;
}

type Version = CustomResource['versions'][number];

/** Combines the versions of each kind, one CRD per kind of a group. */
export class CustomResourceBuilder {
  readonly #settings: CustomResourceSettings;
  /** Kinds with one version: the same object each time, so that what is made of it is kept. */
  readonly #stored = new WeakMap<Resource, Resource>();
  readonly #known = new WeakMap<Resource, KnownCustomResource>();

  constructor(settings: CustomResourceSettings) {
    this.#settings = settings;
  }

  build(packages: readonly ApiPackage[], diagnostics: DiagnosticList): CustomResource[] {
    const { wantsCrds } = this.#settings;
    const byKind = new Map<string, Version[]>();
    for (const pkg of packages) {
      for (const resource of pkg.resources) {
        if (resource.isSkipped) continue;
        const key = `${pkg.group}/${resource.kind}`;
        const versions = byKind.get(key) ?? [];
        byKind.set(key, versions);
        const twin = versions.find((each) => each.package.version === pkg.version);
        if (twin === undefined) versions.push({ package: pkg, resource });
        else refuseTwin(resource, twin, diagnostics);
      }
    }
    // A type that was not found may be in a file that could not be read.
    const isWhole = packages.every(({ isPartial }) => !isPartial);
    const resources: CustomResource[] = [];
    for (const versions of byKind.values()) {
      const { value, reports } = this.#combined(versions, isWhole);
      if (wantsCrds) diagnostics.include(reports);
      if (wantsCrds || !reports.refuses()) resources.push(value);
    }
    refuseSamePlural(resources, diagnostics);
    return resources;
  }

  /** The same object for the same versions. */
  #combined(versions: readonly Version[], isWhole: boolean): Reported<CustomResource> {
    const [first] = versions;
    const known = first && this.#known.get(first.resource);
    if (known?.isWhole === isWhole && areSame(known.versions, versions)) return known.made;
    const made = reported((reports) => this.#combine(versions, isWhole, reports));
    if (first) this.#known.set(first.resource, { versions, isWhole, made });
    return made;
  }

  #combine(
    versions: readonly Version[],
    isWhole: boolean,
    diagnostics: DiagnosticList,
  ): CustomResource {
    const { operator } = this.#settings;
    const sorted = versions.toSorted((a, b) =>
      compareVersions(a.package.version, b.package.version),
    );
    const stored = this.#withStorage(sorted, isWhole, diagnostics);
    const main = stored.find(({ resource }) => resource.isStored) ?? stored[0];
    if (!main) throw new Error('a custom resource has at least one version');
    if (isWhole && !stored.some(({ resource }) => resource.isServed)) {
      diagnostics.error(
        'VMGEN2102',
        main.resource.type.position,
        `no version of ${main.resource.kind} is served`,
        'remove +kubebuilder:unservedversion from one',
      );
    }
    const { group, folder } = main.package;
    const conversion = servedConversion(conversionOf(stored, diagnostics), operator);
    const isInjected = operator?.certManager === true && isServed(conversion, operator);
    const injected = isInjected ? injectedAuthority(operator) : {};
    return {
      group,
      folder: folder.group,
      versions: stored,
      main: main.resource,
      conversion,
      annotations: { ...metadataOf('annotations', stored, diagnostics), ...injected },
      labels: metadataOf('labels', stored, diagnostics),
    };
  }

  /** A single version is the storage version; of several, a marker selects it. */
  #withStorage(
    versions: readonly Version[],
    isWhole: boolean,
    diagnostics: DiagnosticList,
  ): readonly Version[] {
    const [only, ...rest] = versions;
    if (!only || rest.length > 0) return withOneStorage(versions, isWhole, diagnostics);
    const resource = this.#stored.get(only.resource) ?? { ...only.resource, isStored: true };
    this.#stored.set(only.resource, resource);
    return [{ ...only, resource }];
  }
}

interface KnownCustomResource {
  readonly versions: readonly Version[];
  readonly isWhole: boolean;
  readonly made: Reported<CustomResource>;
}

const areSame = (a: readonly Version[], b: readonly Version[]): boolean =>
  a.length === b.length &&
  a.every(
    (version, index) =>
      version.package === b[index]?.package && version.resource === b[index].resource,
  );

/** Two folders may have the same group and version, but each kind is in one of them. */
function refuseTwin({ kind, type }: Resource, twin: Version, diagnostics: DiagnosticList): void {
  const { group, version } = twin.package;
  diagnostics.error(
    'VMGEN2101',
    type.position,
    `a second ${kind} of ${group}/${version}`,
    'rename one of them, or set another +versionName= or +groupName=',
    firstAt(twin.resource.type.position),
  );
}

function withOneStorage(
  versions: readonly Version[],
  isWhole: boolean,
  diagnostics: DiagnosticList,
): readonly Version[] {
  const [only] = versions;
  const stored = versions.filter(({ resource }) => resource.isStored);
  const [first, ...more] = stored;
  if (!first && only && isWhole) {
    const names = versions.map((version) => version.package.version).join(', ');
    diagnostics.error(
      'VMGEN2103',
      only.resource.type.position,
      `${only.resource.kind} has the versions ${names}, but none of them is the storage version`,
      'put +kubebuilder:storageversion on one of them',
    );
  }
  for (const { resource } of more) {
    if (!first) break;
    diagnostics.error(
      'VMGEN2103',
      storagePosition(resource),
      `${resource.kind} has two stored versions`,
      'leave +kubebuilder:storageversion on one of them',
      otherAt(storagePosition(first.resource)),
    );
  }
  return versions;
}

function storagePosition({ type }: Resource): SourcePosition {
  return find(type.markers, storageVersionMarker)?.position ?? type.position;
}

/** Annotations and labels belong to the CRD, independent of the version that declares them. */
function metadataOf(
  what: 'annotations' | 'labels',
  versions: readonly Version[],
  diagnostics: DiagnosticList,
): Readonly<Record<string, string>> {
  const owners = new Map<string, { readonly value: string; readonly version: Version }>();
  for (const version of versions) {
    for (const [key, value] of Object.entries(version.resource[what])) {
      const known = owners.get(key);
      if (known && known.value !== value) {
        diagnostics.error(
          'VMGEN2105',
          metadataPosition(version),
          `${key} is ${JSON.stringify(value)} here and ${JSON.stringify(known.value)} in another version`,
          `versions of one kind share the ${what} of their CRD`,
          otherAt(metadataPosition(known.version)),
        );
      }
      owners.set(key, known ?? { value, version });
    }
  }
  return Object.fromEntries([...owners].map(([key, { value }]) => [key, value]));
}

/** One version declares it, or all declarations are equal. */
function conversionOf(
  versions: readonly Version[],
  diagnostics: DiagnosticList,
): CustomResource['conversion'] {
  const [first, ...more] = versions.filter(({ resource }) => resource.conversion !== undefined);
  for (const each of first ? more : []) {
    if (deepEqualJson(each.resource.conversion, first?.resource.conversion)) continue;
    diagnostics.error(
      'VMGEN2105',
      conversionPosition(each),
      '+vmgen:conversion differs in another version',
      'versions of one kind share the conversion of their CRD',
      otherAt(first && conversionPosition(first)),
    );
  }
  return first?.resource.conversion;
}

/** A conversion webhook without a URL and a service is the one of the operator. */
function servedConversion(
  conversion: CustomResource['conversion'],
  operator: Operator | undefined,
): CustomResource['conversion'] {
  if (conversion?.strategy !== 'Webhook' || operator === undefined) return conversion;
  const { clientConfig = {}, conversionReviewVersions = ['v1'] } = conversion.webhook ?? {};
  if (clientConfig.url !== undefined || clientConfig.service !== undefined) return conversion;
  const own = { ...webhookServiceOf(operator), path: '/convert' };
  return {
    ...conversion,
    webhook: { clientConfig: { ...clientConfig, service: own }, conversionReviewVersions },
  };
}

/** Whether the operator serves the conversion of a kind. */
export function isServed(conversion: CustomResource['conversion'], operator: Operator): boolean {
  const { name, namespace } = conversion?.webhook?.clientConfig?.service ?? {};
  const own = webhookServiceOf(operator);
  return name === own.name && namespace === own.namespace;
}

const conversionPosition = ({ resource: { type } }: Version): SourcePosition =>
  find(type.markers, conversionMarker)?.position ?? type.position;

const metadataPosition = ({ resource: { type } }: Version): SourcePosition =>
  find(type.markers, metadataMarker)?.position ?? type.position;

function refuseSamePlural(resources: readonly CustomResource[], diagnostics: DiagnosticList): void {
  const seen = new Map<string, CustomResource>();
  for (const resource of resources) {
    const name = `${resource.main.plural}.${resource.group}`;
    const first = seen.get(name);
    if (first) {
      diagnostics.error(
        'VMGEN2201',
        resource.main.type.position,
        `${resource.main.kind} and ${first.main.kind} share the name ${name}`,
        'give one another path with +kubebuilder:resource:path=',
        relatedTo(first.main.type.position, `${first.main.kind} is here`),
      );
    }
    seen.set(name, resource);
  }
}
