import { textOf } from './text-of.js';
import {
  compileSchema,
  type CompiledSchema,
  type CustomResourceDefinition,
  type CustomResourceDefinitionVersion,
  type JSONSchemaProps,
} from '@vmgen/crd';
import { compareVersions } from '@vmgen/base/text';
import { storageVersionHash } from '../resource/storage-version-hash.js';
import { cloneJson, type JsonObject } from '@vmgen/base/json';
import { sortedKeys } from '../json/key-order.js';
import { createFieldManager } from '../managed-fields/field-manager.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { Conventions, Endpoint } from '../resource/endpoint.js';
import type { Strategy } from '../resource/strategy.js';
import type { ConvertObject } from './convert-object.js';
import { valueAtPath } from './field-path.js';
import { metaString } from '../resource/object-meta.js';
import type { ServedResource, ServedSubresource } from '../resource/served-resource.js';

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const SUBRESOURCE_VERBS = ['get', 'patch', 'update'];

/** The schema of a version without one. CRDs of apiextensions.k8s.io/v1 must have a schema. */
const anyValue: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** The conventions of apiextensions-apiserver, whose objects are unstructured. */
const CONVENTIONS: Conventions = {
  hasRouter: false,
  hasSpecialRequests: false,
  infersType: false,
  decodesMetadata: false,
  supportsStrategicMerge: false,
  hasScaleType: false,
  sortsKeys: true,
  omitsItemTypes: false,
  showsEmptyContinue: true,
  defaultsOnRead: true,
};

const STRATEGY: Strategy = {
  nameForm: 'dns1123-subdomain',
  tracksGeneration: true,
  repeatsErrors: true,
  warnsOfFinalizers: true,
  dropsStatusOnCreate: false,
  allowsCreateOnUpdate: false,
  allowsUnconditionalUpdate: false,
  revalidatesMetadata: false,
  statusUpdatesMetadata: false,
};

const STRATEGY_WITH_STATUS: Strategy = { ...STRATEGY, dropsStatusOnCreate: true };

/**
 * Creates the endpoints of all versions of a custom resource over one store. Fields that the storage
 * version does not have are not stored.
 *
 * @param replaced aborted when other endpoints replace these
 * @param convert converts between versions. Defaults to a change of only the apiVersion (conversion
 *   strategy None).
 */
export function customEndpoints(
  crd: CustomResourceDefinition,
  store: ObjectStore,
  replaced: AbortSignal,
  convert?: ConvertObject,
): Endpoint[] {
  const stored = crd.spec.versions.find((version) => version.storage);
  if (stored === undefined) return [];
  const { group, versions } = crd.spec;
  const shared: Shared = {
    store,
    since: store.version,
    replaced,
    schemaOf: schemasOf(versions),
    version: stored,
    apiVersions: new Set(versions.map(({ name }) => `${group}/${name}`)),
    successor: successorOf(versions),
    convert,
  };
  const served = versions.filter((version) => version.served);
  // Controllers use the first endpoint: a conversion that fails must not stop them.
  if (convert !== undefined) served.sort((a, b) => Number(b.storage) - Number(a.storage));
  return served.map((version) => customEndpoint(crd, version, shared));
}

/**
 * The properties that all versions of a kind share, created once, because there may be thousands.
 */
interface Shared extends Pick<Endpoint, 'store' | 'since' | 'replaced'> {
  readonly schemaOf: (version: string) => CompiledSchema;
  /** The storage version. */
  readonly version: CustomResourceDefinitionVersion;
  readonly apiVersions: ReadonlySet<string>;
  /** The version that the warnings of deprecated versions recommend. */
  readonly successor: string | undefined;
  readonly convert: ConvertObject | undefined;
}

