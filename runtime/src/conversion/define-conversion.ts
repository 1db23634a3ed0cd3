import { VmgenError } from '../errors/vmgen-error.js';
import { deepCopyJson } from '../meta/deep-copy-json.js';
import { parseExactJson, stringifyExactJson } from '../meta/exact-json.js';
import { isMapping } from '../meta/is-mapping.js';
import type { KubernetesObject, ObjectMeta } from '../meta/types.js';
import type { FieldAt, ItemAt } from './field-path.js';
import { contentHash, type LostContent, lostContent, restoreContent } from './lost-content.js';
import { createMapFields, type FieldFunction, type MapFields } from './map-fields.js';

/**
 * Functions that compute the fields of a version from an object of another, by the path of the field:
 * `.spec.retention`, `.spec.ports[].protocol`. Integers beyond 2^53 are bigints. A function receives the source object; a function for a
 * field in a list or a map is called for each item of the source, and receives the item too. A function
 * must depend only on its arguments, and must not modify them. It is not called for objects without
 * the top-level field, such as the spec. For managed fields, the API server converts objects that lack
 * any fields, required ones too.
 */
export type FieldFunctions<Source, Target, Paths extends string> = {
  readonly [Path in Paths]: (source: Source, item: ItemAt<Source, Path>) => FieldAt<Target, Path>;
};

/** The conversion between the hub and another version, its spoke. Fields without a rule are copied. */
export interface SpokeConversion<
  Spoke extends KubernetesObject,
  Hub extends KubernetesObject,
  ToHub extends string = never,
  FromHub extends string = never,
> {
  /** The fields with another path: paths in the hub to paths in the spoke. Defaults to none. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** The fields that only the hub has, or whose values differ there. */
  readonly toHub: FieldFunctions<Spoke, Hub, ToHub>;
  /** The fields that only the spoke has, or whose values differ there. */
  readonly fromHub: FieldFunctions<Hub, Spoke, FromHub>;
  /** Fields of one version that no function computes, such as an object of renamed fields. */
  readonly removed?: { readonly hub?: readonly string[]; readonly spoke?: readonly string[] };
}

/** A {@link SpokeConversion} for any types. */
export interface AnySpokeConversion {
  /** See {@link SpokeConversion.renamed}. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** See {@link SpokeConversion.toHub}. */
  readonly toHub: Readonly<Record<string, FieldFunction>>;
  /** See {@link SpokeConversion.fromHub}. */
  readonly fromHub: Readonly<Record<string, FieldFunction>>;
  /** See {@link SpokeConversion.removed}. */
  readonly removed?: { readonly hub?: readonly string[]; readonly spoke?: readonly string[] };
}

/** An object of any version. The API server also converts parts of objects, for managed fields. */
export type ConvertedObject = Partial<KubernetesObject>;

/** The versions of a kind. */
export interface ConversionDefinition {
  /** The API group, such as `example.com`. */
  readonly group: string;
  /** The kind, such as `Backup`. */
  readonly kind: string;
  /** The version through which all conversions lead, such as `v1`: usually the storage version. */
  readonly hub: string;
  /** The other versions by name. */
  readonly spokes: Readonly<Record<string, AnySpokeConversion>>;
}

/** Converts objects of one kind between its versions. */
export interface Conversion {
  /** The API group. */
  readonly group: string;
  /** The kind. */
  readonly kind: string;
  /** The version through which all conversions lead. */
  readonly hub: string;
  /** All versions, the hub first. */
  readonly versions: readonly string[];
  /**
   * Returns the object in another version, always through the hub. What the version cannot express is
   * kept in the annotation `conversion.vmgen.io/VERSION`, with a hash of the converted object, and
   * restored by the conversion back. Where a user has changed the object in between, the change wins.
   *
   * @param version the version without the group, such as `v1`
   * @throws VmgenError (`ERR_VMGEN_ARGUMENT`) for an object of another kind, or an unknown version
   */
  convert(object: ConvertedObject, version: string): ConvertedObject;
}

