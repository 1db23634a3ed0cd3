import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@vmgen/crd';
import type { RuntimeTypeName } from '../../syntax/runtime-types.js';
import { jsonText } from '../../text/json-text.js';
import { json, markerOf, quoted } from './marker-line.js';
import { fieldShapes, objectComments, type ShapeContext } from './schema-shape.js';
import type { FieldShape, InterfaceShape, TypeExpression } from './shape.js';
import { lostStatusOf } from '../../model/plan-conversion.js';
import { lostFieldsOf } from '../../validate/lost-fields.js';
import { pluralOf } from '../../text/names.js';

/** A version of a kind, as defined in its CRD. */
export interface KindVersion {
  readonly crd: CustomResourceDefinition;
  readonly version: CustomResourceDefinitionVersion;
}

const runtime = (name: RuntimeTypeName): TypeExpression => ({ kind: 'runtime', name });

/** The fields of every kind, and their schemas in CRDs without further constraints. */
const STANDARD: readonly {
  readonly name: string;
  readonly type: TypeExpression;
  readonly says: string;
}[] = [
  { name: 'apiVersion', type: { kind: 'word', word: 'string' }, says: '{"type":"string"}' },
  { name: 'kind', type: { kind: 'word', word: 'string' }, says: '{"type":"string"}' },
  { name: 'metadata', type: runtime('ObjectMeta'), says: '{"type":"object"}' },
];

/** The declaration of a kind in one of its versions. */
export function kindShape({ crd, version }: KindVersion, context: ShapeContext): InterfaceShape {
  const { kind } = crd.spec.names;
  const root = version.schema?.openAPIV3Schema ?? {};
  const { properties = {}, required = [] } = root;
  const own = Object.entries(properties).filter(([name]) => !isStandard(name));
  // The server drops the status before it validates required fields: no such object can be created, so no
  // type requires it.
  const isDropped = (name: string): boolean =>
    name === 'status' && version.subresources?.status !== undefined;
  const { doc, markers } = objectComments(
    {
      ...root,
      properties: Object.fromEntries(own.filter(([name]) => !isDropped(name))),
      required: required.filter((name) => name !== 'metadata'),
    },
    context,
  );
  return {
    kind: 'interface',
    bases: [runtime('TypeMeta')],
    // Without it, nobody could write the fields that the server keeps, such as spec.
    ...(root['x-kubernetes-preserve-unknown-fields'] === true && { isOpen: true }),
    doc,
    markers: [...kindMarkers(crd, version), ...markers],
    fields: [
      ...STANDARD.flatMap((each) => standardField(each, root)),
      ...fieldShapes(
        {
          properties: Object.fromEntries(own),
          required: required.filter((name) => !isDropped(name)),
        },
        [kind],
        context,
      ),
    ],
  };
}

const isStandard = (name: string): boolean => STANDARD.some((each) => each.name === name);

/** The API server checks these itself: a schema that narrows them is carried as it is. */
function standardField(
  { name, type, says }: (typeof STANDARD)[number],
  { properties = {}, required = [] }: JSONSchemaProps,
): FieldShape[] {
  const { description: _, ...stated } = properties[name] ?? {};
  const isNarrow = Object.keys(stated).length > 0 && jsonText(stated) !== says;
  if (!isNarrow && name !== 'metadata') return [];
  const isAskedFor = name === 'metadata' && required.includes(name);
  const raw = isNarrow ? [`+vmgen:schema=${json(stated)}`] : [];
  const markers = [...(isAskedFor ? ['+required'] : []), ...raw];
  return [{ name, isOptional: false, type, doc: '', markers }];
}

/** Annotations that tools add, and that do not describe the kind. */
const OF_TOOLS: ReadonlySet<string> = new Set([
  'controller-gen.kubebuilder.io/version',
  'kubectl.kubernetes.io/last-applied-configuration',
]);

/** Whether a tool added an annotation of a CRD that does not describe the kind. */
export const isOfTool = (annotation: string): boolean => OF_TOOLS.has(annotation);

