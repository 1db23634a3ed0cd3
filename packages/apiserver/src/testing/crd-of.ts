/** The names of a kind in a test. */
interface KindNames {
  readonly group: string;
  readonly kind: string;
  /** Defaults to the kind in lower case and `s`. */
  readonly plural?: string;
  /** Defaults to Namespaced. */
  readonly scope?: 'Namespaced' | 'Cluster';
  /** Further names, such as `shortNames`. */
  readonly names?: object;
}

/** A version that is served; `v1` is stored. `properties` are the fields of its schema, `rest` replaces others. */
export const versionWith = <Schema extends object, Rest extends object = object>(
  name: string,
  properties: Schema,
  rest?: Rest,
) => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: { type: 'object', properties } },
  ...rest,
});

/** The CustomResourceDefinition of a kind. */
export const crdOf = <Version extends object, Spec extends object = object>(
  { group, kind, plural = `${kind.toLowerCase()}s`, scope = 'Namespaced', names = {} }: KindNames,
  versions: Version[],
  rest?: Spec,
) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: { group, scope, names: { plural, kind, ...names }, versions, ...rest },
});
