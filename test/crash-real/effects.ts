import type { Child } from '../support/child.js';
import type { Fault, FaultProxy, ProxiedCall } from '../support/fault-proxy.js';

/** When the controller is killed. */
export interface CrashPoint {
  /** Before the first effect, while effect `number` is executed, or after it. */
  readonly moment: 'before' | 'in flight' | 'after';
  /** From 1. */
  readonly number: number;
}

/** The time without a call after which a process is idle. */
const QUIET_MS = 400;

/** The changes that a controller makes, as the proxies before both APIs see them. */
export class Effects {
  /** The names of the effects since the last call of `watch`. */
  names: string[] = [];
  /** The effect at which the process was killed. */
  killedAt: string | undefined;
  readonly #numbers = new Map<ProxiedCall, number>();
  /** The calls without an answer. */
  readonly #open = new Set<ProxiedCall>();
  #lastMs = 0;
  #hasFollowed = false;
  #point: CrashPoint | undefined;
  #victim: Child | undefined;

  constructor(engine: FaultProxy, api: FaultProxy) {
    for (const proxy of [engine, api]) {
      proxy.fault = (call) => this.#take(call);
      proxy.executed = (call) => this.#end(call);
    }
  }

  /** Counts from now on, and kills a process at a point. */
  watch(victim: Child, point?: CrashPoint): void {
    this.names = [];
    this.#numbers.clear();
    this.#victim = victim;
    this.#point = point;
    this.killedAt = undefined;
  }

  /** Call before a process starts: `isIdle` is false until it has begun to work. */
  expectStart(): void {
    this.#hasFollowed = false;
    this.#open.clear();
  }

  /** Whether the process waits for changes, so that the next effect is one of the workload. */
  isIdle(): boolean {
    const isQuiet = performance.now() - this.#lastMs > QUIET_MS;
    return this.#hasFollowed && isQuiet && this.#open.size === 0;
  }

  #take(call: ProxiedCall): Fault {
    this.#lastMs = call.atMs;
    if (/\/events\?|[?&]watch=/.test(call.url)) this.#hasFollowed ||= call.url.includes('/events?');
    else this.#open.add(call);
    const name = effectOf(call);
    if (name === undefined) return 'pass';
    this.names.push(name);
    this.#numbers.set(call, this.names.length);
    if (this.#point?.number !== this.names.length) return 'pass';
    if (this.#point.moment === 'before') {
      this.#kill();
      return 'cut';
    }
    if (this.#point.moment === 'in flight') this.#kill();
    return 'pass';
  }

  #end(call: ProxiedCall): void {
    this.#lastMs = performance.now();
    this.#open.delete(call);
    if (this.#point?.moment === 'after' && this.#numbers.get(call) === this.#point.number) {
      this.#kill();
    }
  }

  #kill(): void {
    this.#victim?.process.kill('SIGKILL');
    this.killedAt = this.names.at(-1);
    this.#point = undefined;
  }
}

/** The name of a change; undefined for reads, and for writes of leases and events. */
function effectOf({ method, url }: ProxiedCall): string | undefined {
  const [path = ''] = url.split('?');
  if (method === 'GET' || /\/(leases|events)(\/|$)/.test(path)) return undefined;
  const [, operation] =
    /\/(create|start|stop|update|unpause|status)$/.exec(path) ??
    /\/(containers|virtualmachines)\//.exec(path) ??
    [];
  return `${method} ${operation ?? path}`;
}
