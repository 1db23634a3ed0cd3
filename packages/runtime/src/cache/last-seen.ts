import { VmgenError } from '../errors/vmgen-error.js';
import { errorText } from '../logging/error-text.js';
import { quote } from '../logging/quote.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { KubernetesObject } from '../meta/types.js';
import { statusOf } from '../meta/waited-object.js';

type Seen = DeepReadonly<KubernetesObject>;

/** The last state that a wait for an object has seen, for the message of its timeout. */
export class LastSeen {
  #describe = (): string => 'no response from the server';
  #failure: unknown;

  /** Records the state of the object; undefined if it does not exist. */
  see(object: Seen | undefined): void {
    this.#describe = () => (object === undefined ? 'does not exist' : describe(object));
    this.#failure = undefined;
  }

  /** Records a failed request. */
  fail(error: unknown): void {
    this.#describe = () => `could not be read: ${errorText(error)}`;
    this.#failure = error;
  }

  /** Creates the error of a wait that timed out. */
  timeoutError(message: string): VmgenError {
    const options = this.#failure === undefined ? {} : { cause: this.#failure };
    return new VmgenError('ERR_VMGEN_TIMEOUT', `${message}: ${this.#describe()}`, options);
  }
}

/**
 * Such as `exists ("Ready=False (Starting)"); deletion blocked by finalizers "example.com/disk"`.
 */
function describe(object: Seen): string {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  const conditions = conditionsOf(object).join(', ');
  const holders = finalizers.map(quote).join(', ');
  const state = conditions === '' ? '' : ` (${quote(conditions)})`;
  const blocked = holders === '' ? 'being deleted' : `deletion blocked by finalizers ${holders}`;
  const end = deletionTimestamp === undefined ? '' : `; ${blocked}`;
  return `exists${state}${end}`;
}

/** Formats each condition with its reason, and with its generation if that is outdated. */
function conditionsOf(object: Seen): string[] {
  const { conditions, observedGeneration } = statusOf(object);
  const { generation } = object.metadata;
  // A kind may have another field with this name.
  if (!Array.isArray(conditions)) return [];
  return conditions.map(
    ({ type, status, reason, observedGeneration: observed = observedGeneration }) => {
      const why = reason === undefined ? '' : ` (${reason})`;
      const isOld = observed !== undefined && generation !== undefined && observed < generation;
      return `${type}=${status}${why}${isOld ? ` for generation ${observed}, not ${generation}` : ''}`;
    },
  );
}
