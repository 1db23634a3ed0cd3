import { RUNTIME_TYPES } from '#generator/sources/runtime-types.js';
import { isReservedName } from '#generator/model/reserved-names.js';
import type { DeclaredShape } from './declarations.js';
import type { ShapePath } from './schema-shape.js';

/** Words that say little alone: the word before them is always said. */
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
  /** How many words of the path make the name. */
  length: number;
}

/**
 * Names declarations by where they are used: by as few of the last words of the path as tell them apart.
 *
 * @param taken names that are not to be had, such as those of the kinds
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
  // Two of one name both take more of their paths, until each has its own or none has more.
  for (let hasGrown = true; hasGrown;) {
    hasGrown = clashing(candidates, isFree).filter(takesMore).length > 0;
  }
  return numbered(candidates, isFree);
}

/** Takes another word of the path, or another path; false where there is none left. */
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
 * What all ways to a type end with: `livenessProbe` and `startupProbe` are a `Probe`, the status of an
 * HTTPRoute and of a TCPRoute is a `RouteStatus`. The shortest way where that says too little.
 */
function commonPath(paths: readonly ShapePath[]): ShapePath {
  const path = shortest(paths);
  const common: string[] = [];
  for (let end = 1; end <= path.length; end++) {
    const steps = paths.map((each) => each.at(-end) ?? '');
    const word = commonWords(steps);
    if (word !== '') common.unshift(word);
    // Before a step that differs the ways have nothing in common but its words, the field's own aside.
    if (end > 1 && steps.some((step) => step !== word)) break;
    if (word === '') break;
  }
  const isVague = common.length < 2 && VAGUE.has(common[0] ?? '');
  return common.length === 0 || isVague ? path : common;
}

/** The words that all names end with; a name begins with a letter, so a digit does not begin it. */
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

/** The shortest way to a type says best what it is about; of two the first in the alphabet. */
function shortest(paths: readonly ShapePath[]): ShapePath {
  const weight = (path: ShapePath): number => path.join('').length;
  const before = (a: ShapePath, b: ShapePath): number =>
    a.length - b.length || weight(a) - weight(b) || (a.join('.') < b.join('.') ? -1 : 1);
  return [...paths].sort(before)[0] ?? [];
}

/** The spec of a kind is called after both. */
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

/** Those that whole paths do not tell apart get numbers. */
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
