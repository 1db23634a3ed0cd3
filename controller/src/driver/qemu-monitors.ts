import type { Clock } from '@vmgen/runtime';
import type { DriverScope } from './driver-scope.js';
import { startGuestStats } from './guest-memory.js';
import type { MachineFolder } from './machine-folder.js';
import { QmpClient, type QmpEvent } from './qmp-client.js';
import type { ServerEvents } from './server-events.js';
import type { ServerOwner } from './vm-driver.js';

interface MonitoredMachine {
  readonly folder: MachineFolder;
  readonly owner: ServerOwner;
}

/** The connection to each running machine. Its events, and its end, are events of the server. */
export class QemuMonitors {
  readonly #clock: Clock;
  readonly #scope: DriverScope;
  readonly #events: ServerEvents;
  readonly #monitors = new Map<string, Promise<QmpClient>>();
  /** The machines whose guest has powered off, by id. */
  readonly poweredOff = new Set<string>();

  constructor(clock: Clock, scope: DriverScope, events: ServerEvents) {
    this.#clock = clock;
    this.#scope = scope;
    this.#events = events;
  }

  /** Returns the connection to a machine. All calls share it, because qemu accepts only one. */
  of({ folder, owner }: MonitoredMachine): Promise<QmpClient> {
    const existing = this.#monitors.get(folder.id);
    if (existing !== undefined) return existing;
    const forget = (): void => {
      if (this.#monitors.get(folder.id) === monitor) this.#monitors.delete(folder.id);
    };
    let isConnected = false;
    const monitor = this.#scope.run(undefined, async (signal) => {
      const client = await QmpClient.connect(folder.socket, {
        clock: this.#clock,
        signal,
        onEvent: (event) => this.#observe(folder, owner, event),
        onEnd: () => {
          forget();
          if (isConnected) this.#events.notify(owner);
        },
      });
      isConnected = true;
      try {
        await startGuestStats(client, signal);
      } catch (error) {
        // The next connection would wait for its end.
        client.close();
        throw error;
      }
      return client;
    });
    this.#monitors.set(folder.id, monitor);
    monitor.catch(forget);
    return monitor;
  }

  /** Closes the connection to the former process of a machine, whose sockets can outlive it. */
  async drop(id: string): Promise<void> {
    const former = this.#monitors.get(id);
    this.#monitors.delete(id);
    await former?.then(
      (client) => client.close(),
      () => {},
    );
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#monitors.keys(), (id) => this.drop(id)));
  }

  #observe({ id }: MachineFolder, owner: ServerOwner, { event, data }: QmpEvent): void {
    if (event === 'SHUTDOWN' && data['reason'] === 'guest-shutdown') this.poweredOff.add(id);
    if (event === 'STOP' || event === 'RESUME' || event === 'SHUTDOWN') this.#events.notify(owner);
  }
}
