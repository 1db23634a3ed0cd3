import { RUNTIME_TYPES } from '../../sources/runtime-types.js';
import { isReservedName } from '../../model/reserved-names.js';
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
  readonly path: ShapePath;
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
  const named = shapes.map(({ id, paths }) => candidateOf(id, byCommonWords(paths)));
  const clashes = new Set(clashing(named, isFree));
  const candidates = shapes.map(({ id, paths }, index) => {
    const candidate = named[index];
    return candidate && !clashes.has(candidate) ? candidate : candidateOf(id, shortest(paths));
  });
  for (;;) {
    const longer = clashing(candidates, isFree).filter(({ length, path }) => length < path.length);
    if (longer.length === 0) break;
    for (const candidate of longer) candidate.length++;
  }
  return numbered(candidates, isFree);
}

const candidateOf = (id: string, path: ShapePath): Candidate => ({
  id,
  path,
  length: leastLength(path),
});

/** The shortest way, which ends with the words that all ways end with: `livenessProbe` is a `Probe`. */
function byCommonWords(paths: readonly ShapePath[]): ShapePath {
  const path = shortest(paths);
  const [first = [], ...others] = paths.map((each) => wordsOf(each.at(-1) ?? ''));
  const common = first.filter((_, index) => {
    const end = first.slice(index).join(' ');
    return others.every((words) => words.slice(index - first.length).join(' ') === end);
  });
  const word = common.join('');
  return word === '' || VAGUE.has(word) ? path : [...path.slice(0, -1), word];
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
