import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@vmgen/crd';
import type { CustomResource, PrinterColumn } from './model.js';
import { toJsonSchema } from '../schema/to-json-schema.js';
import { limitDescriptions } from './trim-descriptions.js';

/** A kind and its CRD, before descriptions are trimmed; it is built once, then validated and printed. */
export interface BuiltCrd {
  /** The kind that the CRD defines. */
  readonly resource: CustomResource;
  /** The CustomResourceDefinition as an object. */
  readonly crd: CustomResourceDefinition;
}

/** The CRD of a kind; descriptions have at most `maxDescLen` bytes, and `placeholder` replaces refused schemas. */
export function buildCrd(
  resource: CustomResource,
  maxDescLen?: number,
  placeholder?: JSONSchemaProps,
): CustomResourceDefinition {
  const { main, group } = resource;
  const annotations = Object.keys(resource.annotations).length > 0;
  const labels = Object.keys(resource.labels).length > 0;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${main.plural}.${group}`,
      ...(annotations ? { annotations: { ...resource.annotations } } : {}),
      ...(labels ? { labels: { ...resource.labels } } : {}),
    },
    spec: {
      group,
      names: {
        kind: main.kind,
        listKind: main.listKind,
        plural: main.plural,
        singular: main.singular,
        ...(main.shortNames.length > 0 ? { shortNames: [...main.shortNames] } : {}),
        ...(main.categories.length > 0 ? { categories: [...main.categories] } : {}),
      },
      scope: main.namespaced ? 'Namespaced' : 'Cluster',
      ...(resource.conversion ? { conversion: structuredClone(resource.conversion) } : {}),
      versions: resource.versions.map((version) => buildVersion(version, maxDescLen, placeholder)),
    },
  };
}

function buildVersion(
  { package: pkg, resource }: CustomResource['versions'][number],
  maxDescLen: number | undefined,
  placeholder: JSONSchemaProps | undefined,
): CustomResourceDefinitionVersion {
  const schema = toJsonSchema(resource.schema, placeholder);
  const { deprecation, columns, selectableFields } = resource;
  const subresources = subresourcesOf(resource);
  return {
    name: pkg.version,
    served: resource.isServed,
    storage: resource.isStored,
    ...(deprecation === undefined ? {} : { deprecated: true }),
    ...(deprecation ? { deprecationWarning: deprecation } : {}),
    ...(columns.length > 0 ? { additionalPrinterColumns: columns.map(buildColumn) } : {}),
    ...(selectableFields.length > 0
      ? { selectableFields: selectableFields.map((jsonPath) => ({ jsonPath })) }
      : {}),
    ...(subresources ? { subresources } : {}),
    schema: {
      openAPIV3Schema: maxDescLen === undefined ? schema : limitDescriptions(schema, maxDescLen),
    },
  };
}

function subresourcesOf({
  hasStatus,
  scale,
}: CustomResource['main']): CustomResourceDefinitionVersion['subresources'] {
  if (!hasStatus && !scale) return undefined;
  return {
    ...(hasStatus ? { status: {} } : {}),
    ...(scale
      ? {
          scale: {
            specReplicasPath: scale.specPath,
            statusReplicasPath: scale.statusPath,
            ...(scale.selectorPath === undefined ? {} : { labelSelectorPath: scale.selectorPath }),
          },
        }
      : {}),
  };
}

function buildColumn(column: PrinterColumn): CustomResourceColumnDefinition {
  const { name, type, jsonPath, format, description, priority } = column;
  return {
    name,
    type,
    ...(format === undefined ? {} : { format }),
    ...(description === undefined ? {} : { description }),
    ...(priority === undefined ? {} : { priority }),
    jsonPath,
  };
}
