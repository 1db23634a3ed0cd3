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
import { heapBytes } from '../json/heap-bytes.js';
import { createFieldManager } from '../managed-fields/field-manager.js';
import type { KindVersions } from '../managed-fields/request-versions.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { Revision } from '../storage/revision.js';
import type { Views } from '../storage/view-cache.js';
import type { Conventions, Endpoint, EndpointConversion } from '../resource/endpoint.js';
import type { Strategy } from '../resource/strategy.js';
import type { ConvertObject } from './convert-object.js';
import { valueAtPath } from './field-path.js';
import { metaString } from '../resource/object-meta.js';
import {
  groupVersionOf,
  type ServedResource,
  type ServedSubresource,
} from '../resource/served-resource.js';
import { textOf } from '../json/text-of.js';

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const SUBRESOURCE_VERBS = ['get', 'patch', 'update'];

/** The schema of a version without one. CRDs of apiextensions.k8s.io/v1 must have a schema. */
const anyValue: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const CONVENTIONS: Conventions = { infersType: false, supportsStrategicMerge: false };

const STRATEGY: Strategy = {
  nameForm: 'dns1123-subdomain',
  tracksGeneration: true,
  warnsOfFinalizers: true,
  dropsStatusOnCreate: false,
  allowsCreateOnUpdate: false,
  allowsUnconditionalUpdate: false,
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
  const { versions } = crd.spec;
  const schemaOf = schemasOf(versions);
  const shared: Shared = {
    store,
    since: store.version,
    replaced,
    schemaOf,
    storedSchema: schemaOf(stored.name),
    version: stored,
    successor: successorOf(versions),
  };
  const plain = (version: CustomResourceDefinitionVersion): Endpoint =>
    customEndpoint(crd, version, shared, 'unconverted');
  const form = convert && {
    convert,
    unconverted: byVersion(versions, plain, () => plain(stored)),
  };
  return versions
    .filter((version) => version.served)
    .map((version) => customEndpoint(crd, version, shared, form));
}

/**
 * The properties that all versions of a kind share, created once, because there may be thousands.
 */
interface Shared extends Pick<Endpoint, 'store' | 'since' | 'replaced' | 'storedSchema'> {
  readonly schemaOf: (version: string) => CompiledSchema;
  /** The storage version. */
  readonly version: CustomResourceDefinitionVersion;
  /** The version that the warnings of deprecated versions recommend. */
  readonly successor: string | undefined;
}

/** How the endpoints of a kind convert its objects. */
interface Converting {
  readonly convert: ConvertObject;
  /** See {@link EndpointConversion.unconverted}. */
  readonly unconverted: (version: string) => Endpoint;
}

/**
 * @param form how objects are converted. By default, only their apiVersion is changed. `unconverted`: they
 *   remain in the version in which they are stored
 */
function customEndpoint(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  shared: Shared,
  form: Form,
): Endpoint {
  const { store, schemaOf } = shared;
  const hasStatus = version.subresources?.status !== undefined;
  const views = store.views.createViews();
  const convert = form === 'unconverted' ? undefined : form?.convert;
  const fieldManager = once(() =>
    createFieldManager({
      schema: version.schema?.openAPIV3Schema ?? anyValue,
      ...(hasStatus ? { resetFields: { '': [['status']], ...STATUS_FIELDS } } : {}),
      versions: kindVersions(crd, convert),
    }),
  );
  const resource = servedResource(crd, version, shared.version.name);
  return {
    resource,
    store,
    ...(typeof form === 'object'
      ? { conversion: endpointConversion(resource, views, shared, form) }
      : {}),
    get schema() {
      return schemaOf(version.name);
    },
    schemaOf,
    storedSchema: storedSchemaOf(shared, form),
    get fieldManager() {
      return fieldManager();
    },
    strategy: hasStatus ? STRATEGY_WITH_STATUS : STRATEGY,
    conventions: CONVENTIONS,
    hasStatus,
    scale: version.subresources?.scale,
    deprecationWarning: deprecationWarning(crd, version, shared.successor),
    since: shared.since,
    ...(shared.replaced === undefined ? {} : { replaced: shared.replaced }),
    ...formsOf(resource, shared, form, views),
    ...fieldLabelsOf(version),
  };
}

type Form = Converting | 'unconverted' | undefined;

/** No object is complete by the schema of another version. */
const storedSchemaOf = ({ schemaOf, storedSchema }: Shared, form: Form): CompiledSchema =>
  form === 'unconverted' ? schemaOf('') : storedSchema;

/** Returns the functions between objects of a version and stored ones, except for a webhook's. */
function formsOf(
  resource: ServedResource,
  shared: Shared,
  form: Form,
  views: Views,
): Pick<Endpoint, 'read' | 'toStored'> {
  const { schemaOf, version: stored } = shared;
  const isStored = resource.version === stored.name;
  const storedSchema = storedSchemaOf(shared, form);
  const apiVersion = groupVersionOf(resource);
  return {
    read(revision) {
      if (form === 'unconverted' || revision.preparedBy === views) return revision.object;
      const isPrepared = revision.preparedBy === storedSchema;
      if (isPrepared && isStored) return withApiVersion(revision.object, apiVersion);
      if (form !== undefined && revision.object['apiVersion'] !== apiVersion) {
        throw new Error(`an object of ${textOf(revision.object['apiVersion'])} was not converted`);
      }
      return views(revision, () => {
        const view = cloneJson(revision.object);
        view['apiVersion'] = apiVersion;
        const source = form === undefined ? storedSchema : schemaOf(resource.version);
        if (!isPrepared) complete(view, source);
        if (!isStored) schemaOf(resource.version).prune(view);
        return view;
      });
    },
    toStored(object) {
      if (isStored || form === 'unconverted') return { ...object };
      if (form !== undefined) throw new Error(`an object of ${apiVersion} was not converted`);
      const own = cloneJson(object);
      own['apiVersion'] = `${resource.group}/${stored.name}`;
      storedSchema.prune(own);
      return own;
    },
  };
}

