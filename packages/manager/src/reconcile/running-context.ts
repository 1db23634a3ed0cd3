import type { Logger, ObjectKey } from '@vmgen/runtime';
import { childAbort, type Random } from '@vmgen/runtime/async';
import { createFullClient } from '@vmgen/runtime/internal';
import type { Claim } from '../election/claim.js';
import type { EffectObserver } from './controller-host.js';
import type { KeyContext } from './reconcile-context.js';
import type { RunningReconcile } from './running-reconciles.js';

/** What a context consists of, besides its key and its reconcile. */
export interface ContextParts extends Pick<KeyContext, 'logger' | 'random'> {
  readonly claim: Claim;
  readonly onEffect: EffectObserver | undefined;
}

/**
 * The context of a running reconcile. A class, because V8 takes a microsecond to create an object
 * from a literal with a getter.
 */
export class RunningContext implements KeyContext {
  readonly key: ObjectKey;
  readonly logger: Logger;
  readonly reconcileId: string;
  readonly transport: RunningReconcile;
  declare readonly signal: AbortSignal;
  readonly client: KeyContext['client'];
  readonly effect: KeyContext['effect'];
  readonly random: Random;

  constructor(
    key: ObjectKey,
    running: RunningReconcile,
    { claim, logger, random, onEffect }: ContextParts,
  ) {
    this.key = key;
    this.logger = logger;
    this.reconcileId = running.reconcileId;
    this.transport = running;
    this.client = (resource, namespace) => createFullClient(running, resource, namespace);
    const { inputs } = running;
    this.effect = <R>(...effect: NamedOrNot<R>) => {
      const run = () => effectOf(running, claim, effect, onEffect);
      return inputs === undefined ? run() : inputs.effect(run);
    };
    this.random = inputs === undefined ? random : () => inputs.random();
    Object.defineProperty(this, 'signal', SIGNAL);
  }
}

/** A property of each context, so that copies of the context contain it. Created with the first use. */
const SIGNAL: PropertyDescriptor & ThisType<RunningContext> = {
  enumerable: true,
  get() {
    return this.transport.signal;
  },
};

type Run<R> = (signal: AbortSignal) => Promise<R> | R;
type NamedOrNot<R> = [run: Run<R>] | [kind: string, key: string, run: Run<R>];

/** Runs an effect whose signal also aborts with the reconcile. */
function effectOf<R>(
  running: RunningReconcile,
  claim: Claim,
  effect: NamedOrNot<R>,
  onEffect: EffectObserver | undefined,
): Promise<R> {
  return claim.effect(async (leading) => {
    const either = childAbort(leading, running.signal);
    try {
      if (effect.length === 1) return await effect[0](either.signal);
      const [kind, key, run] = effect;
      if (onEffect === undefined) return await run(either.signal);
      return await onEffect(`${kind} ${key}`.trimEnd(), async () => run(either.signal));
    } finally {
      either.abort();
    }
  });
}
