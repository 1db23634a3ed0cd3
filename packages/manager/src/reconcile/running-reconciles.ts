import type { Clock, Transport, TransportRequest, TransportResponse } from '@vmgen/runtime';
import type { PendingWrite } from '@vmgen/runtime/cache';
import { LazyAbort, LazyRequest } from '@vmgen/runtime/internal';
import type { ClockTimer } from '@vmgen/runtime/async';
import type { Claim } from '../election/claim.js';
import type { RunInputs } from '../recordings/reconcile-inputs.js';
import type { WriteRecorder } from './record-writes.js';

interface RunningOptions {
  readonly clock: Clock;
  /** The time limit of a reconcile, in milliseconds; 0 means no limit. */
  readonly limitMs: number;
  /** Returns the error of a reconcile that exceeds the limit. */
  readonly onTimeout: () => Error;
  /** Called for a reconcile that has not ended {@link IGNORED_MS} after the limit. */
  readonly onIgnored: (key: string, reconcileId: string) => void;
  readonly recorder: WriteRecorder;
  /** Called for each recorded write of the reconcile of a key. */
  readonly onWrite: (key: string, write: PendingWrite) => void;
}

/** A reconcile that is still running this long after its limit ignores its signal. */
const IGNORED_MS = 1_000;

/** The running reconciles of a controller. They share one timer, because their limit is the same. */
export class RunningReconciles {
  readonly #options: RunningOptions;
  /** In the order of their start. */
  readonly #running = new Set<RunningReconcile>();
  #timer: ClockTimer | undefined;

  constructor(options: RunningOptions) {
    this.#options = options;
  }

  get all(): readonly RunningReconcile[] {
    return [...this.#running];
  }

  start(
    key: string,
    reconcileId: string,
    transport: Transport,
    claim: Pick<Claim, 'check'>,
    inputs: RunInputs | undefined,
  ): RunningReconcile {
    const { clock, limitMs } = this.#options;
    const startedMs = clock.nowMs();
    const started = new RunningReconcile(this.#options, transport, {
      key,
      reconcileId,
      startedMs,
      claim,
      inputs,
    });
    this.#running.add(started);
    if (limitMs > 0) this.#timer ??= clock.setTimer(limitMs, this.#checkLimits);
    return started;
  }

  end(ended: RunningReconcile): void {
    this.#running.delete(ended);
  }

  /** Returns the number of reconciles that have been running this much longer than the limit. */
  countLate(toleranceMs: number): number {
    const { clock, limitMs } = this.#options;
    if (limitMs === 0) return 0;
    const latestMs = clock.nowMs() - limitMs - toleranceMs;
    return this.all.filter(({ startedMs }) => startedMs <= latestMs).length;
  }

  /** Aborts all reconciles that are running. */
  abort(reason: unknown): void {
    for (const each of this.#running) each.abort(reason);
  }

  /** Stops the timer. */
  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  readonly #checkLimits = (): void => {
    const { clock, limitMs, onTimeout, onIgnored } = this.#options;
    this.#timer = undefined;
    let nextMs = Infinity;
    for (const each of this.#running) {
      if (each.isReported) continue;
      const leftMs = each.startedMs + limitMs - clock.nowMs();
      // A timer may fire a fraction of a millisecond early.
      if (leftMs < 1 && !each.aborted) each.abort(onTimeout());
      const ignoredMs = leftMs + IGNORED_MS;
      if (ignoredMs < 1) {
        each.isReported = true;
        onIgnored(each.key, each.reconcileId);
      } else nextMs = Math.min(nextMs, leftMs < 1 ? ignoredMs : leftMs);
    }
    if (nextMs < Infinity) this.#timer = clock.setTimer(nextMs, this.#checkLimits);
  };
}

type StartedReconcile = Pick<
  RunningReconcile,
  'key' | 'reconcileId' | 'startedMs' | 'claim' | 'inputs'
>;

/**
 * A running reconcile, and the transport of its requests: they abort with the reconcile, writes reject
 * when its claim is lost, and the caches record the responses to them.
 */
class RunningReconcile extends LazyAbort implements Transport {
  readonly key: string;
  readonly reconcileId: string;
  readonly startedMs: number;
  readonly claim: Pick<Claim, 'check'>;
  /** Undefined without recordings. */
  readonly inputs: RunInputs | undefined;
  readonly upgrade?: NonNullable<Transport['upgrade']>;
  readonly freezeObjects?: boolean;
  /** Whether it was reported that it ignores its signal. */
  isReported = false;
  readonly #options: RunningOptions;
  readonly #transport: Transport;

  constructor(
    options: RunningOptions,
    transport: Transport,
    { key, reconcileId, startedMs, claim, inputs }: StartedReconcile,
  ) {
    super();
    const { freezeObjects } = transport;
    this.key = key;
    this.reconcileId = reconcileId;
    this.startedMs = startedMs;
    this.claim = claim;
    this.inputs = inputs;
    this.#options = options;
    this.#transport = transport;
    if (freezeObjects !== undefined) this.freezeObjects = freezeObjects;
    const upgrade = transport.upgrade?.bind(transport);
    if (upgrade === undefined) return;
    this.upgrade = (request) =>
      upgrade({
        ...request,
        signal: request.signal ?? this.signal,
        beforeSend: () => {
          claim.check();
          request.beforeSend?.();
        },
      });
  }

  override abort(reason: unknown): void {
    if (!this.aborted) this.inputs?.aborted(reason);
    super.abort(reason);
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const { recorder, onWrite } = this.#options;
    const onOwnWrite = (write: PendingWrite): void => onWrite(this.key, write);
    let sends = 0;
    const isWrite = request.method !== 'GET';
    const beforeSend = (): void => {
      // First, because the others count what is sent.
      if (isWrite) this.claim.check();
      request.beforeSend?.();
      sends++;
    };
    const onRejected = (): void => {
      request.onRejected?.();
      sends--;
    };
    try {
      const own = new LazyRequest(request, request.signal ?? this, beforeSend, onRejected);
      const { inputs } = this;
      const response = await (inputs === undefined
        ? this.#transport.request(own)
        : inputs.send(own, (each) => this.#transport.request(each)));
      return await recorder.record(request, response, onOwnWrite, sends);
    } catch (error) {
      if (sends > 0) recorder.recordUnknown(request, onOwnWrite);
      throw error;
    }
  }
}

export type { RunningReconcile };
