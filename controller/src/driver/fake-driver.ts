import { randomUUID } from 'node:crypto';
import type { CallOptions } from '@vmgen/runtime';
import { DriverScope } from './driver-scope.js';
import { ServerEvents } from './server-events.js';
import {
  DriverError,
  type ServerEvent,
  type ServerOwner,
  type ServerSpec,
  type ServerState,
  type ServerUsage,
  type VmDriver,
} from './vm-driver.js';

/** A server that exists only in memory. */
export interface FakeServer {
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
  /** Returns the servers by the UIDs of their owners, for comparisons and {@link restore}. */
  snapshot(): Readonly<Record<string, FakeServer>>;
  /** Replaces all servers, without events. */
  restore(servers: Readonly<Record<string, FakeServer>>): void;
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
  readonly #events = new ServerEvents();
  readonly #scope = new DriverScope(this.name);
  #failure: DriverError | undefined;

  usage: ServerUsage = { cpu: 0, memory: 0.11 };

  createServer(
    owner: ServerOwner,
    spec: ServerSpec,
    options?: CallOptions,
  ): Promise<{ id: string }> {
    return this.#call(options, () => {
      const existing = this.#servers.get(owner.uid);
      if (existing !== undefined) return { id: existing.id };
      const id = randomUUID();
      this.#servers.set(owner.uid, { owner, id, spec });
      this.#events.notify(owner);
      return { id };
    });
  }

  updateServer(owner: ServerOwner, spec: ServerSpec, options?: CallOptions): Promise<void> {
    return this.#call(options, () => {
      const server = this.#servers.get(owner.uid);
      if (server === undefined) {
        const message = `no server for ${owner.namespace}/${owner.name}`;
        throw new DriverError(message, { kind: 'vanished', reason: 'ServerVanished' });
      }
      server.spec = { ...spec, image: server.spec.image };
      this.#events.notify(owner);
    });
  }

  deleteServer(owner: ServerOwner, options?: CallOptions): Promise<void> {
    return this.#call(options, () => {
      if (this.#servers.delete(owner.uid)) this.#events.notify(owner);
    });
  }

  isServerExist(owner: ServerOwner, options?: CallOptions): Promise<boolean> {
    return this.#call(options, () => this.#servers.has(owner.uid));
  }

  getServerStatus(owner: ServerOwner, options?: CallOptions): Promise<ServerState | undefined> {
    return this.#call(options, () => {
      const server = this.#servers.get(owner.uid);
      if (server === undefined) return undefined;
      return {
        id: server.id,
        state: server.spec.running ? 'running' : 'exited',
        spec: server.spec,
      };
    });
  }

  getServerUsage(owner: ServerOwner, options?: CallOptions): Promise<ServerUsage | undefined> {
    return this.#call(options, () =>
      this.#servers.get(owner.uid)?.spec.running === true ? this.usage : undefined,
    );
  }

  listServers(options?: CallOptions): Promise<ServerOwner[]> {
    return this.#call(options, () => [...this.#servers.values()].map(({ owner }) => owner));
  }

  watchServers(options?: CallOptions): AsyncIterable<ServerEvent> {
    return this.#scope.iterate(options, (signal) => this.#events.watch(signal));
  }

  removeFromOutside(uid: string): void {
    const server = this.#servers.get(uid);
    if (server === undefined) return;
    this.#servers.delete(uid);
    this.#events.notify(server.owner);
  }

  stopFromOutside(uid: string): void {
    const server = this.#servers.get(uid);
    if (server === undefined) return;
    server.spec = { ...server.spec, running: false };
    this.#events.notify(server.owner);
  }

  snapshot(): Readonly<Record<string, FakeServer>> {
    return structuredClone(Object.fromEntries(this.#servers));
  }

  restore(servers: Readonly<Record<string, FakeServer>>): void {
    this.#servers.clear();
    for (const [uid, server] of Object.entries(servers)) this.#servers.set(uid, { ...server });
  }

  failWith(error: DriverError | undefined): void {
    this.#failure = error;
  }

  async close(): Promise<void> {
    this.#scope.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #call<R>(options: CallOptions | undefined, work: () => R): Promise<R> {
    return this.#scope.run(options, async () => {
      if (this.#failure !== undefined) throw this.#failure;
      return work();
    });
  }
}
