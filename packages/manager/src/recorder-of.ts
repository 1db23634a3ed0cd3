import { systemClock, VmgenError } from '@vmgen/runtime';
import type { ManagerOptions } from './manager-options.js';
import { Recorder } from './recordings/recorder.js';

/**
 * Creates the recorder of a manager; undefined without the option.
 *
 * @throws VmgenError if anybody could read the recordings, or nobody
 */
export function recorderOf({
  name,
  recordings,
  server,
  clock = systemClock,
  random,
}: ManagerOptions): Recorder | undefined {
  if (recordings === undefined) return undefined;
  const { statusPage, authorization, host = '127.0.0.1' } = server || {};
  if (statusPage !== true) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      'recordings are offered on the status page; set server.statusPage, or remove recordings',
    );
  }
  if (authorization !== true && !/^(127\.[\d.]+|::1|localhost)$/.test(host)) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `recordings contain objects of the cluster, and ${JSON.stringify(host)} is not a loopback address; ` +
        'set server.authorization',
    );
  }
  return new Recorder({ operator: name, clock, random, recordings });
}
