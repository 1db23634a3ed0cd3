import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorMessage } from '@vmgen/base/text';
import { errorCode } from '../errors/error-code.js';
import { CliError } from './cli-error.js';
import { shellQuoted } from './shell-quoted.js';

/** The line by which a launcher is recognized, so that no other file is replaced. */
const MARK = '# Written by vmgen-apiserver --write-assets.';

const COMMAND = fileURLToPath(new URL('../../bin/vmgen-apiserver.js', import.meta.url));

/**
 * Writes launchers named `kube-apiserver` and `etcd` into a folder, which is created, for programs
 * that find them by KUBEBUILDER_ASSETS. With a kubectl on the PATH, also one for it.
 *
 * @returns the names of the launchers
 * @throws CliError if a file of another origin has the name of a launcher
 */
export async function writeAssets(folder: string): Promise<string[]> {
  if (process.platform === 'win32') {
    throw new CliError('--write-assets writes shell scripts, which Windows does not run; use WSL');
  }
  const written = ['kube-apiserver', 'etcd'];
  for (const name of written) await requireOwn(join(folder, name));
  try {
    await mkdir(folder, { recursive: true });
    for (const name of written) await writeLauncher(folder, name, nodeScript(name));
    const kubectl = await findKubectl(resolve(folder));
    if (kubectl !== undefined && (await isReplaceable(join(folder, 'kubectl')))) {
      await writeLauncher(folder, 'kubectl', `exec ${shellQuoted(kubectl)} "$@"`);
      written.push('kubectl');
    }
  } catch (cause) {
    throw new CliError(`--write-assets ${folder}: ${errorMessage(cause)}`, { cause });
  }
  return written;
}

/** Node may have moved since. The PATH's node is then used. */
function nodeScript(name: string): string {
  return [
    `node=${shellQuoted(process.execPath)}`,
    '[ -x "$node" ] || node=node',
    `exec "$node" ${shellQuoted(COMMAND)} ${name} "$@"`,
  ].join('\n');
}

async function writeLauncher(folder: string, name: string, script: string): Promise<void> {
  const temporary = join(folder, `.vmgen-${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(temporary, `#!/bin/sh\n${MARK}\n${script}\n`, { flag: 'wx' });
    await chmod(temporary, 0o755);
    await rename(temporary, join(folder, name));
  } finally {
    await rm(temporary, { force: true });
  }
}

async function requireOwn(path: string): Promise<void> {
  if (await isReplaceable(path)) return;
  throw new CliError(
    `--write-assets: ${path} exists, and vmgen-apiserver did not write it; specify another folder`,
  );
}

/** Whether the path is absent, or a launcher. */
async function isReplaceable(path: string): Promise<boolean> {
  try {
    // A real server has 100 MB.
    if ((await stat(path)).size > 100_000) return false;
    return (await readFile(path, 'utf8')).split('\n', 2)[1] === MARK;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}

/** Returns the first kubectl on the PATH outside of a folder. */
async function findKubectl(folder: string): Promise<string | undefined> {
  for (const entry of (process.env['PATH'] ?? '').split(delimiter)) {
    if (entry === '' || resolve(entry) === folder) continue;
    const path = resolve(entry, 'kubectl');
    const isProgram = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isProgram) return path;
  }
  return undefined;
}
