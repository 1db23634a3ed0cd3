import { RUNTIME_TYPES } from '../../syntax/runtime-types.js';
import { isReservedName } from '../../model/reserved-names.js';
import type { DeclaredShape } from './declarations.js';
import type { ShapePath } from './schema-shape.js';

/** Generic words: the previous word is always added. */
const VAGUE: ReadonlySet<string> = new Set(
  `Config Configuration Data Entry Field Info Item Kind Metadata Mode Name Object Option Options
  Param Parameter Properties Property Ref Reference Setting Settings Source Spec Status Target
  Template Type Value`.split(/\s+/),
);

/** Types that code has without importing them, which a type of the same name would hide. */
const GLOBAL: ReadonlySet<string> = new Set(
  `Array ArrayBuffer Awaited BigInt Boolean Buffer Date Error Event EventTarget Exclude Extract
  Function Generator Intl Iterator JSON Map Math NonNullable Number Object Omit Parameters Partial
  Pick Promise Proxy Readonly Record RegExp Required ReturnType Set String Symbol Uint8Array
  WeakMap WeakSet`.split(/\s+/),
);

interface Candidate {
  readonly id: string;
  readonly paths: readonly ShapePath[];
  path: ShapePath;
  /** The number of words of the path in the name. */
  length: number;
}

/**
 * Names declarations by their uses: by as few of the last words of the path as are unambiguous.
 *
 * @param taken reserved names, such as those of the kinds
 */
export function nameDeclarations(
  shapes: readonly DeclaredShape[],
  taken: ReadonlySet<string>,
): Map<string, string> {
  const isFree = (name: string): boolean =>
    !taken.has(name) &&
    !GLOBAL.has(name) &&
    !isReservedName(name) &&
    !RUNTIME_TYPES.some((each) => each === name);
  const candidates = shapes.map(({ id, paths }): Candidate => {
    const path = commonPath(paths);
    return { id, paths, path, length: leastLength(path) };
  });
  // Adds words to both declarations with the same name, until each is unique or has no more words.
  for (let hasGrown = true; hasGrown;) {
    hasGrown = clashing(candidates, isFree).filter(takesMore).length > 0;
  }
  return numbered(candidates, isFree);
}

/** Adds another word of the path, or uses another path; returns false if no other exists. */
function takesMore(candidate: Candidate): boolean {
  if (candidate.length < candidate.path.length) {
    candidate.length++;
    return true;
  }
  const path = shortest(candidate.paths);
  if (path.join('.') === candidate.path.join('.')) return false;
  candidate.path = path;
  candidate.length = leastLength(path);
  return true;
}

/**
 * The common end of all paths to a type: `livenessProbe` and `startupProbe` are a `Probe`, the status of an
 * HTTPRoute and of a TCPRoute is a `RouteStatus`. Uses the shortest path if the common end is too generic.
 */
function commonPath(paths: readonly ShapePath[]): ShapePath {
  const path = shortest(paths);
  const common: string[] = [];
  for (let end = 1; end <= path.length; end++) {
    const steps = paths.map((each) => each.at(-end) ?? '');
    const word = commonWords(steps);
    if (word !== '') common.unshift(word);
    // Before the first different step, paths only have words in common, not whole fields.
    if (end > 1 && steps.some((step) => step !== word)) break;
    if (word === '') break;
  }
  const isVague = common.length < 2 && VAGUE.has(common[0] ?? '');
  return common.length === 0 || isVague ? path : common;
}

/** The words at the end of all names; a name starts with a letter, so it cannot start with a digit. */
function commonWords(names: readonly string[]): string {
  const [first = [], ...others] = names.map(wordsOf);
  const from = first.findIndex((word, index) => {
    if (!/^[A-Z]/.test(word)) return false;
    const end = first.slice(index).join(' ');
    return others.every((words) => words.slice(index - first.length).join(' ') === end);
  });
  return from === -1 ? '' : first.slice(from).join('');
}

const wordsOf = (name: string): string[] => name.match(/[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+/g) ?? [];

/** The shortest path describes a type best; of equal lengths, the first in alphabetical order. */
function shortest(paths: readonly ShapePath[]): ShapePath {
  const weight = (path: ShapePath): number => path.join('').length;
  const before = (a: ShapePath, b: ShapePath): number =>
    a.length - b.length || weight(a) - weight(b) || (a.join('.') < b.join('.') ? -1 : 1);
  return [...paths].sort(before)[0] ?? [];
}

/** The spec of a kind is named after both. */
function leastLength(path: ShapePath): number {
  const isVague = VAGUE.has(path.at(-1) ?? '');
  return isVague ? Math.min(2, path.length) : 1;
}

const nameOf = ({ path, length }: Candidate): string => path.slice(-length).join('');

function clashing(
  candidates: readonly Candidate[],
  isFree: (name: string) => boolean,
): Candidate[] {
  const counts = new Map<string, number>();
  for (const candidate of candidates) {
    const name = nameOf(candidate);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return candidates.filter((each) => (counts.get(nameOf(each)) ?? 0) > 1 || !isFree(nameOf(each)));
}

/** Names that are still ambiguous with the whole path are numbered. */
function numbered(
  candidates: readonly Candidate[],
  isFree: (name: string) => boolean,
): Map<string, string> {
  const names = new Map<string, string>();
  const used = new Set<string>();
  const sorted = [...candidates].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const clashes = new Set(clashing(candidates, isFree));
  for (const each of sorted) if (!clashes.has(each)) used.add(nameOf(each));
  for (const candidate of sorted) {
    const name = nameOf(candidate);
    let free = name;
    for (let n = 2; clashes.has(candidate) && (used.has(free) || !isFree(free)); n++) {
      free = `${name}${n}`;
    }
    used.add(free);
    names.set(candidate.id, free);
  }
  return names;
}
