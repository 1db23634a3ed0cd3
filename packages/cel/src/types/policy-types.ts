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
import { escapeFieldName } from './escape-field-name.js';

/** The types of the variables of admission policies (apiserver's admission/plugin/cel). */

/** The declaration of a value of any type, without bounds. */
export const scalarDecl = (type: CelType): DeclType => ({
  scalar: type,
  maxElements: 0,
  minBytes: 0,
});

/** The declaration of a struct with these fields. */
export const structDecl = (fields: ReadonlyMap<string, DeclType>): DeclType => ({
  scalar: undefined,
  fields,
  maxElements: 0,
  minBytes: 0,
});

/** A struct with fields of these types. */
function structOf(name: string, fields: Readonly<Record<string, CelType>>): CelType {
  const decls = Object.entries(fields).map(([field, type]): [string, DeclType] => [
    field,
    scalarDecl(type),
  ]);
  return structType(name, structDecl(new Map(decls)));
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

/** A type that an expression of a mutation can create. */
interface PatchMessage {
  readonly type: CelType;
  fieldType(field: string): CelType | undefined;
}

/**
 * Returns how to find the types that expressions of mutations can create: `JSONPatch`, `Object` or
 * `Object.FIELD`.
 *
 * @param object the type of the object. If undefined, it may have any field
 */
export const patchMessages =
  (object?: DeclType) =>
  (name: string): PatchMessage | undefined => {
    if (name === 'JSONPatch') {
      return {
        type: jsonPatchType,
        fieldType: (field) => (Object.hasOwn(patchFields, field) ? patchFields[field] : undefined),
      };
    }
    const [root, ...path] = name.split('.');
    if (root !== 'Object') return undefined;
    if (object === undefined) return { type: structType(name), fieldType: () => dynType };
    let decl: DeclType | undefined = object;
    for (const field of path) decl = fieldOf(memberOf(decl), field);
    const type = structType(name);
    // A map, or a member of it: members of lists and maps have the type name of the field.
    if (decl?.key !== undefined) return { type, fieldType: () => dynType };
    const member = memberOf(decl);
    if (member?.fields === undefined) return undefined;
    return { type, fieldType: (field) => patchedType(fieldOf(member, field)) };
  };

const fieldOf = (decl: DeclType | undefined, name: string): DeclType | undefined =>
  decl?.fields?.get(escapeFieldName(name) ?? name);

function memberOf(decl: DeclType | undefined): DeclType | undefined {
  return decl?.element === undefined ? decl : memberOf(decl.element);
}

/** The type of a field of a patch. Values of other types are converted, or checked on use. */
function patchedType(decl: DeclType | undefined): CelType | undefined {
  if (decl === undefined) return undefined;
  const { scalar } = decl;
  return scalar === stringType || scalar === boolType || scalar === intType ? scalar : dynType;
}
