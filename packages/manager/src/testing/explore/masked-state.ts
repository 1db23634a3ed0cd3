import type { DeepReadonly, KubernetesObject } from '@vmgen/runtime';
import { APPLIED_ANNOTATION } from '../../children/child-rules.js';
import { allocatedMask } from './allocated-values.js';

/** The objects of a server and the content of outside objects, as texts that two runs can compare. */
export interface MaskedState {
  /** By kind, namespace and name, or by the name of an outside object. */
  readonly texts: ReadonlyMap<string, string>;
  /** Returns the object to which the server has given a version; undefined without one. */
  readonly objectAt: (version: string) => MaskedObject | undefined;
}

interface MaskedObject {
  readonly name: string;
  readonly text: string;
}

type StoredObject = DeepReadonly<KubernetesObject>;

/** These metadata differ between runs, and say nothing about the work of an operator. */
const MASKED: ReadonlySet<string> = new Set([
  'resourceVersion',
  'managedFields',
  'generation',
  'selfLink',
]);
/** Annotations that follow from the content, and from how often it was written. */
const COUNTED: ReadonlySet<string> = new Set([
  APPLIED_ANNOTATION,
  // The server sets it with the generation.
  'deprecated.daemonset.template.generation',
]);
/** RFC 3339, with and without fractions. */
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
export const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Kinds whose objects are not compared. */
export const IGNORED_KINDS: ReadonlySet<string> = new Set(['Event', 'Lease']);

/**
 * Masks what differs between two runs with the same result: UIDs, versions, times and hashes of them, what a server has
 * allocated to Services, and the names of `generateName`, which become those of the owner with a number.
 *
 * @param objects in the order of their creation
 * @param outside the states of outside objects
 * @param versions the objects of a run by the versions that the server has given them
 */
export function maskedState(
  objects: Iterable<StoredObject>,
  outside: Readonly<Record<string, unknown>>,
  versions: ReadonlyMap<string, StoredObject> = new Map(),
): MaskedState {
  const compared = [...objects].filter(({ kind = '' }) => !IGNORED_KINDS.has(kind));
  const names = canonicalNames(compared);
  const nameOf = ({ kind, metadata }: StoredObject): string => {
    const name = names.get(metadata.uid ?? '') ?? metadata.name ?? '';
    return [kind, metadata.namespace, name].filter(Boolean).join(' ');
  };
  const masks = { names, maskAllocated: allocatedMask(compared, nameOf) };
  const maskedObject = (object: StoredObject): MaskedObject => {
    const masked = { ...object, metadata: maskedMetadata(object.metadata) };
    return { name: nameOf(object), text: printed(masked, maskOf(object, names), masks) };
  };
  const all = compared.map(maskedObject);
  for (const [name, state] of Object.entries(outside)) {
    all.push({ name, text: printed(state, (_key, value) => maskTime(value), masks) });
  }
  all.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    texts: new Map(all.map(({ name, text }) => [name, text])),
    objectAt: (version) => {
      const object = versions.get(version);
      return object && maskedObject(object);
    },
  };
}

/** Returns kind, namespace and name of an object. */
export const fullNameOf = ({ kind, metadata }: StoredObject): string =>
  [kind, metadata.namespace, metadata.name].filter(Boolean).join(' ');

/** Returns the names by UID: those of `generateName` are numbered in the order of their creation. */
function canonicalNames(objects: readonly StoredObject[]): Map<string, string> {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { kind, metadata } of objects) {
    const { name = '', namespace = '', uid = '', generateName } = metadata;
    if (generateName === undefined || !name.startsWith(generateName)) {
      names.set(uid, name);
      continue;
    }
    const prefix = `${kind} ${namespace}/${generateName}`;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    names.set(uid, `${generateName}#${count}`);
  }
  return names;
}

type Mask = (key: string, value: unknown) => unknown;

/** Only of the object itself: fields of a spec may have the same names. */
const maskedMetadata = (metadata: StoredObject['metadata']): object =>
  Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, MASKED.has(key) ? '*' : value]),
  );

function maskOf({ metadata }: StoredObject, names: ReadonlyMap<string, string>): Mask {
  return (key, value) => {
    // Whether a status is current, not how often the spec has changed.
    if (key === 'observedGeneration') return value === metadata.generation ? 'current' : 'old';
    if (COUNTED.has(key)) return '*';
    if (value === metadata.name && names.has(metadata.uid ?? ''))
      return names.get(metadata.uid ?? '');
    return maskTime(value);
  };
}

function maskTime(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (TIME.test(value)) return 'TIME';
  return value;
}

/** Returns a value that JSON can contain: the content of a Map or a Set, which is nothing for JSON. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Set) return [...value].sort();
  if (!(value instanceof Map)) return value;
  return Object.fromEntries(Array.from(value, ([key, each]) => [keyOf(key), each]));
}

const keyOf = (key: unknown): string => (typeof key === 'string' ? key : JSON.stringify(key));

interface RunMasks {
  /** The names of objects by UID. */
  readonly names: ReadonlyMap<string, string>;
  readonly maskAllocated: (value: unknown) => unknown;
}

function printed(value: unknown, mask: Mask, { names, maskAllocated }: RunMasks): string {
  const withoutUids = (text: string): string =>
    text.replaceAll(UUID, (uid) => (names.has(uid) ? `UID of ${names.get(uid)}` : 'a UUID'));
  const sorted: Mask = (key, each) => {
    const masked = maskAllocated(mask(key, plain(each)));
    if (typeof masked !== 'object' || masked === null || Array.isArray(masked)) return masked;
    // Another run has other UIDs and addresses as keys, in another order.
    const entries = Object.entries(masked)
      .map(([name, content]) => [String(maskAllocated(name)), content] as const)
      .map((entry) => [withoutUids(entry[0]), entry] as const);
    entries.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
    return Object.fromEntries(entries.map(([, entry]) => entry));
  };
  // Also in the keys of maps, and in names that contain one.
  return withoutUids(JSON.stringify(value, sorted, 2));
}
