import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { KUBERNETES_VERSION } from '../discovery/version-document.js';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** The descriptions of the fields that all objects have, for `kubectl explain`. */
export const OBJECT_FIELDS = {
  apiVersion:
    'The group and version of the API in which this object is written, such as apps/v1; v1 for the core group.',
  kind: 'The name of the kind of this object, in CamelCase. An update cannot change it.',
  metadata:
    'The data that every object carries: its name and namespace, labels, annotations, owners and versions.',
} as const;

/** The descriptions of the fields that all lists have. */
export const LIST_FIELDS = {
  ...OBJECT_FIELDS,
  metadata: 'The version of the list, and where its next page starts.',
} as const;

const GROUP_VERSION_OF_REFERRED =
  'The group and version of the API of the object that is referred to.';

/** The descriptions of a shared type and of its fields. */
interface Described {
  readonly description: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Types that all kinds share. The descriptions are our own. */
const SHARED: Readonly<Record<string, Described>> = {
  [`${META}.ObjectMeta`]: {
    description: 'The metadata of an object that the API server stores.',
    fields: {
      annotations:
        'Texts that tools attach to the object. They are not indexed: selectors cannot use them.',
      creationTimestamp:
        'When the server created the object, in UTC. Set by the server; clients cannot change it.',
      deletionGracePeriodSeconds:
        'How many seconds the object has to end once it is deleted. Set by the server together with deletionTimestamp.',
      deletionTimestamp:
        'When the object is to be gone. Set by the server when somebody deletes the object; it is removed once finalizers is empty.',
      finalizers:
        'Names of what has to happen before the object is removed. Each controller removes its own name when its work is done; no name can be added once the object is being deleted.',
      generateName:
        'A prefix from which the server makes a unique name where none is given. It is not used after the object was created.',
      generation:
        'A number that grows with each change of the desired state. Set by the server; controllers report in the status up to which one they came.',
      labels:
        'Names and values by which objects are grouped and selected. Services, workloads and clients select by them.',
      managedFields:
        'Which manager owns which fields, for server-side apply. Kept by the server; people seldom need to read or set it.',
      name: 'The name of the object, unique among those of its kind in its namespace. It cannot be changed.',
      namespace:
        'The namespace that the object is in; empty for kinds that belong to the whole cluster. It cannot be changed.',
      ownerReferences:
        'The objects that this one depends on. The garbage collector deletes it when all of them are gone; one of them at most is its controller.',
      resourceVersion:
        'An opaque version of the stored object. Clients send it back to detect changes in between, and start watches from it; they must not compare or interpret it.',
      selfLink: 'No longer set by the server.',
      uid: 'The identity of the object, unique in time and space: an object that was deleted and created again has another one. Set by the server.',
    },
  },
  [`${META}.OwnerReference`]: {
    description: 'Identifies an owner, in the same namespace or without any.',
    fields: {
      apiVersion: GROUP_VERSION_OF_REFERRED,
      blockOwnerDeletion:
        'True where the owner must not be removed before this object when it is deleted in the foreground.',
      controller: 'True where the owner is the controller that manages this object.',
      kind: 'The kind of the owner.',
      name: 'The name of the owner.',
      uid: 'The uid of the owner. An object of the same name with another uid is not the owner.',
    },
  },
  [`${META}.ManagedFieldsEntry`]: {
    description: 'The fields that one manager owns through one operation and version.',
    fields: {
      apiVersion: 'The version of the API in which the fields are written.',
      fieldsType: 'The format of the fields; the only one is FieldsV1.',
      fieldsV1: 'The paths of the fields, as a tree of keys.',
      manager: 'Who owns the fields: the name that a client sent, or that of its program.',
      operation: 'How the manager came to own them: Apply for server-side apply, else Update.',
      subresource:
        'The subresource through which the fields were written; empty for the object itself.',
      time: 'When an entry was added, or its fields last changed.',
    },
  },
  [`${META}.ListMeta`]: {
    description: 'The metadata of a list.',
    fields: {
      continue:
        'Opaque; present where there is more than the limit allowed. A request with it gets the next page.',
      remainingItemCount:
        'How many objects follow those of this page. It is absent where selectors make it unknown.',
      resourceVersion: 'The version of the whole list, from which a watch can start.',
      selfLink: 'No longer set by the server.',
      shardInfo: 'Which shard of the collection the list holds, where only one was asked for.',
    },
  },
};

/**
 * Adds descriptions to a component of the built-in types. Kubernetes publishes a description per
 * field. This server publishes only a link to the reference of a kind.
 */
export function describedComponent(name: string, schema: JsonObject): JsonObject {
  const shared = Object.hasOwn(SHARED, name) ? SHARED[name] : undefined;
  if (shared !== undefined) {
    return withFields({ description: shared.description, ...schema }, shared.fields);
  }
  const kinds = schema['x-kubernetes-group-version-kind'];
  const [kind] = Array.isArray(kinds) ? kinds.filter(isJsonObject) : [];
  if (kind === undefined || !name.startsWith('io.k8s.')) return schema;
  const isList = name.endsWith('List');
  const described = withFields(schema, isList ? LIST_FIELDS : OBJECT_FIELDS);
  // Types such as options belong to all groups, and have no page in the reference.
  if (Array.isArray(kinds) && kinds.length > 1) return described;
  return { description: `See ${referencePage(kind)}`, ...described };
}

/** Adds descriptions to the fields that a schema has. */
function withFields(schema: JsonObject, fields: Readonly<Record<string, string>>): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties)) return schema;
  const described = Object.entries(properties).map(([name, property]) => {
    const text = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isPlain = text === undefined || !isJsonObject(property);
    return [name, isPlain ? property : { description: text, ...property }] as const;
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

/** Returns the URL of a kind in Kubernetes' API reference. */
function referencePage({ group, version, kind }: JsonObject): string {
  const minor = /^v\d+\.\d+/.exec(KUBERNETES_VERSION)?.[0] ?? '';
  const names = [kind, version, group === '' ? 'core' : group].map((part) =>
    (typeof part === 'string' ? part : '').toLowerCase().replaceAll('.', '-'),
  );
  const page = `https://kubernetes.io/docs/reference/generated/kubernetes-api/${minor}/`;
  return `${page}#${names.join('-')}`;
}