const ANNOTATION = 'conversion.vmgen.io/';

/**
 * Defines the conversion of a kind with a hub and spokes: n versions need n-1 pairs of rules.
 *
 * @throws VmgenError (`ERR_VMGEN_ARGUMENT`) for an invalid field path
 * @example
 * interface Backup extends KubernetesObject {
 *   spec: { schedule: string; keep: { days: number } };
 * }
 * interface BackupV1alpha1 extends KubernetesObject {
 *   spec: { cron: string; days?: number };
 * }
 * const v1alpha1: SpokeConversion<BackupV1alpha1, Backup, '.spec.keep', '.spec.days'> = {
 *   renamed: { '.spec.schedule': '.spec.cron' },
 *   toHub: { '.spec.keep': ({ spec }) => ({ days: spec.days ?? 7 }) },
 *   fromHub: { '.spec.days': ({ spec }) => spec.keep?.days },
 * };
 * const conversion = defineConversion({
 *   group: 'example.com',
 *   kind: 'Backup',
 *   hub: 'v1',
 *   spokes: { v1alpha1 },
 * });
 */
export function defineConversion({ group, kind, hub, spokes }: ConversionDefinition): Conversion {
  const spokeMaps = new Map(
    Object.entries(spokes).map(([version, spoke]) => [version, createSpokeMaps(spoke)]),
  );
  const versions = [hub, ...spokeMaps.keys()];

  const versionOf = (object: ConvertedObject): string => {
    const [found, version, ...rest] = (object.apiVersion ?? '').split('/');
    if (found === group && version !== undefined && rest.length === 0 && object.kind === kind) {
      return version;
    }
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `cannot convert ${object.apiVersion ?? 'an object without apiVersion'} ${object.kind ?? ''}: this conversion is for ${kind} of ${group}`,
    );
  };
  const mapsOf = (version: string): SpokeMaps => {
    const maps = spokeMaps.get(version);
    if (maps) return maps;
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${kind} of ${group} has no conversion for the version ${JSON.stringify(version)}: it has ${versions.join(', ')}`,
    );
  };

  return {
    group,
    kind,
    hub,
    versions,
    convert(object, version) {
      const source = versionOf(object);
      if (version !== hub) mapsOf(version);
      if (source === version) return deepCopyJson<ConvertedObject>(object);
      let converted = object;
      if (source !== hub) {
        const { toHub, fromHub } = mapsOf(source);
        converted = step(converted, { group, from: source, to: hub, map: toHub, back: fromHub });
      }
      if (version !== hub) {
        const { toHub, fromHub } = mapsOf(version);
        converted = step(converted, { group, from: hub, to: version, map: fromHub, back: toHub });
      }
      return converted;
    },
  };
}

interface SpokeMaps {
  readonly toHub: MapFields;
  readonly fromHub: MapFields;
}

function createSpokeMaps({ renamed = {}, toHub, fromHub, removed }: AnySpokeConversion): SpokeMaps {
  const pairs = Object.entries(renamed);
  return {
    toHub: createMapFields({
      moved: pairs.map(([hub, spoke]) => [spoke, hub] as const),
      removed: [...Object.keys(fromHub), ...(removed?.spoke ?? [])],
      computed: toHub,
    }),
    fromHub: createMapFields({
      moved: pairs,
      removed: [...Object.keys(toHub), ...(removed?.hub ?? [])],
      computed: fromHub,
    }),
  };
}

interface Step {
  readonly group: string;
  readonly from: string;
  readonly to: string;
  readonly map: MapFields;
  /** The opposite direction, without annotations. */
  readonly back: MapFields;
}

/** Converts between the hub and a spoke. */
function step(object: ConvertedObject, { group, from, to, map, back }: Step): ConvertedObject {
  const kept = keptOf(object, to);
  const mapped = map(withoutKept(object, to));
  const content = kept
    ? restoreContent(contentOf(mapped), kept.lost, kept.hash === contentHash(contentOf(object)))
    : contentOf(mapped);
  const converted: ConvertedObject = {
    ...(isMapping(content) ? content : {}),
    apiVersion: `${group}/${to}`,
    ...(object.kind === undefined ? {} : { kind: object.kind }),
    ...metadataOf(object, mapped),
  };
  const lost = lostContent(contentOf(back(converted)), contentOf(object));
  return withKept(converted, from, lost && { hash: contentHash(contentOf(converted)), lost });
}

/** An object's own content: without its type, and without metadata, which the API server keeps. */
function contentOf(object: object): Record<string, unknown> {
  const {
    apiVersion: _,
    kind: __,
    metadata: ___,
    ...content
  } = deepCopyJson<Record<string, unknown>>({ ...object });
  return content;
}

/** Only labels and annotations can change. */
function metadataOf(
  { metadata }: ConvertedObject,
  mapped: Record<string, unknown>,
): { metadata?: ObjectMeta } {
  if (metadata === undefined) return {};
  const { labels: _, annotations: __, ...kept } = deepCopyJson<ObjectMeta>(metadata);
  const changed = isMapping(mapped['metadata']) ? mapped['metadata'] : {};
  return {
    metadata: {
      ...kept,
      ...(isTexts(changed['labels']) ? { labels: changed['labels'] } : {}),
      ...(isTexts(changed['annotations']) ? { annotations: changed['annotations'] } : {}),
    },
  };
}

function isTexts(value: unknown): value is Record<string, string> {
  return isMapping(value) && Object.values(value).every((each) => typeof each === 'string');
}

/** What the annotation for a version contains. */
interface Kept {
  /** Of the content of the object that has the annotation, as it was converted. */
  readonly hash: string;
  readonly lost: LostContent;
}

/** An annotation that is not valid was changed by a user, and is ignored. */
function keptOf({ metadata }: ConvertedObject, version: string): Kept | undefined {
  const text = metadata?.annotations?.[ANNOTATION + version];
  if (text === undefined) return undefined;
  try {
    const kept = parseExactJson(text);
    if (!isMapping(kept) || typeof kept['hash'] !== 'string' || !isLost(kept['lost']))
      return undefined;
    return { hash: kept['hash'], lost: kept['lost'] };
  } catch {
    return undefined;
  }
}

function isLost(value: unknown): value is LostContent {
  if (!isMapping(value)) return false;
  const { fields, items, more } = value;
  if (fields !== undefined) return isMapping(fields) && Object.values(fields).every(isLost);
  if (items === undefined) return true;
  return (
    Array.isArray(items) &&
    items.every((each: unknown) => isMapping(each) && isLost(each['lost'])) &&
    (more === undefined || Array.isArray(more))
  );
}

function withoutKept(object: ConvertedObject, version: string): ConvertedObject {
  const { annotations, ...metadata } = object.metadata ?? {};
  if (annotations?.[ANNOTATION + version] === undefined) return object;
  const left = Object.entries(annotations).filter(([name]) => name !== ANNOTATION + version);
  if (left.length === 0) return { ...object, metadata };
  return { ...object, metadata: { ...metadata, annotations: Object.fromEntries(left) } };
}

/** An object without metadata, which the API server converts for managed fields, gets none. */
function withKept(
  object: ConvertedObject,
  version: string,
  kept: Kept | undefined,
): ConvertedObject {
  const { metadata, ...rest } = withoutKept(object, version);
  if (metadata === undefined) return rest;
  if (!kept) return { ...rest, metadata };
  const annotations = { ...metadata.annotations, [ANNOTATION + version]: stringifyExactJson(kept) };
  return { ...rest, metadata: { ...metadata, annotations } };
}
