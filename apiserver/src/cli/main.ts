import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createLogger, printable } from '@vmgen/runtime/internal';
import { type ApiServer, createApiServer } from '../server/api-server.js';
import { errorMessage } from '@vmgen/base/text';
import { startHttpsServer } from '../http/index.js';
import { CliError } from './cli-error.js';
import { loadCrds } from './load-crds.js';
import { parseArguments, type CliArguments } from './parse-arguments.js';

/**
 * The `vmgen-apiserver` command. Runs until SIGINT, SIGTERM or SIGHUP.
 *
 * @returns the exit code: 0 for success, 1 for a failed start, 2 for invalid arguments
 */
export async function main(args: readonly string[]): Promise<number> {
  const parsed = await parseArguments(args);
  if ('exitCode' in parsed) {
    (parsed.exitCode === 0 ? console.log : console.error)(printable(parsed.text));
    return parsed.exitCode;
  }
  try {
    await serve(parsed);
    return 0;
  } catch (error) {
    console.error(printable(`vmgen-apiserver: ${errorMessage(error)}`));
    return 1;
  }
}

async function serve(options: CliArguments): Promise<void> {
  const stopped = stopSignal();
  const { garbageCollection, storageQuotaBytes } = options;
  const api = createApiServer({
    logger: createLogger(),
    garbageCollection,
    ...(storageQuotaBytes === undefined ? {} : { storageQuotaBytes }),
  });
  for (const { file, crd } of await loadCrds(options.crds)) install(api, file, crd);
  const running = await startHttpsServer(api, options);
  try {
    await withKubeconfigPath(options.writeKubeconfig, async (kubeconfig) => {
      await running.writeKubeconfig(kubeconfig);
      console.log(
        printable(
          `serving ${running.url}; to use it, run: export KUBECONFIG=${shellQuoted(kubeconfig)}`,
        ),
      );
      await stopped;
    });
  } finally {
    await api.close();
    await running.close();
  }
}

function install(
  api: ApiServer,
  file: string,
  crd: Parameters<ApiServer['installCustomResourceDefinition']>[0],
): void {
  try {
    api.installCustomResourceDefinition(crd);
  } catch (cause) {
    const reason = errorMessage(cause);
    throw new CliError(`${file}: ${reason}; correct the file and restart the command`, { cause });
  }
}

/**
 * Calls `run` with a temporary file if the caller specified no file, and removes its folder at the
 * end.
 */
async function withKubeconfigPath(
  wanted: string | undefined,
  use: (path: string) => Promise<void>,
): Promise<void> {
  if (wanted !== undefined) {
    await use(resolve(wanted));
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'vmgen-apiserver-'));
  try {
    await use(join(folder, 'kubeconfig'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** SIGHUP is sent when the terminal is closed. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves with the first of {@link STOP_SIGNALS}. A second one ends the process immediately. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const name of STOP_SIGNALS) process.off(name, stop);
      resolve();
    };
    for (const name of STOP_SIGNALS) process.on(name, stop);
  });
}

/** Quotes a path for a POSIX shell. */
function shellQuoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
