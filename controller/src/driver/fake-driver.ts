import { randomUUID } from 'node:crypto';
import { VmgenError, type CallOptions } from '@vmgen/runtime';
import { onAbort } from '@vmgen/runtime/internal';
import {
  DriverError,
  type ServerEvent,
  type ServerOwner,
  type ServerSpec,
  type ServerState,
  type ServerUsage,
  type VmDriver,
} from './vm-driver.js';

interface FakeServer {
  readonly owner: ServerOwner;
  readonly id: string;
  spec: ServerSpec;
}

/** A driver whose servers exist only in memory, with methods for tests. */
export interface FakeDriver extends VmDriver {
  /** The usage of all running servers. */
  usage: ServerUsage;
  /** Removes a server without the controller. */
  removeFromOutside(uid: string): void;
  /** Stops a server without the controller, such as in a crash. */
  stopFromOutside(uid: string): void;
  /** Makes all calls fail with `error`, until it is called with undefined. */
  failWith(error: DriverError | undefined): void;
}

/**
 * Creates a driver for tests and for hosts without an engine.
 *
 * @example
 * const driver = createFakeDriver();
 * driver.usage = { cpu: 12.5, memory: 0.5 };
 */
export function createFakeDriver(): FakeDriver {
  return new MemoryDriver();
}

class MemoryDriver implements FakeDriver {
  readonly name = 'fake';
  readonly #servers = new Map<string, FakeServer>();
  readonly #watchers = new Set<(event: ServerEvent) => void>();
  readonly #closing = new AbortController();
  #failure: DriverError | undefined;

  usage: ServerUsage = { cpu: 0, memory: 0.11 };

  async createServer(owner: ServerOwner, spec: ServerSpec): Promise<{ id: string }> {
    this.#throwFailure();
    const existing = this.#servers.get(owner.uid);
    if (existing !== undefined) return { id: existing.id };
    const id = randomUUID();
    this.#servers.set(owner.uid, { owner, id, spec });
    this.#notify(owner);
    return { id };
  }

  async updateServer(owner: ServerOwner, spec: ServerSpec): Promise<void> {
    this.#throwFailure();
    const server = this.#servers.get(owner.uid);
    if (server === undefined) {
      const message = `no server for ${owner.namespace}/${owner.name}`;
      throw new DriverError(message, { kind: 'vanished', reason: 'ServerVanished' });
    }
    server.spec = { ...spec, image: server.spec.image };
    this.#notify(owner);
  }

  async deleteServer(owner: ServerOwner): Promise<void> {
    this.#throwFailure();
    if (this.#servers.delete(owner.uid)) this.#notify(owner);
  }

  async isServerExist(owner: ServerOwner): Promise<boolean> {
    this.#throwFailure();
    return this.#servers.has(owner.uid);
  }

  async getServerStatus(owner: ServerOwner): Promise<ServerState | undefined> {
    this.#throwFailure();
    const server = this.#servers.get(owner.uid);
    if (server === undefined) return undefined;
    return { id: server.id, state: server.spec.running ? 'running' : 'exited', spec: server.spec };
  }

  async getServerUsage(owner: ServerOwner): Promise<ServerUsage | undefined> {
    this.#throwFailure();
    return this.#servers.get(owner.uid)?.spec.running === true ? this.usage : undefined;
  }

  async listServers(): Promise<ServerOwner[]> {
    this.#throwFailure();
    return [...this.#servers.values()].map(({ owner }) => owner);
  }

  async *watchServers(options: CallOptions = {}): AsyncIterable<ServerEvent> {
    const { signal: closing } = this.#closing;
    const signal =
      options.signal === undefined ? closing : AbortSignal.any([options.signal, closing]);
    const pending: ServerEvent[] = [{ type: 'resync' }];
    let wake = (): void => {};
    const listen = (event: ServerEvent): void => {
      pending.push(event);
      wake();
    };
    this.#watchers.add(listen);
    const stopListening = onAbort(signal, () => wake());
    try {
      for (;;) {
        signal.throwIfAborted();
        const event = pending.shift();
        if (event !== undefined) yield event;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      this.#watchers.delete(listen);
      stopListening();
    }
  }

  removeFromOutside(uid: string): void {
    const server = this.#servers.get(uid);
    if (server === undefined) return;
    this.#servers.delete(uid);
    this.#notify(server.owner);
  }

  stopFromOutside(uid: string): void {
    const server = this.#servers.get(uid);
    if (server === undefined) return;
    server.spec = { ...server.spec, running: false };
    this.#notify(server.owner);
  }

  failWith(error: DriverError | undefined): void {
    this.#failure = error;
  }

  async close(): Promise<void> {
    this.#closing.abort(new VmgenError('ERR_VMGEN_CLOSED', 'the fake driver was closed'));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #throwFailure(): void {
    this.#closing.signal.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;
  }

  #notify(owner: ServerOwner): void {
    for (const listen of this.#watchers) listen({ type: 'changed', owner });
  }
}
