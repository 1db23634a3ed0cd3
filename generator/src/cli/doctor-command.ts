import type { JsonObject } from '@vmgen/base/json';
import { realpathSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { makeCacheFolder } from '../disk/cached-text.js';
import { CHECK_TOPICS } from '../doctor/checks/registry.js';
import type { ClusterConnection } from '../doctor/cluster-connection.js';
import type { ContextOptions } from '../doctor/connect-cluster.js';
import { textsIn } from '../doctor/installed-package.js';
import { GENERATE } from '../doctor/checks/output.js';
import type { CheckResult, Finding } from '../doctor/check.js';
import { runChecks } from '../doctor/run-checks.js';
import { type GenerateSettings, Setup } from '../doctor/setup.js';
import type { DoctorCommand } from './doctor-options.js';
import { commandFrom } from './options.js';
import { parseArguments } from './parse-arguments.js';
import type { CommandReport } from './report.js';
import type { ReadProject } from './write-project.js';
import { jsonLines, visibleText } from '../diagnostics/visible-text.js';
import { inShell } from '../text/in-shell.js';
import { plural } from '../text/plural.js';

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
    return { options, emitters, source: project.path, command: GENERATE };
  }
  for (const [name, text] of textsIn(manifest(), 'scripts')) {
    const [program, ...args] = wordsOf(text);
    if (program !== 'vmgen' || !args.includes('--groups')) continue;
    const command = await parseArguments(args);
    if (command.kind !== 'generate') continue;
    const { options, emitters } = commandFrom(command.given);
    const source = `the script ${name} of package.json`;
    return { options, emitters, source, command: commandOf(name, args) };
  }
  return undefined;
}

/** The command that does what a script does, and writes. */
function commandOf(script: string, args: readonly string[]): string {
  const written = args.filter((word) => word !== '--check');
  if (written.length === args.length) return `npm run ${inShell(script)}`;
  return ['npx vmgen', ...written.map(inShell)].join(' ');
}

/** The words of a simple command of a shell: without variables, and with quotes only around whole words. */
const wordsOf = (text: string): string[] =>
  [...text.matchAll(/"([^"$`\\]*)"|'([^']*)'|([^\s"';|&$`]+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

/**
 * Prints the problems, each with its fix, then why checks were not made, and a summary; or one JSON document:
 *
 *     {
 *       "checks": [{
 *         "name", "status": "ok" | "problem" | "not checked",
 *         "findings": [{ "message", "fix" }],  // of a problem
 *         "reason"                             // why it was not checked
 *       }],
 *       "summary": { "exitCode", "problems", "ok", "notChecked" }
 *     }
 */
function reportDoctor(
  results: readonly CheckResult[],
  { format, verbose }: Pick<DoctorCommand, 'format' | 'verbose'>,
): CommandReport {
  const problems = results.filter((each) => each.status === 'problem');
  const unchecked = results.filter((each) => each.status === 'not checked');
  const names = results.filter(({ status }) => status === 'ok').map(({ name }) => name);
  const exitCode = problems.length === 0 ? 0 : 1;
  if (format === 'json') {
    const counts = { problems: problems.length, ok: names.length, notChecked: unchecked.length };
    const document = { checks: results, summary: { exitCode, ...counts } };
    const stdout = jsonLines(document);
    return { exitCode, stdout, stderr: [] };
  }
  const byReason = new Map<string, string[]>();
  for (const { name, reason } of unchecked) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return {
    exitCode,
    stdout: [
      ...problems.flatMap(({ name, findings }) => findings.flatMap((each) => textOf(name, each))),
      ...(verbose && names.length > 0 ? [`ok: ${names.join(', ')}`] : []),
      ...[...byReason].map(([reason, checks]) =>
        visibleText(`not checked: ${checks.join(', ')}: ${reason}`),
      ),
      `${plural(problems.length, 'problem')}, ${names.length} ok, ${unchecked.length} not checked`,
    ],
    stderr: [],
  };
}

const textOf = (name: string, { message, fix }: Finding): string[] => [
  visibleText(`problem: ${name}: ${message}`),
  visibleText(`  fix: ${fix}`),
];

const HEAD = `<!-- Code generated by vmgen. DO NOT EDIT. -->

# Checks of a project

\`npx vmgen doctor\` reports what is wrong with the setup of the project in the current folder. These are its checks, as
printed by \`vmgen doctor --markdown\`. The name of a check keeps its meaning between versions; the texts may change.

A check that cannot run, because a file is missing or a command fails, is listed as not checked, with the reason. The
command changes nothing, and asks a cluster only with \`--cluster\`, \`--kubeconfig FILE\` or \`--context NAME\`.
`;

/** The reference of all checks as a Markdown page. */
function doctorMarkdown(): string {
  const topics = CHECK_TOPICS.map(({ title, checks }) => {
    const rows = checks.map(
      ({ name, reads, problem, fix }) => `| \`${name}\` | ${reads} | ${problem} | ${fix} |`,
    );
    return [
      `## ${title}\n`,
      '| check | reads | problem | fix |',
      '| --- | --- | --- | --- |',
      ...rows,
      '',
    ].join('\n');
  });
  return `${HEAD}\n${topics.join('\n')}`;
}
