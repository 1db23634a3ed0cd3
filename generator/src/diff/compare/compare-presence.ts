import { deepEqualJson } from '@vmgen/crd/internal/json';
import { hasDefault } from './parts-of.js';
import type { Place, SchemaPair } from './place.js';
import { shown } from './shown.js';

/** Whether a value may be null. */
export function compareNullable({ old, new: next }: SchemaPair, place: Place): void {
  const [was, is] = [old.nullable === true, next.nullable === true];
  if (was === is) return;
  if (is) return place.add('nullable-added', 'may be null', 'nullable');
  const isLost = place.isNeeded && !hasDefault(next);
  place.add(isLost ? 'nullable-removed' : 'null-dropped', 'may not be null any more');
}

/** What stands where nothing was given. */
export function compareDefaults({ old, new: next }: SchemaPair, place: Place): void {
  const [before, after] = [old.default ?? null, next.default ?? null];
  if (deepEqualJson(before, after)) return;
  if (before === null) return place.add('default-added', `default ${shown(after)}`, 'default');
  if (after !== null) {
    const message = `default ${shown(before)} -> ${shown(after)}`;
    return place.add('default-changed', message, 'default');
  }
  const code = place.isNeeded ? 'required-default-removed' : 'default-removed';
  place.add(code, `default ${shown(before)} -> none`);
}
