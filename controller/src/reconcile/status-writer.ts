import type { Clock } from '@vmgen/runtime';
import type { ObjectContext } from '@vmgen/manager';
import type { VirtualMachine } from '../../../apis/cloudnative/v1alpha1/types.js';
import { createVirtualMachineClient } from '../../../generated/cloudnative/v1alpha1/client.js';
import type { CachedMachine } from './cached-machine.js';
import type { Observation } from './observations.js';
import { nextStatus } from './machine-status.js';

/** The field manager of the controller (server-side apply). */
const FIELD_MANAGER = 'vm-controller';

type Context = Pick<ObjectContext<VirtualMachine, 'Namespaced'>, 'transport' | 'signal' | 'event'>;

/** Writes the results of one reconcile and keeps the written object. */
export class StatusWriter {
  readonly #context: Context;
  readonly #clock: Clock;
  #vm: CachedMachine;

  constructor(vm: CachedMachine, context: Context, clock: Clock) {
    this.#vm = vm;
    this.#context = context;
    this.#clock = clock;
  }

  /** The last read or written object. */
  get vm(): CachedMachine {
    return this.#vm;
  }

  /** Writes an observation as the status, unless the status is up to date. */
  async report(observation: Observation): Promise<void> {
    const status = nextStatus(this.#vm, observation, this.#clock.date());
    if (status === undefined) return;
    const { name, namespace, uid } = this.#vm.metadata;
    // Because of the UID, the server rejects the write for another object with the same name.
    const { transport, signal } = this.#context;
    this.#vm = await createVirtualMachineClient(transport, namespace).applyStatus(
      { metadata: { name, namespace, uid }, status },
      { fieldManager: FIELD_MANAGER, force: true, signal },
    );
    if (observation.phase === 'Failed' || observation.phase === 'Unknown') {
      this.#context.event({
        type: 'Warning',
        reason: observation.reason,
        action: 'Reconcile',
        note: observation.message,
      });
    }
  }

  /** Records a normal event on the object. */
  recordEvent(reason: string, action: string, note: string): void {
    this.#context.event({ type: 'Normal', reason, action, note });
  }
}
