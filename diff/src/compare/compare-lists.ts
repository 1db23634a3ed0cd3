import type { Place, SchemaPair } from './place.js';
import { shown } from './shown.js';

const TYPE = 'x-kubernetes-list-type';
const KEYS = 'x-kubernetes-list-map-keys';

/** How a list is merged, and what makes two of its items the same. */
export function compareLists({ old, new: next }: SchemaPair, place: Place): void {
  const [before, after] = [old[TYPE] ?? 'atomic', next[TYPE] ?? 'atomic'];
  if (before !== after) {
    // Whatever became unique was not, or in another way.
    const code = after === 'atomic' ? 'list-topology-changed' : 'list-uniqueness-added';
    return place.add(code, `${before} -> ${after}`, TYPE);
  }
  if (after !== 'map') return;
  const [oldKeys, newKeys] = [old[KEYS] ?? [], next[KEYS] ?? []];
  const message = `keys ${shown(oldKeys)} -> ${shown(newKeys)}`;
  if (!oldKeys.every((key) => newKeys.includes(key))) {
    place.add('list-uniqueness-added', message, KEYS);
  } else if (newKeys.length > oldKeys.length) {
    place.add('list-topology-changed', message, KEYS);
  }
}
