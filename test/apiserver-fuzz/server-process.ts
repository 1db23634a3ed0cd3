import { forkWorker, nextMessage } from '../support/processes/worker.js';

/** Where the server listens, and how to get in. */
export interface Start {
  readonly port: number;
  readonly caPem: string;
  readonly token: string;
}

/** What the server's process says of itself. */
export interface Report {
  readonly rssBytes: number;
  /** The longest block of the event loop since the last report. */
  readonly blockMs: number;
}

export const REPORT_MS = 500;

/** The process of the server, and the largest of its reports. */
interface ServerProcess extends Start {
  readonly peak: Report;
  /** Why the process ended; undefined while it runs. */
  readonly ended: string | undefined;
  stop(): void;
}

export async function startServerProcess(): Promise<ServerProcess> {
  const script = new URL('server.js', import.meta.url);
  // With a heap of this size, memory that is never freed ends the process.
  const child = forkWorker(script, {}, { execArgv: ['--max-old-space-size=512'] });
  const start = await nextMessage<Start>(child);
  let peak: Report = { rssBytes: 0, blockMs: 0 };
  let ended: string | undefined;
  child.on('message', (report: Report) => {
    peak = {
      rssBytes: Math.max(peak.rssBytes, report.rssBytes),
      blockMs: Math.max(peak.blockMs, report.blockMs),
    };
  });
  child.on('exit', (code, signal) => {
    ended = `the server ended with ${signal ?? code}`;
  });
  return {
    ...start,
    get peak() {
      return peak;
    },
    get ended() {
      return ended;
    },
    stop: () => child.disconnect(),
  };
}
