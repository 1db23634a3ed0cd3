import type { CallOptions, Clock, Logger } from '@vmgen/runtime';
import type { ServerOwner, VmDriver } from './vm-driver.js';

/** Options of `createQemuDriver`. */
export interface QemuDriverOptions {
  /** Distinguishes this cluster's machines from those of other clusters in the same folder. */
  readonly cluster: string;
  /**
   * The folder of the machines: disks, sockets and identities. It is created with mode 0700, must
   * belong to this user, and must persist, because machines are found again by it.
   */
  readonly stateFolder: string;
  /** The folder of the images: manifests `NAME.json` and the files that they list. */
  readonly imageFolder: string;
  /** The program. Defaults to `qemu-system-x86_64`. */
  readonly binary?: string;
  /** The time for a guest to power off before its process is ended. Defaults to 15,000. */
  readonly powerDownMs?: number;
  /**
   * Called directly before each change. Throws if this process may no longer make changes. Defaults
   * to no check.
   */
  readonly fence?: () => void;
  /** Logs machines that cannot be read. Defaults to no logging. */
  readonly logger?: Logger;
  /** Defaults to `systemClock`. */
  readonly clock?: Clock;
}

/** A driver whose servers are virtual machines of qemu. */
export interface QemuDriver extends VmDriver {
  /** Returns the last 64 KiB that a running guest wrote to its serial console. */
  readConsole(owner: ServerOwner, options?: CallOptions): Promise<string>;
}
