import { deepEqualJson, type JsonObject } from '@vmgen/base/json';
import type { MutableRequest } from './admission-request.js';

/** The webhooks or policies of a request that run again in the second pass. Upstream: policyReinvokeContext. */
export class Reinvocation {
  /** The object after the last pass. */
  output: JsonObject | undefined;
  #invoked = new Set<string>();
  readonly #required = new Set<string>();

  /** Records that one with the reinvocation policy IfNeeded ran. */
  add(id: string): void {
    this.#invoked.add(id);
  }

  /** Requires all that ran before to run again. */
  require(): void {
    for (const id of this.#invoked) this.#required.add(id);
    this.#invoked = new Set();
  }

  includes(id: string): boolean {
    return this.#required.has(id);
  }
}

/** The state of each request between its first and second pass. */
export class Reinvocations {
  readonly #byRequest = new WeakMap<MutableRequest, Reinvocation>();

  /** Begins a pass. Other plugins may have changed the object before the second one. */
  begin(request: MutableRequest): Reinvocation {
    const state = this.#byRequest.get(request) ?? new Reinvocation();
    this.#byRequest.set(request, state);
    const { output = null } = state;
    if (request.isReinvocation && !deepEqualJson(output, request.object ?? null)) state.require();
    return state;
  }
}
