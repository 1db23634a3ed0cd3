import { canHave, FAULTS, LEADER_FAULTS, type Effect, type Fault } from './effects.js';
import type { Plan } from './plan.js';

/** A second crash happens at one of so many effects after the first. */
const PAIR_DISTANCE = 4;
/** One plan of so many runs to the end of the workload. */
const TO_END = 10;

/** A step of the run without faults. */
interface ExploredStep {
  readonly step: string;
  readonly effects: readonly Effect[];
  /** The kinds of which an event has arrived after an effect, and before the next one. */
  readonly arrived: ReadonlyMap<Effect, ReadonlySet<string>>;
}

/** Which plans are wanted; see `ExploreOptions`. */
interface WantedPlans {
  readonly faults?: readonly Fault[];
  readonly pairs?: boolean;
  readonly replicas?: number;
  readonly shard?: { readonly index: number; readonly count: number };
}

/** Returns the plans of an exploration, or of its shard, in their order. */
export function* plansOf(steps: readonly ExploredStep[], wanted: WantedPlans): Generator<Plan> {
  const { index, count } = wanted.shard ?? { index: 1, count: 1 };
  let position = 0;
  for (const plan of allPlansOf(steps, wanted)) {
    // Another place in each ten, so that shards have about as many such plans.
    const isToEnd = position % TO_END === Math.floor(position / TO_END) % TO_END;
    const hasLater = plan.step !== steps.at(-1)?.step;
    if (position % count === index - 1) yield isToEnd && hasLater ? { ...plan, toEnd: true } : plan;
    position++;
  }
}

function* allPlansOf(
  steps: readonly ExploredStep[],
  { pairs = false, replicas = 1, faults = replicas > 1 ? LEADER_FAULTS : FAULTS }: WantedPlans,
): Generator<Plan> {
  // The same fault at all effects first: a defect is often found by the first kind of fault.
  for (const fault of faults) {
    for (const { step, effects, arrived } of fault === 'a step late' ? steps.slice(0, -1) : steps) {
      for (const effect of effects) {
        if (fault === 'held watch') {
          // A watch without an event until the next effect is also held from there.
          for (const watch of arrived.get(effect) ?? []) {
            yield { step, faults: [{ ...effect, fault, watch }] };
          }
        } else if (canHave(effect, fault)) yield { step, faults: [{ ...effect, fault }] };
      }
    }
  }
  if (pairs) yield* pairsOf(steps);
}

function* pairsOf(steps: readonly ExploredStep[]): Generator<Plan> {
  for (const { step, effects } of steps) {
    for (const [index, first] of effects.entries()) {
      for (const second of effects.slice(index + 1, index + 1 + PAIR_DISTANCE)) {
        for (const fault of ['crash before', 'crash after'] as const) {
          const faults = [{ ...first, fault: 'crash after' } as const, { ...second, fault }];
          yield { step, faults };
        }
      }
    }
  }
}
