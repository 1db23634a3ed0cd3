import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/crd/internal/json';
import { storageVersionHash } from '../resource/storage-version-hash.js';
import { createFieldManager, type ResetFields } from '../managed-fields/field-manager.js';
import { compileSchema, type JSONSchemaProps } from '@vmgen/crd';
import type { ObjectStore } from '../storage/object-store.js';
import type { Revision } from '../storage/revision.js';
import type { Endpoint, Strategy } from '../resource/endpoint.js';
import { groupVersionOf } from '../resource/served-resource.js';

const ALL_VERBS = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

/** A built-in kind as data. */
export interface BuiltInKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly shortNames?: readonly string[];
  readonly namespaced: boolean;
  readonly hasStatus: boolean;
  /** True for namespaces: PUT on their `finalize` changes spec.finalizers. */
  readonly hasFinalize?: boolean;
  /** Fields, beside the status, that the server sets itself, so that no client owns them. */
  readonly unownedFields?: readonly string[];
  /** False for namespaces: DELETE on their collection is 405. */
  readonly hasDeleteCollection?: boolean;
  readonly schema: JSONSchemaProps;
  readonly store: ObjectStore;
  /** Labels of field selectors, beside the name and namespace, with the field that each reads. */
  readonly fieldLabels?: Readonly<Record<string, string>>;
  readonly strategy: Omit<Strategy, 'isCustom'>;
  /** The group and version under which objects are stored, where it is not this one. */
  readonly storedAs?: { readonly group: string; readonly version: string };
  /** Turns a stored object into one of this version, and back; by default they are the same. */
  readonly conversion?: {
    readonly fromStored: (object: JsonObject) => JsonObject;
    readonly toStored: (object: JsonObject) => JsonObject;
  };
}

/** Serves a built-in kind. */
export function builtInEndpoint(definition: BuiltInKind): Endpoint {
  const { kind, plural, group, version, hasStatus, conversion } = definition;
  const views = new WeakMap<Revision, JsonObject>();
  const apiVersion = groupVersionOf({ group, version });
  const schema = compileSchema(definition.schema);
  return {
    resource: {
      group,
      version,
      kind,
      listKind: `${kind}List`,
      plural,
      singular: kind.toLowerCase(),
      shortNames: definition.shortNames ?? [],
      categories: plural === 'customresourcedefinitions' ? ['api-extensions'] : [],
      namespaced: definition.namespaced,
      verbs: ALL_VERBS.filter(
        (verb) => verb !== 'deletecollection' || definition.hasDeleteCollection !== false,
      ),
      subresources: [
        ...(definition.hasFinalize === true
          ? [{ name: 'finalize', kind, group, version, verbs: ['update'] }]
          : []),
        ...(hasStatus
          ? [{ name: 'status', kind, group, version, verbs: ['get', 'patch', 'update'] }]
          : []),
      ],
      schema: definition.schema,
      selectableFields: Object.keys(definition.fieldLabels ?? {}),
      storageVersionHash: storageVersionHash(
        definition.storedAs?.group ?? group,
        definition.storedAs?.version ?? version,
        kind,
      ),
    },
    store: definition.store,
    schema,
    storedSchema: schema,
    fieldManager: createFieldManager({
      schema: definition.schema,
      ...(hasStatus ? { resetFields: resetFields(definition.unownedFields ?? []) } : {}),
    }),
    strategy: { ...definition.strategy, isCustom: false },
    hasStatus,
    scale: undefined,
    deprecationWarning: undefined,
    read(revision) {
      if (conversion === undefined) return revision.object;
      let view = views.get(revision);
      if (view === undefined) {
        view = conversion.fromStored(revision.object);
        views.set(revision, view);
      }
      return view;
    },
    toStored: (object) =>
      conversion === undefined ? { ...object, apiVersion } : conversion.toStored(object),
    field(object, label) {
      if (label === 'metadata.name' || label === 'metadata.namespace') {
        return fieldAt(object, label) ?? '';
      }
      const path = definition.fieldLabels?.[label];
      return path === undefined ? undefined : (fieldAt(object, path) ?? '');
    },
  };
}

function resetFields(unowned: readonly string[]): ResetFields {
  return {
    '': ['status', ...unowned].map((field) => [field]),
    status: [['spec']],
    finalize: [['status']],
  };
}

/** A scalar at a dotted path, as text; a path with `|` names a second choice. */
function fieldAt(object: JsonObject, path: string): string | undefined {
  for (const choice of path.split('|')) {
    let value: JsonValue | undefined = object;
    for (const name of choice.split('.')) value = isJsonObject(value) ? value[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  }
  return undefined;
}
