import type { JSONSchemaProps } from '@vmgen/crd';
import type { Place, SchemaPair } from './place.js';
import { canonical } from './canonical.js';
import { fieldOf, hasDefault, typesOf } from './parts-of.js';

/** Compares allOf, anyOf, oneOf and not. */
export function compareJunctors(given: SchemaPair, place: Place): void {
  const pair = { old: withoutIntOrString(given.old), new: withoutIntOrString(given.new) };
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    const [old, next] = [pair.old[name] ?? [], pair.new[name] ?? []];
    const [before, after] = [new Set(old.map(canonical)), new Set(next.map(canonical))];
    const isGone = [...before].some((each) => !after.has(each));
    const isMore = [...after].some((each) => !before.has(each));
    if (name === 'oneOf' && before.size === after.size && old.length !== next.length) {
      // Duplicate alternatives count once.
      place.add('junctor-tightened', describe(name, old, next), name);
    } else if (isGone || isMore) {
      const code = codeOf(name, old.length, next.length, isGone, isMore);
      const added = next.filter((each) => !before.has(canonical(each)));
      const isApart =
        next.length === after.size &&
        typesOf(given.old)?.join() === 'object' &&
        added.every((each) => asksForNewField(each, given));
      const isOverlapping = code === 'one-of-grown' && !isApart;
      place.add(isOverlapping ? 'junctor-tightened' : code, describe(name, old, next), name);
    }
  }
  const [before, after] = [pair.old.not, pair.new.not];
  if (canonical(before) === canonical(after)) return;
  if (after === undefined) place.add('junctor-loosened', 'not: removed');
  else place.add('junctor-tightened', `not: ${before ? 'changed' : 'added'}`, 'not');
}

function codeOf(
  name: 'allOf' | 'anyOf' | 'oneOf',
  oldCount: number,
  newCount: number,
  isGone: boolean,
  isMore: boolean,
): 'junctor-tightened' | 'junctor-loosened' | 'one-of-grown' {
  if (newCount === 0) return 'junctor-loosened';
  if (oldCount === 0) return 'junctor-tightened';
  if (name === 'allOf') return isMore ? 'junctor-tightened' : 'junctor-loosened';
  if (isGone) return 'junctor-tightened';
  return name === 'oneOf' ? 'one-of-grown' : 'junctor-loosened';
}

/** Whether no object that was there before fits a schema: it lacks a field that the server did not keep. */
function asksForNewField(
  { required = [] }: JSONSchemaProps,
  { old, new: next }: SchemaPair,
): boolean {
  return required.some((name) => !fieldOf(old, name) && !hasDefault(fieldOf(next, name)));
}

function describe(
  name: string,
  old: readonly JSONSchemaProps[],
  next: readonly JSONSchemaProps[],
): string {
  if (old.length === 0) return `${name}: added`;
  if (next.length === 0) return `${name}: removed`;
  return `${name}: ${old.length} -> ${next.length} schemas, not all the same`;
}

const INT_OR_STRING = canonical([{ type: 'integer' }, { type: 'string' }]);

/** Alternatives that repeat the integer-or-string type have no effect. */
function withoutIntOrString(schema: JSONSchemaProps): JSONSchemaProps {
  if (schema['x-kubernetes-int-or-string'] !== true) return schema;
  const { anyOf, allOf, ...rest } = schema;
  const isIdle = canonical(anyOf) === INT_OR_STRING;
  const others = allOf?.filter((each) => canonical(each) !== `{"anyOf":${INT_OR_STRING}}`);
  return {
    ...rest,
    ...(anyOf && !isIdle ? { anyOf } : {}),
    ...(others && others.length > 0 ? { allOf: others } : {}),
  };
}
