import type { JsonObject } from '@vmgen/base/json';
import { realpathSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { makeCacheFolder } from '../disk/cached-text.js';
import { CHECK_TOPICS } from '../doctor/checks/registry.js';
import type { ClusterConnection } from '../doctor/cluster-connection.js';
import type { ContextOptions } from '../doctor/connect-cluster.js';
import { textsIn } from '../doctor/installed-package.js';
import type { CheckResult } from '../doctor/check.js';
import { runChecks } from '../doctor/run-checks.js';
import { type GenerateSettings, Setup } from '../doctor/setup.js';
import type { DoctorCommand } from './doctor-options.js';
import { doctorMarkdown } from './doctor-page.js';
import { commandFrom } from './options.js';
import { parseArguments } from './parse-arguments.js';
import { reportDoctor } from './report-doctor.js';
import type { CommandReport } from './report.js';
import type { ReadProject } from './write-project.js';

/** What `vmgen doctor` uses besides its options. */
interface DoctorInputs {
  /** The version of vmgen. */
  readonly version: string;
  readonly readProject: ReadProject;
  readonly connect: (options: ContextOptions) => Promise<ClusterConnection>;
  /** The version of Node. Defaults to that of this process. */
  readonly nodeVersion?: string;
  /** The free space of the disk of a folder, in bytes. Defaults to that of the system. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** Checks the setup of the project in the working directory. */
export async function runDoctor(
  command: DoctorCommand,
  inputs: DoctorInputs,
): Promise<CommandReport> {
  const { format, verbose, cluster } = command;
  if (format === 'markdown') {
    return { exitCode: 0, stdout: doctorMarkdown().trimEnd().split('\n'), stderr: [] };
  }
  const { readProject, connect, version } = inputs;
  const setup = new Setup({
    folder: realpathSync(process.cwd()),
    nodeVersion: inputs.nodeVersion ?? process.version,
    ownVersion: version,
    freeBytes: inputs.freeBytes ?? freeBytes,
    cacheFolder: () => makeCacheFolder('runs'),
    readSettings: (manifest) => settingsOf(readProject, manifest),
    connect: cluster && (() => connect(cluster)),
  });
  const results: CheckResult[] = [];
  // In turn: a compilation blocks this process, which must not use up the time limits of requests to a cluster.
  for (const { checks } of CHECK_TOPICS) results.push(...(await runChecks(checks, setup)));
  return reportDoctor(results, { format, verbose });
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The settings of the config, or of the first script of package.json that runs `vmgen generate` with options. */
async function settingsOf(
  readProject: ReadProject,
  manifest: () => JsonObject,
): Promise<GenerateSettings | undefined> {
  const project = await readProject('.');
  if (project !== undefined) {
    const { options, emitters } = commandFrom({}, project.config);
    return { options, emitters, source: project.path };
  }
  for (const [name, text] of textsIn(manifest(), 'scripts')) {
    const [program, ...args] = wordsOf(text);
    if (program !== 'vmgen' || !args.includes('--groups')) continue;
    const command = await parseArguments(args);
    if (command.kind !== 'generate') continue;
    const { options, emitters } = commandFrom(command.given);
    return { options, emitters, source: `the script ${name} of package.json` };
  }
  return undefined;
}

/** The words of a simple command of a shell: without variables, and with quotes only around whole words. */
const wordsOf = (text: string): string[] =>
  [...text.matchAll(/"([^"$`\\]*)"|'([^']*)'|([^\s"';|&$`]+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
