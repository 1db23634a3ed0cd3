import { LIST_CREATE, MAP_CREATE } from '../cost/weights.js';
import { ValueMap } from '../values/value-map.js';
import { ArrayList, CelError, Optional, typeNameOf, Uint, type CelValue } from '../values/value.js';
import { charge, constantPlan, emptyFrame, type Frame, type Plan } from './plan.js';

/** An entry of a map. */
interface EntryPlan {
  readonly key: Plan;
  readonly value: Plan;
  readonly optional: boolean;
}

/** Creates a list of these elements. Omits optional elements that are empty. */
export function listPlan(elements: readonly Plan[], isOptional: readonly boolean[]): Plan {
  return constructorPlan(elements, (frame) => buildList(elements, isOptional, frame), LIST_CREATE);
}

/** Creates a map of these entries. Omits optional entries that are empty. */
export function mapPlan(entries: readonly EntryPlan[]): Plan {
  const parts = entries.flatMap((entry) => [entry.key, entry.value]);
  return constructorPlan(parts, (frame) => buildMap(entries, frame), MAP_CREATE);
}

/** Creates lists and maps of constants once. */
function constructorPlan(
  parts: readonly Plan[],
  build: (frame: Frame) => CelValue,
  cost: number,
): Plan {
  if (parts.every((part) => part.constant !== undefined)) {
    return constantPlan(build(emptyFrame()));
  }
  return {
    run(frame) {
      const value = build(frame);
      charge(frame, cost);
      return value;
    },
  };
}

function buildList(
  elements: readonly Plan[],
  isOptional: readonly boolean[],
  frame: Frame,
): CelValue {
  const items: CelValue[] = [];
  for (const [i, element] of elements.entries()) {
    const value = element.run(frame);
    if (value instanceof CelError) return value;
    if (isOptional[i] !== true) items.push(value);
    else if (!(value instanceof Optional)) return notOptional('list element', value);
    else if (value.value !== undefined) items.push(value.value);
  }
  return new ArrayList(items);
}

const notOptional = (what: string, value: CelValue): CelError =>
  new CelError(`cannot initialize optional ${what} from non-optional value ${typeNameOf(value)}`);

function buildMap(entries: readonly EntryPlan[], frame: Frame): CelValue {
  const map = new ValueMap();
  for (const entry of entries) {
    const key = entry.key.run(frame);
    if (key instanceof CelError) return key;
    const value = entry.value.run(frame);
    if (value instanceof CelError) return value;
    if (!isKey(key)) return new CelError(`unsupported key type: ${typeNameOf(key)}`);
    if (!entry.optional) map.set(key, value);
    else if (!(value instanceof Optional)) return notOptional('entry', value);
    else if (value.value === undefined) map.delete(key);
    else map.set(key, value.value);
  }
  return map;
}

const isKey = (key: CelValue): boolean =>
  ['string', 'boolean', 'bigint', 'number'].includes(typeof key) || key instanceof Uint;
