import {
  boolType,
  dynType,
  intType,
  listType,
  mapType,
  stringType,
  structType,
  timestampType,
  type CelType,
  type DeclType,
} from './cel-type.js';

/** The types of the variables of admission policies (apiserver's admission/plugin/cel). */

/** A struct with fields of these types. */
export function structOf(name: string, fields: Readonly<Record<string, CelType>>): CelType {
  const decls = Object.entries(fields).map(([field, type]): [string, DeclType] => [
    field,
    { scalar: type, maxElements: 0, minBytes: 0 },
  ]);
  const decl = { scalar: undefined, fields: new Map(decls), maxElements: 0, minBytes: 0 };
  return structType(name, decl);
}

const texts = (...names: readonly string[]): Record<string, CelType> =>
  Object.fromEntries(names.map((name) => [name, stringType]));
const kindType = structOf('kubernetes.GroupVersionKind', texts('group', 'version', 'kind'));
const resourceType = structOf(
  'kubernetes.GroupVersionResource',
  texts('group', 'version', 'resource'),
);

/** The type of `request`. */
export const requestType = structOf('kubernetes.AdmissionRequest', {
  kind: kindType,
  resource: resourceType,
  requestKind: kindType,
  requestResource: resourceType,
  ...texts('subResource', 'requestSubResource', 'name', 'namespace', 'operation'),
  userInfo: structOf('kubernetes.UserInfo', {
    ...texts('username', 'uid'),
    groups: listType(stringType),
    extra: mapType(stringType, listType(stringType)),
  }),
  dryRun: boolType,
  options: dynType,
});

/** The type of `namespaceObject`. */
export const namespaceType = structOf('kubernetes.Namespace', {
  metadata: structOf('kubernetes.NamespaceMetadata', {
    ...texts('name', 'generateName', 'namespace', 'UID', 'resourceVersion'),
    labels: mapType(stringType, stringType),
    annotations: mapType(stringType, stringType),
    creationTimestamp: timestampType,
    deletionTimestamp: timestampType,
    deletionGracePeriodSeconds: intType,
    generation: intType,
    finalizers: listType(stringType),
  }),
  spec: structOf('kubernetes.NamespaceSpec', { finalizers: listType(stringType) }),
  status: structOf('kubernetes.NamespaceStatus', {
    ...texts('phase'),
    conditions: listType(
      structOf('kubernetes.NamespaceCondition', {
        ...texts('status', 'type', 'message', 'reason'),
        lastTransitionTime: timestampType,
      }),
    ),
  }),
});

const patchFields: Readonly<Record<string, CelType>> = {
  ...texts('op', 'from', 'path'),
  value: dynType,
};
const jsonPatchType = structOf('JSONPatch', patchFields);

/** A type that expressions of mutations can create: `JSONPatch`, `Object` or `Object.FIELD`. */
export function patchMessage(
  name: string,
): { type: CelType; fieldType: (field: string) => CelType | undefined } | undefined {
  if (name === 'JSONPatch') {
    return {
      type: jsonPatchType,
      fieldType: (field) => (Object.hasOwn(patchFields, field) ? patchFields[field] : undefined),
    };
  }
  if (name !== 'Object' && !name.startsWith('Object.')) return undefined;
  return { type: structType(name), fieldType: () => dynType };
}
