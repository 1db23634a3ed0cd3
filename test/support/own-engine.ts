import { mkdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';

import { run, startChild, type Child } from './child.js';
import { docker as dockerOfMachine } from './docker.js';
import type { Upstream } from './fault-proxy.js';
import { temporaryFolder } from './temporary-folder.js';
import { waitFor } from './wait-for.js';

const START_MS = 60_000;
const END_MS = 30_000;

/** The image that `hack/setup.sh docker` provides. */
export const IMAGE = 'nginx:latest';
/** An image whose command ends at once with 1. */
export const EXITING_IMAGE = 'vmgen-test/exiting:1';
/**
 * An image whose command allocates memory until it is killed, after a second: containerd begins to follow the memory of
 * a container after its start, and does not report one that was killed before.
 */
export const HUNGRY_IMAGE = 'vmgen-test/hungry:1';

const COMMANDS: Readonly<Record<string, string>> = {
  [EXITING_IMAGE]: 'exit 1',
  [HUNGRY_IMAGE]: 'sleep 1; x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done',
};

/** Options of {@link startOwnEngine}. */
interface OwnEngineOptions {
  /** Further arguments of dockerd. */
  readonly flags?: readonly string[];
  /** The client of the engine that has the image. Defaults to the engine of the machine. */
  readonly from?: OwnEngine['docker'];
  /** The size of a file system for the data of the engine, such as `300m`. Defaults to the disk. */
  readonly dataSize?: string;
}

/** A Docker Engine that only this test uses, beside the one of the machine. */
export interface OwnEngine extends AsyncDisposable {
  readonly socket: string;
  readonly dataFolder: string;
  readonly upstream: Upstream;
  /** Runs Docker's client for this engine. */
  readonly docker: (...args: readonly string[]) => Promise<string>;
  /** Sends a signal to dockerd, and waits for its end if it ends it. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Starts dockerd again after SIGKILL. */
  restart(): Promise<void>;
}

/**
 * Starts dockerd with folders, a socket and a containerd of its own, without networks, and with the images above. Needs
 * root, and an engine of the machine that has the image nginx.
 */
export async function startOwnEngine(options: OwnEngineOptions = {}): Promise<OwnEngine> {
  const folder = await temporaryFolder('engine');
  const socket = path.join(folder.path, 'docker.sock');
  const dataFolder = path.join(folder.path, 'data');
  const docker = (...args: readonly string[]) => run('docker', ['-H', `unix://${socket}`, ...args]);
  await mkdir(dataFolder);
  if (options.dataSize !== undefined) {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${options.dataSize}`, 'tmpfs', dataFolder]);
  }
  const start = () => startDaemon(folder.path, socket, options.flags ?? []);
  let daemon = await start();
  const engine: OwnEngine = {
    socket,
    dataFolder,
    upstream: (request_) => request({ ...request_, socketPath: socket, agent: false }),
    docker,
    async signal(signal) {
      daemon.process.kill(signal);
      if (signal === 'SIGKILL') await daemon.exited;
    },
    async restart() {
      // The containerd of a killed dockerd ends with it, but is a zombie where no init process reads its exit code.
      // Then dockerd would wait for it.
      await rm(path.join(folder.path, 'exec/containerd/containerd.pid'), { force: true });
      daemon = await start();
    },
    async [Symbol.asyncDispose]() {
      // Only a running engine ends the processes of its containers.
      const { exitCode, signalCode } = daemon.process;
      if (exitCode !== null || signalCode !== null) await engine.restart();
      daemon.process.kill('SIGCONT');
      await removeAll(docker);
      await endDaemon(daemon);
      await unmountBelow(folder.path);
      await folder[Symbol.asyncDispose]();
    },
  };
  try {
    await provideImages(folder.path, docker, options.from ?? dockerOfMachine);
    return engine;
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
}

async function startDaemon(
  folder: string,
  socket: string,
  flags: readonly string[],
): Promise<Child> {
  // It also ends, with its containers, when this process is killed.
  const daemon = startChild('setpriv', [
    ...['--pdeathsig', 'TERM', 'dockerd'],
    ...['--host', `unix://${socket}`, '--pidfile', path.join(folder, 'pid')],
    ...['--data-root', path.join(folder, 'data'), '--exec-root', path.join(folder, 'exec')],
    ...['--bridge=none', '--iptables=false', '--ip-masq=false', ...flags],
  ]);
  await waitFor(`dockerd answers at ${socket}`, START_MS, async () => {
    if (daemon.process.exitCode !== null) throw new Error(`dockerd ended: ${daemon.stderr()}`);
    return run('docker', ['-H', `unix://${socket}`, 'version']).then(
      () => true,
      () => undefined,
    );
  });
  return daemon;
}

async function provideImages(
  folder: string,
  docker: OwnEngine['docker'],
  from: OwnEngine['docker'],
): Promise<void> {
  const archive = path.join(folder, 'image.tar');
  await from('save', '--output', archive, IMAGE);
  await docker('load', '--input', archive);
  await run('rm', [archive]);
  const container = (await docker('create', IMAGE)).trim();
  for (const [image, command] of Object.entries(COMMANDS)) {
    const change = `CMD ${JSON.stringify(['sh', '-c', command])}`;
    await docker('commit', '--change', change, container, image);
  }
  await docker('rm', container);
}

async function removeAll(docker: OwnEngine['docker']): Promise<void> {
  const ids = (await docker('ps', '--all', '--quiet')).split('\n').filter((id) => id !== '');
  if (ids.length > 0) await docker('rm', '--force', ...ids);
}

async function endDaemon(daemon: Child): Promise<void> {
  const limit = setTimeout(() => daemon.process.kill('SIGKILL'), END_MS);
  await daemon.end('SIGTERM');
  clearTimeout(limit);
}

/** Containers of a killed engine may have left mounts. */
async function unmountBelow(folder: string): Promise<void> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8'))
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((target) => target.startsWith(`${folder}/`));
  for (const target of mounts.reverse()) await run('umount', ['--lazy', target]);
}
