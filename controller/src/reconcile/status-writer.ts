import type { Clock, EventRecorder } from '@vmgen/runtime';
import type { VirtualMachineClient } from '../../../generated/cloudnative/v1alpha1/client.js';
import type { CachedMachine } from './cached-machine.js';
import type { Observation } from './observations.js';
import { nextStatus } from './machine-status.js';

/** The field manager of the controller (server-side apply). */
const FIELD_MANAGER = 'vm-controller';

/**
 * Writes the results of one reconcile and keeps the written object, because the cache is outdated.
 */
export class StatusWriter {
  readonly #client: VirtualMachineClient;
  readonly #recorder: Pick<EventRecorder, 'event'>;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #vm: CachedMachine;

  constructor(
    client: VirtualMachineClient,
    recorder: Pick<EventRecorder, 'event'>,
    clock: Clock,
    vm: CachedMachine,
    signal: AbortSignal,
  ) {
    this.#client = client;
    this.#recorder = recorder;
    this.#clock = clock;
    this.#vm = vm;
    this.#signal = signal;
  }

  /** The last read or written object. */
  get vm(): CachedMachine {
    return this.#vm;
  }

  /** Set after other writes of the object. */
  set vm(vm: CachedMachine) {
    this.#vm = vm;
  }

  /** Writes an observation as the status, unless the status is up to date. */
  async report(observation: Observation): Promise<void> {
    const status = nextStatus(this.#vm, observation, this.#clock.date());
    if (status === undefined) return;
    const { name, namespace, uid } = this.#vm.metadata;
    // Because of the UID, the server rejects the write for another object with the same name.
    this.#vm = await this.#client.applyStatus(
      { metadata: { name, namespace, uid }, status },
      { fieldManager: FIELD_MANAGER, force: true, signal: this.#signal },
    );
    if (observation.phase === 'Failed' || observation.phase === 'Unknown') {
      this.#recorder.event(this.#vm, {
        type: 'Warning',
        reason: observation.reason,
        action: 'Reconcile',
        note: observation.message,
      });
    }
  }

  /** Records a normal event on the object. */
  recordEvent(reason: string, action: string, note: string): void {
    this.#recorder.event(this.#vm, { type: 'Normal', reason, action, note });
  }
}
