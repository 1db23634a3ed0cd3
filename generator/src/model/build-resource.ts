import { isSaid } from '../markers/language/is-said.js';
import { textOf } from '../markers/language/text-of.js';
import type { FindingList } from '../findings/finding-list.js';
import type { FindingDetails, SourcePosition } from '../findings/finding.js';
import type { MarkerArguments, MarkerUse, MarkerValue } from '../markers/language/definition.js';
import {
  deprecatedVersionMarker,
  metadataMarker,
  printColumnMarker,
  resourceMarker,
  scaleMarker,
  selectableFieldMarker,
  statusMarker,
  storageVersionMarker,
  unservedVersionMarker,
} from '../markers/definitions/resource.js';
import { nonNamespaced, resourceName } from '../markers/definitions/client.js';
import type { Schema } from '../schema/schema.js';
import { find } from '../annotations/annotation.js';
import { clientVerbs } from './client-verbs.js';
import type { PrinterColumn, Resource, SaidNames } from './model.js';
import { lowerFirst, pluralOf } from '../words/names.js';
import type { NamedType } from '../types/type.js';

/** A kind from its type and markers, and from its schema where it has a CRD. */
export function buildResource(
  type: NamedType,
  listKind: string | undefined,
  schema: Schema | undefined,
  findings: FindingList,
): Resource {
  const { markers, name: kind } = type;
  const pluralName = pluralOf(kind);
  const said = saidNames(markers, listKind, findings);
  const deprecated = find(markers, deprecatedVersionMarker);
  const hasStatus = isSaid(statusMarker, type);
  return {
    kind,
    listKind: `${kind}List`,
    plural: pluralName.toLowerCase(),
    singular: kind.toLowerCase(),
    pluralIdentifier: lowerFirst(pluralName),
    shortNames: [],
    categories: [],
    namespaced: true,
    ...said,
    said,
    type,
    verbs: clientVerbs(type, hasStatus, findings),
    methods: [],
    outputs: { client: true, lister: true, informer: true },
    hasStatus,
    scale: scaleOf(find(markers, scaleMarker)?.values),
    columns: all(markers, printColumnMarker).map(({ values }) => columnOf(values)),
    selectableFields: all(markers, selectableFieldMarker).map(({ values }) =>
      textOf(values.JSONPath),
    ),
    annotations: pairsOf(markers, 'annotations', findings),
    labels: pairsOf(markers, 'labels', findings),
    isStored: isSaid(storageVersionMarker, type),
    isServed: find(markers, unservedVersionMarker) === undefined,
    isSkipped: schema === undefined,
    deprecation: deprecated && (optionalText(deprecated.values.warning) ?? ''),
    schema: schema ?? { ...NO_SCHEMA, position: type.position },
  };
}

const NO_SCHEMA = { keywords: {}, origins: {}, kind: 'opaque', isOpen: false } as const;

function saidNames(
  markers: readonly MarkerUse[],
  listKind: string | undefined,
  findings: FindingList,
): SaidNames {
  const names = find(markers, resourceMarker)?.values ?? {};
  const plural = pluralFrom(names, markers, findings);
  const namespaced = isNamespaced(markers, findings);
  return {
    ...(plural === undefined ? {} : { plural }),
    ...(names.singular === undefined ? {} : { singular: textOf(names.singular) }),
    ...(listKind === undefined ? {} : { listKind }),
    ...(names.shortName === undefined ? {} : { shortNames: textsOf(names.shortName) }),
    ...(names.categories === undefined ? {} : { categories: textsOf(names.categories) }),
    ...(namespaced === undefined ? {} : { namespaced }),
  };
}

const all = (markers: readonly MarkerUse[], definition: MarkerUse['definition']): MarkerUse[] =>
  markers.filter((use) => use.definition === definition);

const optionalText = (value: MarkerValue | undefined): string | undefined =>
  value === undefined ? undefined : textOf(value);

