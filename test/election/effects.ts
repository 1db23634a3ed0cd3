import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** One side effect as its server saw it. Times are milliseconds of the machine's monotonic clock. */
export interface Effect {
  readonly identity: string;
  readonly transitions: number;
  /** Not later than when its process was last sure to lead. */
  readonly checkedMs: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** What a process sends for an effect. */
export interface EffectRequest extends Pick<Effect, 'identity' | 'transitions'> {
  readonly lease: string;
  /** {@link Effect.checkedMs} as `process.hrtime.bigint()` has it. */
  readonly checkedNs: string;
}

/** How long the server takes for an effect. */
const WORK_MS = 5;

/** The one place that all effects reach: a server that writes down who did what and when. */
export class EffectServer {
  readonly #byLease = new Map<string, Effect[]>();
  readonly #server = createServer((request, response) => {
    const startMs = machineMs();
    this.#carryOut(request, startMs).then(
      () => response.end(),
      () => response.destroy(),
    );
  });

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** The effects under one lease so far, in the order of their ends. */
  of(lease: string): Effect[] {
    const known = this.#byLease.get(lease) ?? [];
    this.#byLease.set(lease, known);
    return known;
  }

  async #carryOut(request: IncomingMessage, startMs: number): Promise<void> {
    const { lease, identity, transitions, checkedNs } = JSON.parse(
      await text(request),
    ) as EffectRequest;
    await wait(WORK_MS);
    const checkedMs = Number(checkedNs) / 1e6;
    this.of(lease).push({ identity, transitions, checkedMs, startMs, endMs: machineMs() });
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** The clock that `process.hrtime` shows in every process of the machine. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
