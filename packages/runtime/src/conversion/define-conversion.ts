import { VmgenError } from '../errors/vmgen-error.js';
import { deepCopyJson } from '../meta/deep-copy-json.js';
import { parseExactJson, stringifyExactJson } from '../meta/exact-json.js';
import { isMapping } from '../meta/is-mapping.js';
import type { KubernetesObject, ObjectMeta } from '../meta/types.js';
import type { FieldAt, ItemAt } from './field-path.js';
import { contentHash } from './content-hash.js';
import {
  authenticText,
  type ConversionKeys,
  createConversionKey,
  signText,
} from './conversion-keys.js';
import { type DeclaredPaths, declaredPaths, type Place } from './declared-paths.js';
import { isLostContent, type LostContent, lostContent, restoreContent } from './lost-content.js';
import { createMapFields, type FieldFunction, type MapFields } from './map-fields.js';

/**
 * Functions that compute the fields of a version from an object of another, by the path of the field:
 * `.spec.retention`, `.spec.ports[].protocol`. Integers beyond 2^53 are bigints. A function receives the
 * source object; a function for a field in a list or a map is called for each item of the source, and
 * receives the item too. A function must depend only on its arguments, and must not modify them. It is not
 * called for objects whose top-level field, such as the spec, is absent or null. For managed fields, the
 * API server converts objects that lack any fields, required ones too.
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
  /**
   * The keys of lists of type map, by the path of the list; none for lists of type set. Items with equal
   * keys are the same item. Defaults to a field `name`, `key`, `id` or `type` of the items.
   */
  readonly listKeys?: ListKeys;
}

/** The keys of lists in both versions; see {@link SpokeConversion.listKeys}. */
export interface ListKeys {
  /** The lists of the hub. Defaults to none. */
  readonly hub?: Readonly<Record<string, readonly string[]>>;
  /** The lists of the spoke. Defaults to none. */
  readonly spoke?: Readonly<Record<string, readonly string[]>>;
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
  /** See {@link SpokeConversion.listKeys}. */
  readonly listKeys?: ListKeys;
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
  /** The storage version. Defaults to the hub. See {@link Conversion.convert}. */
  readonly stored?: string;
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
   * kept in the annotation `conversion.vmgen.io/VERSION`, and restored by the conversion back. Where a
   * user has changed the object in between, the change wins. Only the declared fields are restored
   * (`toHub`, `fromHub` and `removed`), and never the status. An annotation that the keys did not sign
   * for this object is removed.
   *
   * Content that would make the annotations larger than 256 KiB is left out: the API server would refuse
   * the object, and each list that contains it. It can be read, but not converted back, so that no write
   * through this version removes the content. In the storage version, which must keep it, it is an error.
   *
   * @param version the version without the group, such as `v1`
   * @param keys see {@link ConversionKeys}. Defaults to a random key of this conversion, which no other
   *   process has: enough for tests and embedded servers
   * @throws VmgenError (`ERR_VMGEN_ARGUMENT`) for an object of another kind, an unknown version, an object
   *   whose content was left out or cannot be kept, or if a function throws; its error is the `cause`
   */
  convert(object: ConvertedObject, version: string, keys?: ConversionKeys): ConvertedObject;
}

const ANNOTATION = 'conversion.vmgen.io/';

/** What all names and values of annotations have at most, in bytes: TotalAnnotationSizeLimitB of apimachinery. */
const MOST_ANNOTATIONS = 256 * 1024;

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
export function defineConversion({
  group,
  kind,
  hub,
  stored = hub,
  spokes,
}: ConversionDefinition): Conversion {
  const spokeMaps = new Map(
    Object.entries(spokes).map(([version, spoke]) => [
      version,
      createSpokeMaps({ hub, version }, spoke),
    ]),
  );
  const versions = [hub, ...spokeMaps.keys()];
  let ownKeys: ConversionKeys | undefined;

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
    convert(object, version, keys = (ownKeys ??= [createConversionKey()])) {
      const source = versionOf(object);
      if (version !== hub) mapsOf(version);
      if (source === version) return deepCopyJson<ConvertedObject>(object);
      const type = { group, kind, keys, mayLeaveOut: version !== stored };
      let converted = object;
      if (source !== hub) {
        const maps = mapsOf(source);
        const sides = { from: maps.spoke, to: maps.hub };
        converted = step(converted, { ...type, from: source, to: hub, sides });
      }
      if (version !== hub) {
        const maps = mapsOf(version);
        const sides = { from: maps.hub, to: maps.spoke };
        converted = step(converted, { ...type, from: hub, to: version, sides });
      }
      return converted;
    },
  };
}

/** One version of a pair. */
interface Side {
  /** Converts from the other version, without annotations. */
  readonly map: MapFields;
  /** What the other version may not express. */
  readonly paths: DeclaredPaths;
}

interface SpokeMaps {
  readonly hub: Side;
  readonly spoke: Side;
}