const textsOf = (value: MarkerValue | undefined): string[] =>
  Array.isArray(value) ? value.map(textOf) : [];

function pluralFrom(
  names: MarkerArguments,
  markers: readonly MarkerUse[],
  findings: FindingList,
): string | undefined {
  const marker = find(markers, resourceName);
  const path = optionalText(names.path);
  const name = optionalText(marker?.values.value);
  if (marker && path !== undefined && name !== path) {
    findings.error(
      'VMGEN3012',
      marker.position,
      `+resourceName=${name} contradicts path=${path} of +kubebuilder:resource`,
      'remove one of them',
      otherMarker(markers),
    );
  }
  return path ?? name;
}

/** Where +kubebuilder:resource stands. */
function otherMarker(markers: readonly MarkerUse[]): FindingDetails {
  const other = find(markers, resourceMarker);
  return { related: other && [{ position: other.position, label: 'the other is here' }] };
}

/** Undefined where nothing says so: such a kind is namespaced. */
function isNamespaced(markers: readonly MarkerUse[], findings: FindingList): boolean | undefined {
  const scope = find(markers, resourceMarker)?.values.scope;
  const marker = find(markers, nonNamespaced);
  if (marker && scope === 'Namespaced') {
    findings.error(
      'VMGEN3012',
      marker.position,
      '+genclient:nonNamespaced contradicts scope=Namespaced of +kubebuilder:resource',
      'remove one of them',
      otherMarker(markers),
    );
  }
  if (scope !== undefined) return scope === 'Namespaced';
  return marker ? false : undefined;
}

function scaleOf(values: MarkerArguments | undefined): Resource['scale'] {
  if (!values) return undefined;
  const selectorPath = optionalText(values.selectorpath);
  return {
    specPath: textOf(values.specpath),
    statusPath: textOf(values.statuspath),
    ...(selectorPath === undefined ? {} : { selectorPath }),
  };
}

function columnOf(values: MarkerArguments): PrinterColumn {
  return {
    name: textOf(values.name),
    type: textOf(values.type),
    ...(values.format === undefined ? {} : { format: textOf(values.format) }),
    ...(values.description === undefined ? {} : { description: textOf(values.description) }),
    ...(values.priority === undefined ? {} : { priority: Number(values.priority) }),
    jsonPath: textOf(values.JSONPath),
  };
}

/** `"key=value"` pairs over all metadata markers. */
function pairsOf(
  markers: readonly MarkerUse[],
  argument: 'annotations' | 'labels',
  findings: FindingList,
): Record<string, string> {
  const pairs = new Map<string, Pair>();
  for (const { values, position } of all(markers, metadataMarker)) {
    for (const pair of textsOf(values[argument])) {
      const equals = pair.indexOf('=');
      if (equals <= 0) {
        const message = `${JSON.stringify(pair)} is no key=value pair`;
        findings.error('VMGEN3301', position, message, 'write "key=value"');
        continue;
      }
      const [key, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
      const first = pairs.get(key);
      if (first) refuseSecond(key, { value, position }, first, findings);
      pairs.set(key, { value, position });
    }
  }
  return Object.fromEntries([...pairs].map(([key, { value }]) => [key, value]));
}

interface Pair {
  readonly value: string;
  readonly position: SourcePosition;
}

/** Of two values of one key all but the last would be lost. */
function refuseSecond(key: string, second: Pair, first: Pair, findings: FindingList): void {
  const { position } = second;
  const isOnePlace = first.position === position;
  const related = isOnePlace ? [] : [{ position: first.position, label: 'the first is here' }];
  if (second.value === first.value) {
    findings.warning('VMGEN3302', position, `${key} stands twice`, 'remove one', { related });
  } else {
    const [here, before] = [second, first].map(({ value }) => JSON.stringify(value));
    const message = `${key} is ${here} here and ${before} before`;
    findings.error('VMGEN3302', position, message, 'remove one', { related });
  }
}
