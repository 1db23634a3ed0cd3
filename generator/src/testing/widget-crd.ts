import { stringify } from 'yaml';

/** A CRD that every cluster takes, as an object that a test may break. */
export function widgetCrd(spec: object = {}, metadata: object = {}) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com', ...metadata },
    spec: {
      group: 'example.com',
      names: { plural: 'widgets', kind: 'Widget' },
      scope: 'Namespaced',
      versions: [version({ spec: { type: 'object', properties: { size: { type: 'integer' } } } })],
      ...spec,
    },
  };
}

/** A version that is served and stored. */
function version(properties: object): object {
  const openAPIV3Schema = { type: 'object', properties };
  return { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } };
}

/** {@link widgetCrd} with one field of its spec. */
export const crdWithField = (schema: object): object =>
  widgetCrd({ versions: [version({ field: schema })] });

/** Documents of one YAML text. */
export const yamlOf = (...objects: object[]): string =>
  objects.map((each) => stringify(each, { aliasDuplicateObjects: false })).join('---\n');
