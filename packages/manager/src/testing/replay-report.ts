import { appendFileSync } from 'node:fs';
import inspector from 'node:inspector';

/** The file to which a replay appends its outcome, for `vmgen replay`. */
const REPORT_VARIABLE = 'VMGEN_REPLAY_REPORT';
/** Set to wait for a debugger. */
const INSPECT_VARIABLE = 'VMGEN_REPLAY_INSPECT';

/** Reports the outcome of a replay to `vmgen replay`, if it runs this process. */
export function report(outcome: string): void {
  const file = process.env[REPORT_VARIABLE];
  if (file !== undefined && file !== '') appendFileSync(file, `${outcome}\n`);
}

/** Whether a debugger is asked for. */
export const isInspected = (): boolean => process.env[INSPECT_VARIABLE] === '1';

/** Waits for a debugger, if the environment asks for one, and stops in it. */
export function debuggerAttached(): void {
  if (!isInspected()) return;
  // The port of --inspect-port, or else 9229.
  if (inspector.url() === undefined) inspector.open(undefined, '127.0.0.1');
  inspector.waitForDebugger();
  // What is replayed follows.
  debugger;
}
