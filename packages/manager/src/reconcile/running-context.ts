import type { Logger, ObjectKey } from '@vmgen/runtime';
import { childAbort } from '@vmgen/runtime/async';
import { createFullClient } from '@vmgen/runtime/internal';
import type { Claim } from '../election/claim.js';
import type { KeyContext } from './reconcile-context.js';
import type { RunningReconcile } from './running-reconciles.js';

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

  constructor(key: ObjectKey, running: RunningReconcile, claim: Claim, logger: Logger) {
    this.key = key;
    this.logger = logger;
    this.reconcileId = running.reconcileId;
    this.transport = running;
    this.client = (resource, namespace) => createFullClient(running, resource, namespace);
    this.effect = (run) => effectOf(running, claim, run);
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

/** Runs an effect whose signal also aborts with the reconcile. */
function effectOf<R>(
  running: RunningReconcile,
  claim: Claim,
  run: (signal: AbortSignal) => Promise<R> | R,
): Promise<R> {
  return claim.effect(async (leading) => {
    const either = childAbort(leading, running.signal);
    try {
      return await run(either.signal);
    } finally {
      either.abort();
    }
  });
}
