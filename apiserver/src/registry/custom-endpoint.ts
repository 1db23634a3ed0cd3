import { textOf } from './text-of.js';
import {
  compileSchema,
  type CompiledSchema,
  type CustomResourceDefinition,
  type CustomResourceDefinitionVersion,
  type JSONSchemaProps,
} from '@vmgen/crd';
import { compareVersions } from '../resource/compare-versions.js';
import { storageVersionHash } from '../resource/storage-version-hash.js';
import { cloneJson, type JsonObject } from '@vmgen/crd/json';
import { createFieldManager } from '../managed-fields/field-manager.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { Revision } from '../storage/revision.js';
import type { Endpoint, Strategy } from '../resource/endpoint.js';
import { valueAtPath } from './field-path.js';
import { metaString } from '../resource/object-meta.js';
import type { ServedResource, ServedSubresource } from '../resource/served-resource.js';

const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const subresourceVerbs = ['get', 'patch', 'update'];

/** What a version without a schema gets; CRDs of apiextensions.k8s.io/v1 must have one. */
const anything: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const strategy: Strategy = {
  isCustom: true,
  nameForm: 'dns1123-subdomain',
  allowsCreateOnUpdate: false,
  allowsUnconditionalUpdate: false,
  tracksGeneration: true,
};

/**
 * Serves the versions of a custom resource over one store. Between versions only the apiVersion
 * changes (conversion strategy None); what the storage version does not know is not stored.
 */
export function customEndpoints(crd: CustomResourceDefinition, store: ObjectStore): Endpoint[] {
  const stored = crd.spec.versions.find((version) => version.storage);
  if (stored === undefined) return [];
  const storedSchema = compileSchema(stored.schema?.openAPIV3Schema ?? anything);
  return crd.spec.versions
    .filter((version) => version.served)
    .map((version) =>
      customEndpoint(crd, version, { store, schema: storedSchema, version: stored }),
    );
}

/** How the objects of all versions are stored. */
interface Storage {
  readonly store: ObjectStore;
  readonly schema: CompiledSchema;
  readonly version: CustomResourceDefinitionVersion;
}

function customEndpoint(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  storage: Storage,
): Endpoint {
  const { store, schema: storedSchema } = storage;
  const isStored = version === storage.version;
  const props = version.schema?.openAPIV3Schema ?? anything;
  const schema = isStored ? storedSchema : compileSchema(props);
  const hasStatus = version.subresources?.status !== undefined;
  const { group } = crd.spec;
  const apiVersion = `${group}/${version.name}`;
  const storedApiVersion = `${group}/${storage.version.name}`;
  const selectable = new Set(version.selectableFields?.map((field) => field.jsonPath.slice(1)));
  const views = new WeakMap<Revision, JsonObject>();

  return {
    resource: servedResource(crd, version, storage.version.name),
    store,
    schema,
    storedSchema,
    fieldManager: createFieldManager({
      schema: props,
      ...(hasStatus ? { resetFields: { '': [['status']], status: [['metadata'], ['spec']] } } : {}),
      apiVersions: crd.spec.versions.map(({ name }) => `${group}/${name}`),
    }),
    strategy,
    hasStatus,
    scale: version.subresources?.scale,
    deprecationWarning: deprecationWarning(crd, version),
    read(revision) {
      const isPrepared = revision.preparedBy === storedSchema;
      if (isPrepared && isStored) return withApiVersion(revision.object, apiVersion);
      let view = views.get(revision);
      if (view === undefined) {
        view = cloneJson(revision.object);
        view['apiVersion'] = apiVersion;
        if (!isPrepared) {
          storedSchema.prune(view);
          storedSchema.default(view);
        }
        if (!isStored) schema.prune(view);
        views.set(revision, view);
      }
      return view;
    },
    toStored(object) {
      if (isStored) return { ...object };
      const stored = cloneJson(object);
      stored['apiVersion'] = storedApiVersion;
      storedSchema.prune(stored);
      return stored;
    },
    field(object, label) {
      if (label === 'metadata.name') return metaString(object, 'name');
      if (label === 'metadata.namespace') return metaString(object, 'namespace');
      return selectable.has(label) ? textOf(valueAtPath(object, label)) : undefined;
    },
  };
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
    group,
    version: version.name,
    kind: names.kind,
    listKind: names.listKind ?? `${names.kind}List`,
    plural: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    namespaced: scope === 'Namespaced',
    verbs,
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
    served.push({ name: 'status', ...own, verbs: subresourceVerbs });
  }
  if (version.subresources?.scale !== undefined) {
    const scale = { kind: 'Scale', group: 'autoscaling', version: 'v1' };
    served.push({ name: 'scale', ...scale, verbs: subresourceVerbs });
  }
  return served;
}

function deprecationWarning(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): string | undefined {
  if (version.deprecated !== true) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const { group, names, versions } = crd.spec;
  const better = versions
    .filter((candidate) => candidate.served && candidate.deprecated !== true)
    .map((candidate) => candidate.name)
    .sort(compareVersions)[0];
  const warning = `${group}/${version.name} ${names.kind} is deprecated`;
  return better === undefined ? warning : `${warning}; use ${group}/${better} ${names.kind}`;
}
