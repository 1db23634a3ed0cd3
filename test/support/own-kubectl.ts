import { createApiServer } from '@vmgen/apiserver';
import type { Transport } from '@vmgen/runtime';
import { type KubectlOptions, runKubectl } from '../../site/kubectl/index.js';
import { FILES } from './kubectl-script.js';
import { repeatable } from './server-requests.js';

/** What a command has printed. */
export interface Printed {
  readonly code: number | string;
  readonly out: string;
  readonly err: string;
}

/** A server whose objects are the same each time. */
export const repeatableServer = () => createApiServer({ ...repeatable(), garbageCollection: true });

/** Runs a command of the site's kubectl, with the files of the script. */
export async function runOwn(
  transport: Transport,
  command: string,
  options: Partial<KubectlOptions> = {},
): Promise<Printed> {
  const printed = { out: '', err: '' };
  const code = await runKubectl(command, {
    transport,
    readFile: (name) => FILES[name],
    out: (text) => (printed.out += text),
    err: (text) => (printed.err += text),
    ...options,
  });
  return { code, ...printed };
}