function fieldLabelsOf({
  selectableFields,
}: CustomResourceDefinitionVersion): Pick<Endpoint, 'field' | 'unknownField'> {
  const selectable = new Set(selectableFields?.map(({ jsonPath }) => jsonPath.slice(1)));
  return {
    field(object, label) {
      if (label === 'metadata.name') return metaString(object, 'name');
      if (label === 'metadata.namespace') return metaString(object, 'namespace');
      return selectable.has(label) ? textOf(valueAtPath(object, label)) : undefined;
    },
    unknownField: (label) => `field label not supported: ${label}`,
  };
}

/** The fields that a request to the status cannot change, in all versions that have one. */
const STATUS_FIELDS = { status: [['metadata'], ['spec']] };

/** Returns the versions of a kind for field management. */
function kindVersions(
  { spec: { group, versions } }: CustomResourceDefinition,
  convert: ConvertObject | undefined,
): KindVersions {
  const nameIn = (apiVersion: string): string | undefined =>
    apiVersion.startsWith(`${group}/`) ? apiVersion.slice(group.length + 1) : undefined;
  return {
    fieldsOf(apiVersion) {
      const name = nameIn(apiVersion);
      const version = versions.find((each) => each.name === name);
      if (version === undefined) return undefined;
      return {
        schema: version.schema?.openAPIV3Schema ?? anyValue,
        // As upstream, a request to the main resource resets the status only in its own version.
        resetFields: version.subresources?.status === undefined ? {} : STATUS_FIELDS,
      };
    },
    convert: (object, apiVersion) =>
      convert?.(object, nameIn(apiVersion) ?? '') ?? { ...object, apiVersion },
  };
}

/**
 * Creates the conversion of an endpoint. The defaults of the version in which an object is stored are set
 * before it is converted. Afterwards it is pruned, and neither defaulted nor validated.
 *
 * @param views of the endpoint. They mark the revisions that are converted
 */
function endpointConversion(
  { group, version }: ServedResource,
  views: Views,
  { version: stored, storedSchema, schemaOf }: Shared,
  { convert, unconverted }: Converting,
): EndpointConversion {
  const apiVersion = `${group}/${version}`;
  /** The conversions in progress, which several watches may wait for. */
  const pending = new WeakMap<Revision, Promise<Revision>>();
  const versionOf = (object: JsonObject): string =>
    textOf(object['apiVersion']).slice(group.length + 1);
  const isOwn = ({ object }: Revision): boolean => object['apiVersion'] === apiVersion;
  const converted = async (object: JsonObject, target: string): Promise<JsonObject> => {
    const result = await convert(object, target);
    schemaOf(target).prune(result);
    return result;
  };
  const loaded = (revision: Revision, object: JsonObject): Revision => ({
    ...revision,
    object,
    bytes: heapBytes(object),
    preparedBy: views,
    text: undefined,
  });
  const load = async (revision: Revision): Promise<Revision> => {
    const source = cloneJson(revision.object);
    if (revision.preparedBy !== storedSchema) {
      complete(source, schemaOf(versionOf(source)));
    }
    return loaded(revision, await converted(source, version));
  };
  return {
    load(revision) {
      if (isOwn(revision)) return revision;
      const known = views.cached(revision);
      if (known !== undefined) return loaded(revision, known);
      const running =
        pending.get(revision) ??
        load(revision)
          .then((ready) => {
            views(revision, () => ready.object);
            return ready;
          })
          .finally(() => pending.delete(revision));
      pending.set(revision, running);
      return running;
    },
    loadAgain: async (revision) => (isOwn(revision) ? revision : load(revision)),
    toStored: (object) => (version === stored.name ? undefined : converted(object, stored.name)),
    convert,
    unconverted: (object) => unconverted(versionOf(object)),
  };
}

/**
 * Returns the schemas of versions by name. Each is compiled on first use, because most of thousands
 * of versions are never used. A version that the definition does not have has no fields.
 */
function schemasOf(
  versions: readonly CustomResourceDefinitionVersion[],
): (version: string) => CompiledSchema {
  return byVersion(
    versions,
    ({ schema }) => compileSchema(schema?.openAPIV3Schema ?? anyValue),
    () => compileSchema({ type: 'object' }),
  );
}

/** Returns a function that makes the value of each version once, and one for all unknown versions. */
function byVersion<T extends object>(
  versions: readonly CustomResourceDefinitionVersion[],
  make: (version: CustomResourceDefinitionVersion) => T,
  makeUnknown: () => T,
): (name: string) => T {
  const known = new Map(versions.map((version) => [version.name, once(() => make(version))]));
  const unknown = once(makeUnknown);
  return (name) => (known.get(name) ?? unknown)();
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Prunes an object that was stored under another schema, and sets its defaults. */
function complete(object: JsonObject, schema: CompiledSchema): void {
  schema.prune(object);
  schema.default(object);
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
