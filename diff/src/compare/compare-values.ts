import { compileSchema, type JSONSchemaProps } from '@vmgen/crd';
import { isRecognizedFormat } from '@vmgen/crd/internal';
import type { ChangeCode } from '../definitions/registry.js';
import { BOUNDS, type Bound } from './bounds.js';
import { canonical } from './canonical.js';
import { isWiderPattern } from './is-wider-pattern.js';
import { mayBe } from './parts-of.js';
import type { Place, SchemaPair } from './place.js';
import { shown, shownChange } from './shown.js';

/** Compares the constraints on values of a type. */
export function compareValues(pair: SchemaPair, place: Place): void {
  compareEnums(pair, place);
  let fits: boolean | undefined;
  const tighten = (code: ChangeCode, message: string, keyword: string): void => {
    fits ??= fitsAllOfEnum(pair);
    place.add(fits ? 'tightening-without-effect' : code, message, keyword);
  };
  for (const bound of BOUNDS) compareBound(bound, pair, place, tighten);
  comparePatterns(pair, place, tighten);
  compareFormats(pair, place, tighten);
}

type Tighten = (code: ChangeCode, message: string, keyword: string) => void;

function compareEnums({ old, new: next }: SchemaPair, place: Place): void {
  const grown = place.isStatus ? 'status-enum-grown' : 'enum-grown';
  const [former, values] = [old.enum ?? [], next.enum ?? []];
  if (values.length === 0) {
    if (former.length > 0) place.add(grown, `accepts any value besides ${shown(former)}`);
    return;
  }
  if (former.length === 0) {
    return place.add('enum-added', `must be one of ${shown(values)}`, 'enum');
  }
  const [before, after] = [new Set(former.map(canonical)), new Set(values.map(canonical))];
  const gone = former.filter((value) => !after.has(canonical(value)));
  const more = values.filter((value) => !before.has(canonical(value)));
  if (gone.length > 0) place.add('enum-shrunk', `no longer accepts ${list(gone)}`, 'enum');
  if (more.length > 0) place.add(grown, `also accepts ${list(more)}`, 'enum');
}

const list = (values: readonly unknown[]): string => values.map(shown).join(' or ');

function compareBound(
  bound: Bound,
  { old, new: next }: SchemaPair,
  place: Place,
  tighten: Tighten,
): void {
  const { keyword, types } = bound;
  if (!types.some((type) => mayBe(old, type) && mayBe(next, type))) return;
  const verdict = bound.compare(old, next);
  if (verdict === 'same') return;
  const description = `${keyword} ${bound.show(old)} -> ${bound.show(next)}`;
  if (verdict === 'tighter') tighten('bound-tightened', description, keyword);
  else place.add('bound-loosened', description, keyword);
}

function comparePatterns({ old, new: next }: SchemaPair, place: Place, tighten: Tighten): void {
  const [before = '', after = ''] = [old.pattern, next.pattern];
  if (before === after || !mayBe(old, 'string') || !mayBe(next, 'string')) return;
  if (after === '') return place.add('pattern-removed', `pattern ${shown(before)} was removed`);
  if (before === '') return tighten('pattern-added', `pattern ${shown(after)}`, 'pattern');
  if (isWiderPattern(before, after)) {
    return place.add('pattern-loosened', `pattern ${shownChange(before, after)}`, 'pattern');
  }
  tighten('pattern-changed', `pattern ${shownChange(before, after)}`, 'pattern');
}

/** Values of the first format also have the second one. */
const WIDER: readonly (readonly [string, string])[] = [
  ...['uuid3', 'uuid4', 'uuid5'].map((name) => [name, 'uuid'] as const),
  ...['isbn10', 'isbn13'].map((name) => [name, 'isbn'] as const),
  ['k8sshortname', 'k8slongname'],
];

function compareFormats({ old, new: next }: SchemaPair, place: Place, tighten: Tighten): void {
  const [before, after] = [enforced(old), enforced(next)];
  if (before === after) return;
  const description = `format ${old.format ?? 'none'} -> ${next.format ?? 'none'}`;
  const isWider = after === '' || WIDER.some(([a, b]) => a === before && b === after);
  if (isWider) place.add('format-loosened', description, 'format');
  else tighten('format-tightened', description, 'format');
}

/** Formats that keep no value of their type out. */
const IDLE: readonly string[] = ['int64', 'double', 'password'];

/**
 * The format that the server enforces, in a form for comparison; '' for none. Without a type, any format
 * rejects all values except strings.
 */
function enforced({ format = '', type, ...rest }: JSONSchemaProps): string {
  const typeOrText = rest['x-kubernetes-int-or-string'] === true ? 'string' : type;
  const isIdle =
    (IDLE.includes(format) && typeOrText !== undefined) || !isRecognizedFormat(format, typeOrText);
  return isIdle ? '' : format.replaceAll('-', '');
}

/** Whether the new schema accepts every value that both enums contain. */
function fitsAllOfEnum({ old, new: next }: SchemaPair): boolean {
  // To the server 1.5 is one of the integers in an enum of numbers.
  if (!old.enum?.length || mayBe(old, 'number')) return false;
  const allowed = new Set((next.enum?.length ? next.enum : old.enum).map(canonical));
  const values = old.enum.filter((value) => allowed.has(canonical(value)));
  const { 'x-kubernetes-validations': _, default: __, ...plain } = next;
  const schema = compileSchema({ type: 'object', properties: { value: plain } });
  return values.every((value) => schema.validate({ value }).length === 0);
}