/** Returns the markers of a version of a kind: the content of the CRD except for the schema. */
function kindMarkers(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): string[] {
  const { subresources } = version;
  const { versions } = crd.spec;
  const scale = subresources?.scale;
  return [
    '+genclient',
    ...resourceMarkers(crd),
    ...(subresources?.status ? ['+kubebuilder:subresource:status'] : []),
    ...(scale
      ? [
          markerOf('kubebuilder:subresource:scale', {
            specpath: scale.specReplicasPath,
            statuspath: scale.statusReplicasPath,
            selectorpath: scale.labelSelectorPath,
          }),
        ]
      : []),
    ...(version.additionalPrinterColumns ?? []).map(columnMarker),
    ...(version.selectableFields ?? []).map(({ jsonPath }) =>
      markerOf('kubebuilder:selectablefield', { JSONPath: { raw: jsonPath } }),
    ),
    ...(version.storage && versions.length > 1 ? ['+kubebuilder:storageversion'] : []),
    ...(version.served ? [] : ['+kubebuilder:unservedversion']),
    ...deprecationMarkers(version),
    // The storage version has the markers for properties that all versions share.
    ...(version.storage ? [...metadataMarkers(crd), ...conversionMarkers(crd)] : []),
    ...lossMarkers(crd, version),
  ];
}

function resourceMarkers({ spec: { names, scope } }: CustomResourceDefinition): string[] {
  const { kind, plural, singular, shortNames = [], categories = [] } = names;
  const singularOf = kind.toLowerCase();
  const values = {
    path: plural === pluralOf(kind).toLowerCase() ? undefined : plural,
    singular: (singular || singularOf) === singularOf ? undefined : singular,
    shortName: shortNames.length > 0 ? shortNames : undefined,
    categories: categories.length > 0 ? categories : undefined,
    scope: scope === 'Cluster' ? scope : undefined,
  };
  const isStated = Object.values(values).some((value) => value !== undefined);
  return isStated ? [markerOf('kubebuilder:resource', values)] : [];
}

function columnMarker(column: CustomResourceColumnDefinition): string {
  const { name, type, jsonPath, description, format, priority } = column;
  return markerOf('kubebuilder:printcolumn', {
    name: { text: name },
    type,
    JSONPath: { raw: jsonPath },
    description: { text: description },
    // Go leaves these out.
    format: format || undefined,
    priority: priority || undefined,
  });
}

function deprecationMarkers({
  deprecated,
  deprecationWarning,
}: CustomResourceDefinitionVersion): string[] {
  if (!deprecated) return [];
  const hasWarning = deprecationWarning !== undefined && deprecationWarning !== '';
  return [
    hasWarning
      ? `+kubebuilder:deprecatedversion:warning=${quoted(deprecationWarning)}`
      : '+kubebuilder:deprecatedversion',
  ];
}

/** A line for each, since texts in a list are hard to read. */
function metadataMarkers({ metadata }: CustomResourceDefinition): string[] {
  const lines = (argument: string, pairs: Readonly<Record<string, string>> = {}): string[] =>
    Object.entries(pairs)
      .filter(([key]) => !isOfTool(key))
      .map(([key, value]) => `+kubebuilder:metadata:${argument}=${quoted(`${key}=${value}`)}`);
  return [...lines('annotations', metadata.annotations), ...lines('labels', metadata.labels)];
}

/** The loss of fields between versions is an accepted property of the CRD. */
function lossMarkers(
  crd: CustomResourceDefinition,
  { name, storage, schema }: CustomResourceDefinitionVersion,
): string[] {
  if (crd.spec.conversion?.strategy === 'Webhook') {
    const stored = crd.spec.versions.find((version) => version.storage);
    const [hub = {}, spoke = {}] = [stored?.schema?.openAPIV3Schema, schema?.openAPIV3Schema];
    if (storage || lostStatusOf(hub, spoke).length === 0) return [];
    const reason = { text: 'the imported CRD converts the status' };
    return [markerOf('vmgen:ignore', { code: 'VMGEN2110', reason })];
  }
  if (!lostFieldsOf(crd).has(name)) return [];
  const reason = { text: 'the imported CRD converts nothing' };
  return [markerOf('vmgen:ignore', { code: 'VMGEN2108', reason })];
}

function conversionMarkers({ spec: { conversion } }: CustomResourceDefinition): string[] {
  if (!conversion || conversion.strategy === 'None') return [];
  const { clientConfig, conversionReviewVersions } = conversion.webhook ?? {};
  const { url, service, caBundle } = clientConfig ?? {};
  return [
    markerOf('vmgen:conversion', {
      strategy: conversion.strategy,
      url: { text: url },
      serviceNamespace: service?.namespace,
      serviceName: service?.name,
      servicePath: { text: service?.path },
      servicePort: service?.port,
      caBundle: { text: caBundle },
      reviewVersions: conversionReviewVersions,
    }),
  ];
}
