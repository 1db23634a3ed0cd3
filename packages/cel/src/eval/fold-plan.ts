import { ValueMap } from '../values/value-map.js';
import {
  ArrayList,
  CelError,
  CelList,
  CelMap,
  GrowingList,
  typeNameOf,
  type CelValue,
} from '../values/value.js';
import type { Frame, Plan } from './plan.js';

/** The parts of a comprehension. */
interface Fold {
  readonly range: Plan;
  readonly init: Plan;
  readonly condition: Plan;
  readonly step: Plan;
  readonly result: Plan;
  /** Whether the fold has two variables. They use the slots after the accumulator. */
  readonly hasTwo: boolean;
  readonly accuSlot: number;
}

/** Iterates over a list or a map and accumulates a result. */
export function foldPlan(fold: Fold): Plan {
  const { accuSlot } = fold;
  // cel-go evaluates the initial value lazily. A fold that only binds a name may never evaluate it.
  const initial = (frame: Frame): CelValue => growable(fold.init.run(frame));
  return {
    run(frame) {
      const range = fold.range.run(frame);
      if (range instanceof CelError) return range;
      frame.pending[accuSlot] = initial;
      const entries = iterate(range, fold.hasTwo);
      if (entries === undefined)
        return new CelError(`got '${goTypeName(range)}', expected iterable type`);
      for (const [first, second] of entries) {
        frame.slots[accuSlot + 1] = first;
        if (second !== undefined) frame.slots[accuSlot + 2] = second;
        const goesOn = fold.condition.run(frame);
        if (typeof goesOn === 'boolean' && !goesOn) break;
        frame.slots[accuSlot] = fold.step.run(frame);
        frame.pending[accuSlot] = undefined;
      }
      return settled(fold.result.run(frame));
    },
  };
}

/** The name of the value's type in cel-go. */
function goTypeName(value: CelValue): string {
  const name = typeNameOf(value).replace(/^.*\./, '');
  return `types.${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Replaces an initial list or map that is empty with one that grows in place. */
function growable(init: CelValue): CelValue {
  if (init instanceof ArrayList && init.size === 0) return new GrowingList();
  return init instanceof ValueMap && init.size === 0 ? new ValueMap() : init;
}

const settled = (value: CelValue): CelValue =>
  value instanceof GrowingList ? new ArrayList(value.items) : value;

function* pairs(range: CelList): Generator<[CelValue, CelValue]> {
  for (let i = 0; i < range.size; i++) yield [BigInt(i), range.at(i)];
}

/** Iterates over the items of a list or the keys of a map, or over both with two variables. */
function iterate(
  range: CelValue,
  hasTwo: boolean,
): Iterable<readonly [CelValue, CelValue?]> | undefined {
  if (range instanceof CelList) {
    return hasTwo ? pairs(range) : [...range].map((item): [CelValue] => [item]);
  }
  if (!(range instanceof CelMap)) return undefined;
  return range.keys().map((key) => (hasTwo ? [key, range.find(key) ?? null] : [key]));
}
