import type { DeepReadonly, KubernetesObject } from '@vmgen/runtime';
import { APPLIED_ANNOTATION } from '../../children/child-rules.js';

/** The objects of a server and the content of outside objects, as texts that two runs can compare. */
export type MaskedState = ReadonlyMap<string, string>;

type StoredObject = DeepReadonly<KubernetesObject>;

/** These differ between runs, and say nothing about the work of an operator. */
const MASKED = new Set(['uid', 'resourceVersion', 'managedFields', 'generation', 'selfLink']);
/** RFC 3339, with and without fractions. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Kinds whose objects are not compared. */
export const IGNORED_KINDS: ReadonlySet<string> = new Set(['Event', 'Lease']);

/**
 * Masks what differs between two runs with the same result: UIDs, versions, times and hashes of them,
 * and the names of `generateName`, which become those of the owner with a number.
 *
 * @param objects in the order of their creation
 * @param outside the states of outside objects
 */
export function maskedState(
  objects: Iterable<StoredObject>,
  outside: Readonly<Record<string, unknown>>,
): MaskedState {
  const compared = [...objects].filter(({ kind = '' }) => !IGNORED_KINDS.has(kind));
  const names = canonicalNames(compared);
  const masked = new Map<string, string>();
  for (const object of compared) {
    const { kind, metadata } = object;
    const name = names.get(metadata.uid ?? '') ?? metadata.name ?? '';
    const mask = maskOf(object, names);
    masked.set(
      [kind, metadata.namespace, name].filter(Boolean).join(' '),
      printed(object, mask, names),
    );
  }
  for (const [name, state] of Object.entries(outside)) {
    masked.set(
      name,
      printed(state, (_key, value) => maskTime(value), names),
    );
  }
  return new Map([...masked].sort(([a], [b]) => (a < b ? -1 : 1)));
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

function maskOf({ metadata }: StoredObject, names: ReadonlyMap<string, string>): Mask {
  return (key, value) => {
    if (MASKED.has(key) && value !== undefined) return key === 'uid' ? value : '*';
    // Whether a status is current, not how often the spec has changed.
    if (key === 'observedGeneration') return value === metadata.generation ? 'current' : 'old';
    if (key === APPLIED_ANNOTATION) return '*';
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

function printed(value: unknown, mask: Mask, names: ReadonlyMap<string, string>): string {
  const withoutUids = (text: string): string =>
    text.replaceAll(UUID, (uid) => (names.has(uid) ? `UID of ${names.get(uid)}` : 'a UUID'));
  const sorted: Mask = (key, each) => {
    const masked = mask(key, each);
    if (typeof masked !== 'object' || masked === null || Array.isArray(masked)) return masked;
    // Another run has other UIDs as keys, in another order.
    const entries = Object.entries(masked).map((entry) => [withoutUids(entry[0]), entry] as const);
    entries.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
    return Object.fromEntries(entries.map(([, entry]) => entry));
  };
  // Also in the keys of maps, and in names that contain one.
  return withoutUids(JSON.stringify(value, sorted, 2));
}

/** Describes the first differences; an empty list if the states are equal. */
export function differences(expected: MaskedState, actual: MaskedState): string[] {
  const found: string[] = [];
  for (const name of new Set([...expected.keys(), ...actual.keys()])) {
    const [before, after] = [expected.get(name), actual.get(name)];
    if (before === after) continue;
    if (before === undefined) found.push(`${name} exists, but should not`);
    else if (after === undefined) found.push(`${name} does not exist`);
    else found.push(`${name} differs:\n${changedLines(before, after)}`);
  }
  return found;
}

const MAX_LINES = 12;

/** The lines that only one of the texts has: `-` without faults, `+` with them. */
function changedLines(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const lines = [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
  const shown = lines.slice(0, MAX_LINES).map((line) => `    ${line}`);
  return (shown.length > 0 ? shown : ['    the order of items']).join('\n');
}
