import type { RuntimeTypeName } from '../../syntax/runtime-types.js';

/** A name below `components.schemas`, such as `io.k8s.api.apps.v1.Deployment`. */
export interface SchemaName {
  /** The package: all before the type. */
  readonly package: string;
  /** The folder that Go's clients have for the group: `apps`. */
  readonly group: string;
  readonly version: string;
  /** The type: `Deployment`. */
  readonly type: string;
}

/** Undefined for a name that is not `PATH.GROUP.VERSION.TYPE` in letters, digits and dashes. */
export function parseSchemaName(name: string): SchemaName | undefined {
  const match =
    /^((?:[A-Za-z0-9-]+\.)*([A-Za-z][A-Za-z0-9-]*)\.([A-Za-z][A-Za-z0-9]*))\.([A-Za-z][A-Za-z0-9]*)$/.exec(
      name,
    );
  const [, path, group, version, type] = match ?? [];
  if (path === undefined || group === undefined || version === undefined || type === undefined) {
    return undefined;
  }
  return { package: path, group, version, type };
}

/**
 * Returns the name that a `$ref` references; undefined if the reference is outside of `components.schemas`.
 */
export function schemaOfRef(ref: string): string | undefined {
  return /^#\/components\/schemas\/([^/]+)$/
    .exec(ref)?.[1]
    ?.replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** The API machinery types that the runtime provides, independent of the document. */
const RUNTIME_TYPES: Readonly<Record<string, RuntimeTypeName>> = {
  [`${META}.Condition`]: 'Condition',
  [`${META}.Duration`]: 'Duration',
  [`${META}.LabelSelector`]: 'LabelSelector',
  [`${META}.LabelSelectorRequirement`]: 'LabelSelectorRequirement',
  [`${META}.ListMeta`]: 'ListMeta',
  [`${META}.MicroTime`]: 'MicroTime',
  [`${META}.ObjectMeta`]: 'ObjectMeta',
  [`${META}.Time`]: 'Time',
  'io.k8s.apimachinery.pkg.api.resource.Quantity': 'Quantity',
  'io.k8s.apimachinery.pkg.runtime.RawExtension': 'RawExtension',
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 'IntOrString',
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON': 'JSONValue',
};

/** The type of `@vmgen/runtime` that a schema is. */
export function runtimeTypeOf(name: string): RuntimeTypeName | undefined {
  return Object.hasOwn(RUNTIME_TYPES, name) ? RUNTIME_TYPES[name] : undefined;
}

/** Whether a package is one of Kubernetes' own, which `@vmgen/kubernetes` has. */
export function isBuiltIn(schemaPackage: string): boolean {
  return /^io\.k8s\.(?:api|apimachinery|apiextensions-apiserver|kube-aggregator)\./.test(
    schemaPackage,
  );
}