function customEndpoint(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  shared: Shared,
): Endpoint {
  const { store, schemaOf, convert } = shared;
  const storedSchema = schemaOf(shared.version.name);
  const isStored = version === shared.version;
  const props = version.schema?.openAPIV3Schema ?? anyValue;
  const hasStatus = version.subresources?.status !== undefined;
  const { group } = crd.spec;
  const apiVersion = `${group}/${version.name}`;
  const storedApiVersion = `${group}/${shared.version.name}`;
  const selectable = new Set(version.selectableFields?.map((field) => field.jsonPath.slice(1)));
  const views = store.views.createViews();
  const fieldManager = once(() =>
    createFieldManager({
      schema: props,
      ...(hasStatus ? { resetFields: { '': [['status']], status: [['metadata'], ['spec']] } } : {}),
      apiVersions: shared.apiVersions,
    }),
  );

  return {
    resource: servedResource(crd, version, shared.version.name),
    store,
    get schema() {
      return schemaOf(version.name);
    },
    schemaOf,
    storedSchema,
    get fieldManager() {
      return fieldManager();
    },
    strategy: hasStatus ? STRATEGY_WITH_STATUS : STRATEGY,
    conventions: CONVENTIONS,
    hasStatus,
    scale: version.subresources?.scale,
    deprecationWarning: deprecationWarning(crd, version, shared.successor),
    ...(convert === undefined ? conversionWarning(crd, version, isStored) : {}),
    since: shared.since,
    ...(shared.replaced === undefined ? {} : { replaced: shared.replaced }),
    read(revision) {
      const isPrepared = revision.preparedBy === storedSchema;
      if (isPrepared && isStored) return withApiVersion(revision.object, apiVersion);
      return views(revision, () => {
        let view = cloneJson(revision.object);
        if (convert !== undefined) {
          // The defaults of the version in which the object is stored are set before it is converted.
          const own = schemaOf(textOf(view['apiVersion']).slice(group.length + 1));
          if (!isPrepared) {
            own.prune(view);
            own.default(view);
          }
          if (view['apiVersion'] !== apiVersion) view = convert(view, version.name);
          schemaOf(version.name).prune(view);
          return sortedKeys(view);
        }
        view['apiVersion'] = apiVersion;
        if (!isPrepared) {
          storedSchema.prune(view);
          storedSchema.default(view);
        }
        if (!isStored) schemaOf(version.name).prune(view);
        return sortedKeys(view);
      });
    },
    inOrder: sortedKeys,
    toStored(object) {
      if (isStored) return { ...object };
      const stored =
        convert === undefined ? cloneJson(object) : convert(object, shared.version.name);
      stored['apiVersion'] = storedApiVersion;
      storedSchema.prune(stored);
      return stored;
    },
    field(object, label) {
      if (label === 'metadata.name') return metaString(object, 'name');
      if (label === 'metadata.namespace') return metaString(object, 'namespace');
      return selectable.has(label) ? textOf(valueAtPath(object, label)) : undefined;
    },
    unknownField: (label) => `field label not supported: ${label}`,
  };
}

/**
 * Returns the schemas of versions by name. Each is compiled on first use, because most of thousands
 * of versions are never used. A version that the definition does not have has no fields.
 */
function schemasOf(
  versions: readonly CustomResourceDefinitionVersion[],
): (version: string) => CompiledSchema {
  const schemas = new Map(
    versions.map(({ name, schema }) => [
      name,
      once(() => compileSchema(schema?.openAPIV3Schema ?? anyValue)),
    ]),
  );
  const unknown = once(() => compileSchema({ type: 'object' }));
  return (version) => (schemas.get(version) ?? unknown)();
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function withApiVersion(object: JsonObject, apiVersion: string): JsonObject {
  return object['apiVersion'] === apiVersion ? object : { ...object, apiVersion };
}

function servedResource(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  storageVersion: string,
): ServedResource {
  const { group, names, scope } = crd.spec;
  return {
    isCustom: true,
    group,
    version: version.name,
    kind: names.kind,
    listKind: names.listKind ?? `${names.kind}List`,
    plural: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    namespaced: scope === 'Namespaced',
    verbs: VERBS,
    subresources: subresources(crd, version),
    ...(version.schema?.openAPIV3Schema ? { schema: version.schema.openAPIV3Schema } : {}),
    ...(version.additionalPrinterColumns ? { columns: version.additionalPrinterColumns } : {}),
    selectableFields: version.selectableFields?.map((field) => field.jsonPath) ?? [],
    storageVersionHash: storageVersionHash(group, storageVersion, names.kind),
  };
}

function subresources(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): ServedSubresource[] {
  const served: ServedSubresource[] = [];
  if (version.subresources?.status !== undefined) {
    const { group, names } = crd.spec;
    const own = { kind: names.kind, group, version: version.name };
    served.push({ name: 'status', ...own, verbs: SUBRESOURCE_VERBS });
  }
  if (version.subresources?.scale !== undefined) {
    const scale = { kind: 'Scale', group: 'autoscaling', version: 'v1' };
    served.push({ name: 'scale', ...scale, verbs: SUBRESOURCE_VERBS });
  }
  return served;
}

function conversionWarning(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  isStored: boolean,
): { writeWarning?: string } {
  if (isStored || crd.spec.conversion?.strategy !== 'Webhook') return {};
  const { group, names } = crd.spec;
  const kind = `${group}/${version.name} ${names.kind}`;
  return {
    writeWarning: `the conversion webhook of ${kind} was not called: this server changes only the apiVersion`,
  };
}

function successorOf(versions: readonly CustomResourceDefinitionVersion[]): string | undefined {
  return versions
    .filter((candidate) => candidate.served && candidate.deprecated !== true)
    .map((candidate) => candidate.name)
    .sort(compareVersions)[0];
}

function deprecationWarning(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  successor: string | undefined,
): string | undefined {
  if (version.deprecated !== true) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const { group, names } = crd.spec;
  const warning = `${group}/${version.name} ${names.kind} is deprecated`;
  return successor === undefined ? warning : `${warning}; use ${group}/${successor} ${names.kind}`;
}
