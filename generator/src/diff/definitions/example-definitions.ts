import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@vmgen/crd';
import type { ChangeDefinition, DefinitionPart } from './definition.js';

/** Returns the CRDs of one side of an example: one or none. */
export function exampleDefinitions(example: ChangeDefinition['example']): {
  readonly old: CustomResourceDefinition[];
  readonly new: CustomResourceDefinition[];
} {
  const [old, next] =
    example.of === 'definition'
      ? [example.old, example.new]
      : [example.old, example.new].map((schema) => partWith(example.of, schema));
  return { old: listOf(old), new: listOf(next) };
}

function partWith(field: string, schema: JSONSchemaProps): DefinitionPart {
  const openAPIV3Schema: JSONSchemaProps = { type: 'object', properties: { [field]: schema } };
  return { versions: [{ schema: { openAPIV3Schema } }] };
}

function listOf(part: DefinitionPart | undefined): CustomResourceDefinition[] {
  if (part === undefined) return [];
  const { group = 'example.com', names = {}, versions = [{}], ...rest } = part;
  const spec: CustomResourceDefinition['spec'] = {
    group,
    scope: 'Namespaced',
    ...rest,
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList', ...names },
    versions: versions.map((version) => ({ ...VERSION, ...version })),
  };
  return [
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${spec.names.plural}.${group}` },
      spec,
    },
  ];
}

const VERSION: CustomResourceDefinitionVersion = {
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: 'object' } },
};
