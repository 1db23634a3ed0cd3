import { VmgenError } from '../errors/vmgen-error.js';
import { errorText } from '../logging/error-text.js';
import { quote } from '../logging/quote.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { KubernetesObject } from '../meta/types.js';
import { statusOf } from '../meta/wait-conditions.js';

type Seen = DeepReadonly<KubernetesObject>;

/** What a wait for an object saw last: of one that takes too long, people ask what there was instead. */
export class LastSeen {
  #say = (): string => 'nothing was seen of it';
  #failure: unknown;

  /** The object is so now; undefined where there is none. */
  see(object: Seen | undefined): void {
    this.#say = () => (object === undefined ? 'there is none' : describe(object));
    this.#failure = undefined;
  }

  /** The server could not be asked. */
  fail(error: unknown): void {
    this.#say = () => `it could not be read: ${errorText(error)}`;
    this.#failure = error;
  }

  /** The error of a wait whose time is up. */
  late(complaint: string): VmgenError {
    const options = this.#failure === undefined ? {} : { cause: this.#failure };
    return new VmgenError('ERR_VMGEN_TIMEOUT', `${complaint}: ${this.#say()}`, options);
  }
}

/** `it is there, with "Ready=False (Starting)", and is being deleted, held by "example.com/disk"`. */
function describe(object: Seen): string {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  const conditions = conditionsOf(object).join(', ');
  const holders = finalizers.map(quote).join(', ');
  const state = conditions === '' ? '' : `, with ${quote(conditions)}`;
  const held = holders === '' ? '' : `, held by ${holders}`;
  const end = deletionTimestamp === undefined ? '' : `, and is being deleted${held}`;
  return `it is there${state}${end}`;
}

/** Each with its reason, and on which generation it was judged where there is a newer one. */
function conditionsOf(object: Seen): string[] {
  const { conditions, observedGeneration } = statusOf(object);
  const { generation } = object.metadata;
  // A kind may call anything else so.
  if (!Array.isArray(conditions)) return [];
  return conditions.map(
    ({ type, status, reason, observedGeneration: judged = observedGeneration }) => {
      const why = reason === undefined ? '' : ` (${reason})`;
      const isOld = judged !== undefined && generation !== undefined && judged < generation;
      return `${type}=${status}${why}${isOld ? ` of generation ${judged}, not ${generation}` : ''}`;
    },
  );
}
