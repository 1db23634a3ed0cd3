import type { WebhookNetwork } from '../admission/webhook-network.js';
import type { BuiltIns } from '../data/built-ins.js';

/** What a server uses of the program that contains it: Node or a browser. */
export interface Host {
  readonly builtIns: BuiltIns;
  readonly network: WebhookNetwork;
  /** The memory limit of the program, in bytes. */
  readonly heapLimit: number;
  /** The platform and architecture, as Go names them: `linux/amd64`. */
  readonly platform: string;
  /** Returns the usual metrics of a process. */
  readonly processSeries: () => readonly ProcessSeries[];
}

/** A metric of the process that contains a server. */
export interface ProcessSeries {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly value: number;
}
