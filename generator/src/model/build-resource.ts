import type { CustomResourceConversion } from '@vmgen/crd';
import { firstAt, otherAt } from '../diagnostics/related.js';
import { find, isUsed, usesOf } from '../markers/language/uses-of.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { Fix, SourcePosition } from '../diagnostics/diagnostic.js';
import type { MarkerDefinition, MarkerUse, UseOf } from '../markers/language/definition.js';
import {
  conversionMarker,
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
import {
  clientMethod,
  genclient,
  isSubresource,
  nonNamespaced,
  noStatus,
  noVerbs,
  onlyVerbs,
  readonly,
  resourceName,
  skipVerbs,
} from '../markers/definitions/client.js';
import type { Schema } from '../schema/schema.js';
import type { DeclaredNames, PrinterColumn, Resource } from './model.js';
import { lowerFirst, pluralOf } from '../text/names.js';
import type { NamedType } from '../types/type.js';
import { type ClientVerb, VERBS } from '../markers/definitions/verbs.js';

/** A kind from its type and markers, and from its schema where it has a CRD. */
export function buildResource(
  type: NamedType,
  listKind: string | undefined,
  schema: Schema | undefined,
  diagnostics: DiagnosticList,
): Resource {
  const { markers, name: kind } = type;
  const pluralName = pluralOf(kind);
  const declaredNames = declaredNamesOf(markers, listKind, diagnostics);
  const deprecated = find(markers, deprecatedVersionMarker);
  const hasStatus = isUsed(statusMarker, type);
  return {
    kind,
    listKind: `${kind}List`,
    plural: pluralName.toLowerCase(),
    singular: kind.toLowerCase(),
    pluralIdentifier: lowerFirst(pluralName),
    shortNames: [],
    categories: [],
    namespaced: true,
    ...declaredNames,
    declaredNames,
    type,
    verbs: clientVerbs(type, hasStatus, diagnostics),
    methods: [],
    outputs: { client: true, lister: true, informer: true },
    hasStatus,
    scale: scaleOf(find(markers, scaleMarker)),
    columns: usesOf(markers, printColumnMarker).map(columnOf),
    selectableFields: usesOf(markers, selectableFieldMarker).map(({ values }) => values.JSONPath),
    conversion: conversionOf(find(markers, conversionMarker)),
    annotations: pairsOf(markers, 'annotations', diagnostics),
    labels: pairsOf(markers, 'labels', diagnostics),
    isStored: isUsed(storageVersionMarker, type),
    isServed: find(markers, unservedVersionMarker) === undefined,
    isSkipped: schema === undefined,
    isSubresource: isUsed(isSubresource, type),
    deprecation: deprecated && (deprecated.values.warning ?? ''),
    schema: schema ?? { ...NO_SCHEMA, position: type.position },
  };
}

const NO_SCHEMA = { keywords: {}, origins: {}, kind: 'opaque', isOpen: false } as const;

function declaredNamesOf(
  markers: readonly MarkerUse[],
  listKind: string | undefined,
  diagnostics: DiagnosticList,
): DeclaredNames {
  const { singular, shortName, categories } = find(markers, resourceMarker)?.values ?? {};
  const plural = pluralFrom(markers, diagnostics);
  const namespaced = isNamespaced(markers, diagnostics);
  return {
    ...(plural === undefined ? {} : { plural }),
    ...(singular === undefined ? {} : { singular }),
    ...(listKind === undefined ? {} : { listKind }),
    ...(shortName === undefined ? {} : { shortNames: shortName }),
    ...(categories === undefined ? {} : { categories }),
    ...(namespaced === undefined ? {} : { namespaced }),
  };
}

function pluralFrom(
  markers: readonly MarkerUse[],
  diagnostics: DiagnosticList,
): string | undefined {
  const marker = find(markers, resourceName);
  const path = find(markers, resourceMarker)?.values.path;
  const name = marker?.values.value;
  if (marker && path !== undefined && name !== path) {
    diagnostics.error(
      'VMGEN3012',
      marker.position,
      `+resourceName=${name} contradicts path=${path} of +kubebuilder:resource`,
      'remove one of them',
      otherAt(find(markers, resourceMarker)?.position),
    );
  }
  return path ?? name;
}

/** Undefined if no marker sets it: the kind is then namespaced. */
function isNamespaced(
  markers: readonly MarkerUse[],
  diagnostics: DiagnosticList,
): boolean | undefined {
  const scope = find(markers, resourceMarker)?.values.scope;
  const marker = find(markers, nonNamespaced);
  if (marker && scope === 'Namespaced') {
    diagnostics.error(
      'VMGEN3012',
      marker.position,
      '+genclient:nonNamespaced contradicts scope=Namespaced of +kubebuilder:resource',
      'remove one of them',
      otherAt(find(markers, resourceMarker)?.position),
    );
  }
  if (scope !== undefined) return scope === 'Namespaced';
  return marker ? false : undefined;
}

function scaleOf(use: UseOf<typeof scaleMarker> | undefined): Resource['scale'] {
  if (!use) return undefined;
  const { specpath: specPath, statuspath: statusPath, selectorpath: selectorPath } = use.values;
  return { specPath, statusPath, ...(selectorPath === undefined ? {} : { selectorPath }) };
}

function conversionOf(
  use: UseOf<typeof conversionMarker> | undefined,
): CustomResourceConversion | undefined {
  if (!use) return undefined;
  const { strategy, url, caBundle, reviewVersions, ...service } = use.values;
  const { serviceNamespace: namespace, serviceName: name, servicePath: path } = service;
  const port = service.servicePort;
  if (strategy === 'None') return { strategy };
  const isService = [namespace, name, path, port].some((each) => each !== undefined);
  return {
    strategy,
    webhook: {
      clientConfig: {
        ...(url === undefined ? {} : { url }),
        ...(isService
          ? {
              service: {
                // The validation of the CRD reports missing properties.
                namespace: namespace ?? '',
                name: name ?? '',
                ...(path === undefined ? {} : { path }),
                ...(port === undefined ? {} : { port: Number(port) }),
              },
            }
          : {}),
        ...(caBundle === undefined ? {} : { caBundle }),
      },
      ...(reviewVersions === undefined ? {} : { conversionReviewVersions: reviewVersions }),
    },
  };
}

function columnOf({ values }: UseOf<typeof printColumnMarker>): PrinterColumn {
  const { name, type, format, description, priority, JSONPath: jsonPath } = values;
  return {
    name,
    type,
    ...(format === undefined ? {} : { format }),
    ...(description === undefined ? {} : { description }),
    ...(priority === undefined ? {} : { priority: Number(priority) }),
    jsonPath,
  };
}

/** `"key=value"` pairs over all metadata markers. */
function pairsOf(
  markers: readonly MarkerUse[],
  argument: 'annotations' | 'labels',
  diagnostics: DiagnosticList,
): Record<string, string> {
  const pairs = new Map<string, Pair>();
  for (const { values, position } of usesOf(markers, metadataMarker)) {
    for (const pair of values[argument] ?? []) {
      const equals = pair.indexOf('=');
      if (equals <= 0) {
        const message = `${JSON.stringify(pair)} is not a key=value pair`;
        diagnostics.error('VMGEN3301', position, message, 'write "key=value"');
        continue;
      }
      const [key, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
      const first = pairs.get(key);
      if (first) refuseSecond(key, { value, position }, first, diagnostics);
      pairs.set(key, { value, position });
    }
  }
  return Object.fromEntries([...pairs].map(([key, { value }]) => [key, value]));
}

interface Pair {
  readonly value: string;
  readonly position: SourcePosition;
}

/** Of two values with the same key, only the last would be kept. */
function refuseSecond(key: string, second: Pair, first: Pair, diagnostics: DiagnosticList): void {
  const { position } = second;
  const isOnePlace = first.position === position;
  const details = isOnePlace ? {} : firstAt(first.position);
  if (second.value === first.value) {
    diagnostics.warning('VMGEN3301', position, `${key} is specified twice`, 'remove one', details);
  } else {
    const [here, before] = [second, first].map(({ value }) => JSON.stringify(value));
    const message = `${key} is ${here} here and ${before} before`;
    diagnostics.error('VMGEN3301', position, message, 'remove one', details);
  }
}

const READ_VERBS: readonly ClientVerb[] = ['get', 'list', 'watch'];
const STATUS_VERBS: readonly ClientVerb[] = ['updateStatus', 'applyStatus'];

/** Markers that select all verbs, with the markers that they exclude. */
const CONTRADICTIONS: readonly [MarkerDefinition, MarkerDefinition, remedy: string][] = [
  [onlyVerbs, skipVerbs, 'either list the verbs that the client has, or those that it lacks'],
  [onlyVerbs, noVerbs, 'remove one of them'],
  [onlyVerbs, readonly, 'remove one of them'],
  [readonly, noVerbs, 'remove one of them'],
  [skipVerbs, noVerbs, 'remove one of them'],
  [clientMethod, noVerbs, 'use +genclient:onlyVerbs for a client with few verbs'],
];

/** The verbs of a kind's client; undefined if it has no client. */
function clientVerbs(
  type: Pick<NamedType, 'markers' | 'refused'>,
  hasStatus: boolean,
  diagnostics: DiagnosticList,
): ReadonlySet<ClientVerb> | undefined {
  const { markers } = type;
  if (!isUsed(genclient, type)) {
    refuseWithoutClient(markers, diagnostics);
    return undefined;
  }
  refuseContradictions(markers, diagnostics);
  const skip = find(markers, skipVerbs);
  const only = find(markers, onlyVerbs);
  let verbs: readonly ClientVerb[] = VERBS;
  if (find(markers, noVerbs)) verbs = [];
  if (find(markers, readonly)) verbs = READ_VERBS;
  if (only) verbs = VERBS.filter((verb) => only.values.value.includes(verb));
  const skipped = skip?.values.value ?? [];
  const withStatus = hasStatus && !find(markers, noStatus);
  return new Set(
    verbs.filter((verb) => !skipped.includes(verb) && (withStatus || !STATUS_VERBS.includes(verb))),
  );
}

function refuseContradictions(markers: readonly MarkerUse[], diagnostics: DiagnosticList): void {
  for (const [one, other, remedy] of CONTRADICTIONS) {
    const use = find(markers, one);
    const second = find(markers, other);
    if (use && second) {
      const message = `+${one.name} contradicts +${other.name}`;
      diagnostics.error('VMGEN3012', use.position, message, remedy, otherAt(second.position));
    }
  }
}

function refuseWithoutClient(markers: readonly MarkerUse[], diagnostics: DiagnosticList): void {
  const lost = markers.filter(({ definition }) => definition.name.startsWith('genclient:'));
  for (const [index, { definition, position }] of lost.entries()) {
    const fix: Fix = { how: 'add-marker', position, text: '+genclient' };
    diagnostics.error(
      'VMGEN7001',
      position,
      `+${definition.name} has no effect without +genclient`,
      'add +genclient',
      { fix: index === 0 ? fix : undefined },
    );
  }
}
