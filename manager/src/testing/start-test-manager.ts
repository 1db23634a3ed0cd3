import { setImmediate as turn } from 'node:timers/promises';
import { VmgenError, type Transport } from '@vmgen/runtime';
import { createManager, type Manager, type ManagerOptions } from '../manager.js';

/** Options of {@link startTestManager}: those of the manager, without a server and an election. */
export interface TestManagerOptions extends Omit<
  ManagerOptions,
  'name' | 'server' | 'leaderElection'
> {
  /** Defaults to `test-operator`. */
  readonly name?: string;
}

/** A running manager of a test. */
export interface TestManager extends AsyncDisposable {
  /** The manager, for its state. */
  readonly manager: Manager;
  /**
   * Resolves when the manager has nothing to do: no queued key, no running reconcile, and no write
   * that its caches have not received. Delayed keys do not count. Rejects with the error of the
   * manager if it has failed, and with a `VmgenError` (`ERR_VMGEN_TIMEOUT`) after 10,000 turns of
   * the event loop.
   */
  idle(): Promise<void>;
  /** Stops the manager. Rejects with its error if it has failed. */
  stop(): Promise<void>;
}

/** The manager is idle if it has nothing to do in so many consecutive turns of the event loop. */
const QUIET_TURNS = 20;
const MAX_TURNS = 10_000;

/**
 * Starts a manager over the transport of a test, such as `clientset.fake`. Pass `createFakeClock()`
 * of `@vmgen/runtime/testing` as `clock` to control delays.
 *
 * @example
 * await using operator = startTestManager(clientset.fake, setUpSites);
 * await siteClient.create({ metadata: { name: 'shop' }, spec: { html: '', secretName: 'shop' } });
 * await operator.idle();
 * console.log(await deploymentClient.find('shop'));
 */
export function startTestManager(
  transport: Transport,
  setUp: (manager: Manager) => void,
  options: TestManagerOptions = {},
): TestManager {
  const manager = createManager(transport, {
    name: 'test-operator',
    ...options,
    leaderElection: false,
  });
  setUp(manager);
  const stopping = new AbortController();
  let failure: { readonly error: unknown } | undefined;
  const running = manager.run({ signal: stopping.signal }).catch((error: unknown) => {
    failure = { error };
  });
  const throwFailure = (): void => {
    if (failure !== undefined) throw failure.error;
  };
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
    throwFailure();
  };
  return {
    manager,
    stop,
    [Symbol.asyncDispose]: stop,
    async idle() {
      for (let turns = 0, quiet = 0; turns < MAX_TURNS; turns++) {
        await turn();
        throwFailure();
        quiet = isBusy(manager) ? 0 : quiet + 1;
        if (quiet === QUIET_TURNS) return;
      }
      throw new VmgenError(
        'ERR_VMGEN_TIMEOUT',
        `the manager is not idle: ${JSON.stringify(manager.describe())}`,
      );
    },
  };
}

function isBusy(manager: Manager): boolean {
  const { caches, controllers } = manager.describe();
  return (
    caches.some(({ hasSynced, pendingWrites }) => !hasSynced || pendingWrites > 0) ||
    controllers.some(({ queued, running }) => queued > 0 || running.length > 0)
  );
}
