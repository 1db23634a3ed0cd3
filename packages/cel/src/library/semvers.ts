import { byteLength } from '@vmgen/base/bytes';
import { CelError, CelObject, noSuchOverload, type CelValue } from '../values/value.js';
import type { CelFunction } from './function-library.js';

/** Kubernetes' library of semantic versions (github.com/blang/semver). */

class Semver extends CelObject {
  readonly typeName = 'kubernetes.Semver';
  readonly core: readonly bigint[];
  readonly pre: readonly string[];
  readonly build: readonly string[];

  constructor(core: readonly bigint[], pre: readonly string[], build: readonly string[]) {
    super();
    this.core = core;
    this.pre = pre;
    this.build = build;
  }

  override equals(other: Semver): boolean {
    return compare(this, other) === 0;
  }
}

function compare(a: Semver, b: Semver): number {
  for (const [i, part] of a.core.entries()) {
    const other = b.core[i] ?? 0n;
    if (part !== other) return part < other ? -1 : 1;
  }
  if (a.pre.length === 0 || b.pre.length === 0) {
    return Math.sign(Number(a.pre.length === 0) - Number(b.pre.length === 0));
  }
  for (let i = 0; i < Math.min(a.pre.length, b.pre.length); i++) {
    const order = compareIdentifiers(a.pre[i] ?? '', b.pre[i] ?? '');
    if (order !== 0) return order;
  }
  return Math.sign(a.pre.length - b.pre.length);
}

/** Compares identifiers: numbers precede words. */
function compareIdentifiers(a: string, b: string): number {
  const [x, y] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (x !== y) return x ? -1 : 1;
  if (a === b) return 0;
  // Numbers have no leading zeros, so the longer one is greater.
  if (x && a.length !== b.length) return a.length < b.length ? -1 : 1;
  return a < b ? -1 : 1;
}

const PART_NAMES = ['Major', 'Minor', 'Patch'];

function parse(text: string): Semver | CelError {
  if (text === '') return new CelError('Version string empty');
  const parts = splitInThree(text);
  if (parts.length !== 3) return new CelError('No Major.Minor.Patch elements found');
  const [patchPart, build] = splitOnce(parts[2] ?? '', '+');
  const [patch, pre] = splitOnce(patchPart, '-');
  const core: bigint[] = [];
  for (const [i, part] of [parts[0] ?? '', parts[1] ?? '', patch].entries()) {
    const problem = numberProblem(part, PART_NAMES[i] ?? '');
    if (problem !== undefined) return new CelError(problem);
    core.push(BigInt(part));
  }
  const problem = preProblem(pre) ?? buildProblem(build);
  if (problem !== undefined) return new CelError(problem);
  return new Semver(core, pre?.split('.') ?? [], build?.split('.') ?? []);
}

function numberProblem(part: string, name: string): string | undefined {
  if (!/^\d+$/.test(part)) {
    if (part === '') return `strconv.ParseUint: parsing "": invalid syntax`;
    return `Invalid character(s) found in ${name.toLowerCase()} number ${JSON.stringify(part)}`;
  }
  if (part.length > 1 && part.startsWith('0')) {
    return `${name} number must not contain leading zeroes ${JSON.stringify(part)}`;
  }
  if (part.length <= 20 && BigInt.asUintN(64, BigInt(part)) === BigInt(part)) return undefined;
  return `strconv.ParseUint: parsing ${JSON.stringify(part)}: value out of range`;
}

function preProblem(pre: string | undefined): string | undefined {
  for (const part of pre?.split('.') ?? []) {
    if (part === '') return 'Prerelease is empty';
    if (/^0\d+$/.test(part)) {
      return `Numeric PreRelease version must not contain leading zeroes ${JSON.stringify(part)}`;
    }
    if (!/^[0-9A-Za-z-]+$/.test(part)) {
      return `Invalid character(s) found in prerelease ${JSON.stringify(part)}`;
    }
  }
  return undefined;
}

function buildProblem(build: string | undefined): string | undefined {
  for (const part of build?.split('.') ?? []) {
    if (part === '') return 'Build meta data is empty';
    if (!/^[0-9A-Za-z-]+$/.test(part)) {
      return `Invalid character(s) found in build meta data ${JSON.stringify(part)}`;
    }
  }
  return undefined;
}

/** Splits `a.b.c.d` into `a`, `b` and `c.d`. */
function splitInThree(text: string): string[] {
  const [a, rest] = splitOnce(text, '.');
  if (rest === undefined) return [a];
  const [b, c] = splitOnce(rest, '.');
  return c === undefined ? [a, b] : [a, b, c];
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Accepts common deviations: a leading `v`, leading zeros, missing parts. */
function parseLeniently(text: string): Semver | CelError {
  const parts = splitInThree(text.replace(/^v/, '')).map((part) => {
    if (byteLength(part) < 2) return part;
    const stripped = part.replace(/^0+/, '');
    return /^\d/.test(stripped) ? stripped : `0${stripped}`;
  });
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? '')) {
    return new CelError('short version cannot contain PreRelease/Build meta data');
  }
  while (parts.length < 3) parts.push('0');
  return parse(parts.join('.'));
}

function read(text: CelValue | undefined, lenient: CelValue = false): Semver | CelError {
  if (typeof text !== 'string') return noSuchOverload;
  return lenient === true ? parseLeniently(text) : parse(text);
}

const part =
  (position: number): CelFunction =>
  ([version]) =>
    version instanceof Semver ? (version.core[position] ?? 0n) : noSuchOverload;
const comparing =
  (apply: (order: number) => CelValue): CelFunction =>
  ([a, b]) =>
    a instanceof Semver && b instanceof Semver ? apply(compare(a, b)) : noSuchOverload;

export const SEMVERS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ['string_to_semver', ([text]) => read(text)],
  ['string_bool_to_semver', ([text, lenient]) => read(text, lenient)],
  ['is_semver_string', ([text]) => read(text) instanceof Semver],
  ['is_semver_string_bool', ([text, lenient]) => read(text, lenient) instanceof Semver],
  ['semver_major', part(0)],
  ['semver_minor', part(1)],
  ['semver_patch', part(2)],
  ['semver_compare_to', comparing((order) => BigInt(order))],
  ['semver_is_greater_than', comparing((order) => order > 0)],
  ['semver_is_less_than', comparing((order) => order < 0)],
]);
