import type { Lease } from '../api/lease.js';
import { pause } from '../async/clock.js';
import type { FakeClock } from '../testing/fake-clock.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';

/** The state of the network between one client and the server. */
export interface Network {
  /** The delay of responses. */
  delayMs: number;
  /** Requests have no response and ignore their signal. */
  isHung: boolean;
  /** Requests fail immediately. */
  isCut: boolean;
  /** The server processes requests, and the responses are lost. */
  losesAnswers: boolean;
}

/** An API server with one Lease, and simulated network faults. */
export class LeaseServer {
  lease: Lease | undefined;
  /** The writes, as METHOD HOLDER. */
  readonly writes: string[] = [];
  /** When the Lease was read. */
  readonly readMs: number[] = [];
  /** When a watch was requested. */
  readonly watchedMs: number[] = [];
  /** The code with which watches are rejected; undefined if they are served. */
  rejectsWatches: number | undefined;
  /** The code with which reads are rejected; undefined if they are served. */
  rejectsReads: number | undefined;
  readonly #watches = new Set<(lease: Lease) => void>();
  readonly #clock: FakeClock;
  #version = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  /** Changes the Lease as another client would. */
  edit(spec: object | undefined): void {
    if (spec === undefined) this.lease = undefined;
    else this.#store({ ...this.lease, metadata: { name: 'lock', namespace: 'ns' }, spec });
  }

  get holder(): string | undefined {
    return this.lease?.spec?.holderIdentity;
  }

  /** Returns a transport for another client. */
  connect(network: Partial<Network> = {}): { transport: Transport; network: Network } {
    const whole = { delayMs: 0, isHung: false, isCut: false, losesAnswers: false, ...network };
    const transport = {
      request: (request: TransportRequest) => this.#travel(request, whole),
    };
    return { transport, network: whole };
  }

  async #travel(request: TransportRequest, network: Network): Promise<TransportResponse> {
    if (network.isCut) throw Object.assign(new Error('cut'), { code: 'ECONNREFUSED' });
    if (network.isHung) return await new Promise(() => {});
    const answer = this.#answer(request);
    if (network.losesAnswers) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    if (network.delayMs > 0) await pause(this.#clock, network.delayMs, request.signal);
    request.signal?.throwIfAborted();
    return answer;
  }

  #answer(request: TransportRequest): TransportResponse {
    if (request.path.includes('watch=')) return this.#watch(request);
    if (request.method === 'GET') {
      this.readMs.push(this.#clock.nowMs());
      if (this.rejectsReads !== undefined) return refusal(this.rejectsReads, 'Forbidden');
      return this.lease === undefined ? refusal(404, 'NotFound') : response(200, this.lease);
    }
    const sent: Lease = JSON.parse(String(request.body));
    if (request.method === 'POST' && this.lease !== undefined) {
      return refusal(409, 'AlreadyExists');
    }
    if (request.method === 'PUT') {
      if (this.lease === undefined) return refusal(404, 'NotFound');
      const { resourceVersion } = this.lease.metadata;
      if (sent.metadata.resourceVersion !== resourceVersion) return refusal(409, 'Conflict');
    }
    this.writes.push(`${request.method} ${sent.spec?.holderIdentity}`);
    return response(200, this.#store(sent));
  }

  #watch({ signal }: TransportRequest): TransportResponse {
    this.watchedMs.push(this.#clock.nowMs());
    if (this.rejectsWatches !== undefined) return refusal(this.rejectsWatches, 'Rejected');
    const waiting: Lease[] = this.lease === undefined ? [] : [this.lease];
    let wake = (): void => {};
    const add = (lease: Lease): void => {
      waiting.push(lease);
      wake();
    };
    const watches = this.#watches;
    watches.add(add);
    signal?.addEventListener('abort', () => wake());
    const body = (async function* () {
      while (signal?.aborted !== true) {
        const object = waiting.shift();
        if (object === undefined) await new Promise<void>((resolve) => (wake = resolve));
        else yield new TextEncoder().encode(`${JSON.stringify({ type: 'MODIFIED', object })}\n`);
      }
      watches.delete(add);
    })();
    return { ...response(200, {}), body };
  }

  /** The number of running watches. */
  get watches(): number {
    return this.#watches.size;
  }

  #store(lease: Lease): Lease {
    const resourceVersion = String(++this.#version);
    const stored = { ...lease, metadata: { ...lease.metadata, resourceVersion } };
    this.lease = stored;
    for (const add of this.#watches) add(stored);
    return stored;
  }
}

function refusal(code: number, reason: string): TransportResponse {
  const known = code === 403 ? 'Forbidden' : reason;
  const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason: known };
  return response(code, { ...body, message: reason });
}

function response(status: number, value: object): TransportResponse {
  const text = JSON.stringify(value);
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: (async function* () {
      yield new TextEncoder().encode(text);
    })(),
    text: async () => text,
  };
}