function createSpokeMaps(
  { hub, version }: { readonly hub: string; readonly version: string },
  { renamed = {}, toHub, fromHub, removed, listKeys }: AnySpokeConversion,
): SpokeMaps {
  const toSpoke = Object.entries(renamed);
  const fromSpoke = toSpoke.map(([own, other]) => [other, own] as const);
  const hidden = {
    hub: [...Object.keys(toHub), ...(removed?.hub ?? [])],
    spoke: [...Object.keys(fromHub), ...(removed?.spoke ?? [])],
  };
  const setInHub = [...toSpoke.map(([path]) => path), ...Object.keys(toHub)];
  const setInSpoke = [...fromSpoke.map(([path]) => path), ...Object.keys(fromHub)];
  return {
    hub: {
      map: createMapFields({
        names: { source: version, target: hub },
        moved: fromSpoke,
        removed: hidden.spoke,
        computed: toHub,
      }),
      paths: declaredPaths({
        hidden: hidden.hub,
        set: [...setInHub, ...setInSpoke.map((path) => renamedPath(path, fromSpoke))],
        listKeys: listKeys?.hub ?? {},
      }),
    },
    spoke: {
      map: createMapFields({
        names: { source: hub, target: version },
        moved: toSpoke,
        removed: hidden.hub,
        computed: fromHub,
      }),
      paths: declaredPaths({
        hidden: hidden.spoke,
        set: [...setInSpoke, ...setInHub.map((path) => renamedPath(path, toSpoke))],
        listKeys: listKeys?.spoke ?? {},
      }),
    },
  };
}

/** The path of a field whose outer fields are renamed. */
function renamedPath(path: string, renames: readonly (readonly [string, string])[]): string {
  const [longest] = renames
    .filter(([from]) => path.startsWith(from) && /^[.[]/.test(path.slice(from.length)))
    .sort(([a], [b]) => b.length - a.length);
  return longest ? longest[1] + path.slice(longest[0].length) : path;
}

interface Step {
  readonly group: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly sides: { readonly from: Side; readonly to: Side };
  readonly keys: ConversionKeys;
  /** Whether content that does not fit in the annotations is left out. */
  readonly mayLeaveOut: boolean;
}

/** Converts between the hub and a spoke. */
function step(object: ConvertedObject, step: Step): ConvertedObject {
  const { group, to, sides } = step;
  const kept = keptOf(object, step);
  const mapped = sides.to.map(withoutKept(object, to));
  const content = kept
    ? restoreContent(
        contentOf(mapped),
        kept.lost,
        placeOf(sides.to),
        kept.hash === contentHash(contentOf(object)),
      )
    : contentOf(mapped);
  const converted: ConvertedObject = {
    ...(isMapping(content) ? content : {}),
    apiVersion: `${group}/${to}`,
    ...(object.kind === undefined ? {} : { kind: object.kind }),
    ...metadataOf(object, mapped),
  };
  const back = contentOf(sides.from.map(converted));
  const lost = lostContent(back, contentOf(object), placeOf(sides.from));
  return withKept(converted, lost && { hash: contentHash(contentOf(converted)), lost }, step);
}

const placeOf = ({ paths }: Side): Place => ({ paths, isHidden: false });

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

/** What the annotation contains instead of content that does not fit. */
const LEFT_OUT = '{"isLeftOut":true}';

/**
 * An annotation that is not authentic is ignored.
 *
 * @throws VmgenError (`ERR_VMGEN_ARGUMENT`) if the content was left out
 */
function keptOf(
  { metadata }: ConvertedObject,
  { group, kind, from, to, keys }: Step,
): Kept | undefined {
  const signed = metadata?.annotations?.[ANNOTATION + to];
  if (metadata === undefined || signed === undefined) return undefined;
  const subject = { group, kind, from: to, to: from, metadata };
  const text = authenticText(signed, subject, keys);
  if (text === undefined) return undefined;
  if (text === LEFT_OUT) throw doesNotFit({ from: to, to: from }, `write it through ${to}`);
  try {
    const kept = parseExactJson(text);
    if (!isMapping(kept) || typeof kept['hash'] !== 'string' || !isLostContent(kept['lost'])) {
      return undefined;
    }
    return { hash: kept['hash'], lost: kept['lost'] };
  } catch {
    return undefined;
  }
}

function withoutKept(object: ConvertedObject, version: string): ConvertedObject {
  const { annotations, ...metadata } = object.metadata ?? {};
  if (annotations?.[ANNOTATION + version] === undefined) return object;
  const left = Object.entries(annotations).filter(([name]) => name !== ANNOTATION + version);
  if (left.length === 0) return { ...object, metadata };
  return { ...object, metadata: { ...metadata, annotations: Object.fromEntries(left) } };
}

/** An object without metadata, which the API server converts for managed fields, gets none. */
function withKept(object: ConvertedObject, kept: Kept | undefined, step: Step): ConvertedObject {
  const { group, kind, from, to, keys, mayLeaveOut } = step;
  const { metadata, ...rest } = withoutKept(object, from);
  if (metadata === undefined) return rest;
  if (kept === undefined) return { ...rest, metadata };
  for (const text of [stringifyExactJson(kept), LEFT_OUT]) {
    const signed = signText(text, { group, kind, from, to, metadata }, keys);
    if (signed === undefined) break;
    const annotations = { ...metadata.annotations, [ANNOTATION + from]: signed };
    if (bytesOf(annotations) <= MOST_ANNOTATIONS) {
      return { ...rest, metadata: { ...metadata, annotations } };
    }
    if (!mayLeaveOut) {
      throw doesNotFit({ from, to }, `shorten it or the annotations, through ${from}`);
    }
  }
  return { ...rest, metadata };
}

function doesNotFit({ from, to }: Pick<Step, 'from' | 'to'>, remedy: string): VmgenError {
  return new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `the object has content of ${from} that ${to} cannot express and that does not fit in its annotations (256 KiB): ${remedy}`,
  );
}

function bytesOf(annotations: Readonly<Record<string, string>>): number {
  return Object.entries(annotations).reduce(
    (bytes, [name, value]) => bytes + Buffer.byteLength(name) + Buffer.byteLength(value),
    0,
  );
}
