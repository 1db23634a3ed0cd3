import { errorMessage } from '@vmgen/base/text';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { codeOf } from '../disk/file-error.js';
import { findConfig, strayConfig } from '../config/find-config.js';
import { UsageError } from '../settings/usage-error.js';
import type { ContainedCode } from '../config/contain-code.js';
import { recallRun } from './run-record.js';
import type { ProjectConfig } from './write-project.js';
import { type Command, hasHelp, parseArguments } from './parse-arguments.js';
import type { DevCommand } from './dev-options.js';
import type { CommandReport } from './report.js';
import { commandFrom, configFrom, type GenerateCommand, type GivenOptions } from './options.js';
import { type Outcome, outcomeOfRecord } from './outcome.js';
import type * as Lsp from '../editor/lsp/serve.js';
import { runLsp } from './lsp-command.js';
import { reportOf } from './report-of.js';
import type * as Run from './run.js';
import { wantsColours } from './wants-colours.js';
import { Writable } from 'node:stream';
import { visibleLine } from '../diagnostics/visible-text.js';

export { makeCacheFolder } from '../disk/cached-text.js';

const require = createRequire(import.meta.url);

const MANIFEST = join(import.meta.dirname, '../../package.json');
/** All of a run in one file (scripts/bundle.mjs), which loads fast. */
const BUNDLE = join(import.meta.dirname, '../run.cjs');
const LSP_BUNDLE = join(import.meta.dirname, '../lsp.cjs');
const PARSER = join(import.meta.dirname, '../parser.cjs');
/** Another one of these is another vmgen. */
const OWN_FILES = [MANIFEST, BUNDLE, PARSER, import.meta.filename];

/**
 * Runs the command line and resolves with its exit code; never rejects. What a run with nothing to do
 * does not need is loaded when it is needed.
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await runCommand(args);
  } catch (error) {
    // Compared by name: run.cjs has a class of its own.
    const isUsage = error instanceof Error && error.name === 'UsageError';
    const hint = isUsage ? [`${nameOf(args)} --help shows how it is used`] : [];
    await reportError(error, hint).catch(() => undefined);
    return isUsage ? 2 : 1;
  }
}

/** The reader closed the pipe and expects no more output. */
async function reportError(error: unknown, hint: readonly string[]): Promise<void> {
  if (codeOf(error) === 'EPIPE') return;
  const lines = `vmgen: ${errorMessage(error)}`.replaceAll('\n', '\n  ').split('\n');
  await printLines(process.stderr, [...lines, ...hint]);
}

/** The start of a command line whose `--help` describes it. */
const nameOf = ([name = '']: readonly string[]): string =>
  hasHelp(name) ? `vmgen ${name}` : 'vmgen';

async function runCommand(args: readonly string[]): Promise<number> {
  const asked = await parseArguments(args);
  if (asked.kind === 'print' || asked.kind === 'version') {
    const text = asked.kind === 'print' ? asked.text : versionOf();
    await printLines(process.stdout, text.split('\n'));
    return 0;
  }
  if (asked.kind === 'lsp') {
    return runLsp(asked, require(LSP_BUNDLE) as typeof Lsp, loadRun(), versionOf());
  }
  if (asked.kind !== 'generate') {
    const { exitCode, stdout, stderr } = await runOther(asked, loadRun());
    await printLines(process.stderr, stderr);
    await printLines(process.stdout, stdout);
    return exitCode;
  }
  const configured = await withConfig(asked.given, asked.given.watch);
  const { command, code } = configured;
  if (!command.allowOutside) refuseOutside(command.options.out);
  if (command.watch) {
    await watch(configured, loadRun());
    return 0;
  }
  if (command.fix !== 'no') await fix(command, loadRun());
  const record = command.emitters.length > 0 ? undefined : recallRun(command.options, OWN_FILES);
  const outcome = record
    ? outcomeOfRecord(record, command.options.check)
    : await generateWithProgress(command);
  await code?.check();
  await report(outcome, command);
  return outcome.exitCode;
}

/** Runs a command other than generate. */
async function runOther(
  command: Exclude<Command, { readonly kind: 'print' | 'version' | 'generate' | 'lsp' }>,
  run: typeof Run,
): Promise<CommandReport> {
  switch (command.kind) {
    case 'diff':
      return run.runDiff(command, process.stdin, readProject);
    case 'import':
      return run.runImport(command, {
        stdin: process.stdin,
        readProject,
        readCluster: async (cluster) =>
          (await import('../import/cluster/read-cluster.js')).readCluster(cluster),
      });
    case 'doctor':
      if (command.format !== 'markdown' && command.cluster === undefined) refuseNoProject();
      return run.runDoctor(command, {
        version: versionOf(),
        readProject,
        connect: async (cluster) =>
          (await import('../doctor/connect-cluster.js')).connectCluster(cluster),
      });
    case 'rbac':
      return run.runRbac(command);
    case 'replay':
      return run.runReplay(command);
    case 'dev':
      return { exitCode: await dev(command, run), stdout: [], stderr: [] };
    case 'describe': {
      const { describeMarkers: markers, explain, printCompletion: completion } = run;
      const describe = { markers, explain, completion }[command.name];
      const answer = describe(command.args);
      if ('problem' in answer) throw new UsageError(answer.problem);
      return { exitCode: 0, stdout: answer.text.split('\n'), stderr: [] };
    }
    case 'add':
      return run.runAdd(command, readProject);
    case 'init': {
      const { askText } = await import('./ask.js');
      const terminal = { input: process.stdin, output: process.stderr };
      const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
      return run.runInit(command, {
        version: versionOf(),
        readProject,
        ask: isTerminal
          ? (question, defaultText, check) => askText(question, defaultText, check, terminal)
          : undefined,
      });
    }
  }
}

/** Runs the operator of a project while it changes. */
async function dev(command: DevCommand, run: typeof Run): Promise<0 | 1> {
  const configPath = findConfig();
  if (configPath === undefined) {
    throw new UsageError(
      'vmgen dev needs a project of vmgen init: there is no vmgen.config.* here',
    );
  }
  const { runDev } = await import('./dev-command.js');
  const first = await withConfig({}, true);
  return runDev(command, {
    run,
    configure: configuring(first),
    configPath,
    configFiles: first.files,
    ownFiles: OWN_FILES,
    print: (lines) => printLines(process.stdout, lines),
  });
}

const loadRun = (): typeof Run => require(BUNDLE) as typeof Run;

/** The config of a folder; undefined without one. */
async function readProject(folder: string): Promise<ProjectConfig | undefined> {
  const path = findConfig(folder);
  if (path === undefined) return undefined;
  const { containCode, readConfig } = await import('../config/read-config.js');
  const code = path.endsWith('.json') ? undefined : containCode(path);
  const config = await readConfig(path);
  await code?.check();
  return { path, config };
}

const versionOf = (): string =>
  (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }).version;

/**
 * The config is read in each run, before the record of an earlier run, so that the record need not contain
 * it.
 */
async function withConfig(given: GivenOptions, isReadAgain = false): Promise<Configured> {
  const path = configFrom(given) ?? findConfig();
  if (path === undefined) {
    const command = withoutConfig(given);
    return { command, code: undefined, read: async () => command, files: () => [] };
  }
  const { ConfigModules, containCode, readConfig } = await import('../config/read-config.js');
  const code = path.endsWith('.json') ? undefined : containCode(path);
  const modules = isReadAgain && code ? new ConfigModules() : undefined;
  const read = async (): Promise<GenerateCommand> => {
    const command = commandFrom(given, await readConfig(path, undefined, modules));
    await code?.check();
    return command;
  };
  return { command: await read(), code, read, files: () => [path, ...(modules?.files ?? [])] };
}

/** A command, and the config from which it is. */
interface Configured {
  readonly command: GenerateCommand;
  readonly code: ContainedCode | undefined;
  /** Returns the command with the config as it is now. */
  readonly read: () => Promise<GenerateCommand>;
  /** Returns the paths of the config, and of the files that it imports. */
  readonly files: () => readonly string[];
}

function withoutConfig(given: GivenOptions): GenerateCommand {
  try {
    return commandFrom(given);
  } catch (error) {
    const isMissing = given.groups === undefined || given.out === undefined;
    const hint = isMissing ? strayConfig() : undefined;
    if (hint === undefined) throw error;
    throw new UsageError(`${errorMessage(error)}; ${hint}`, { cause: error });
  }
}

/** Returns a function that returns the first command, and from then on the command with the config as it is. */
function configuring(first: Configured): () => Promise<GenerateCommand> {
  let isFirst = true;
  return async () => {
    const command = isFirst ? first.command : await first.read();
    isFirst = false;
    if (!command.allowOutside) refuseOutside(command.options.out);
    return command;
  };
}

/** Generates after each change, until SIGINT or SIGTERM. */
async function watch(first: Configured, { runWatch }: typeof Run): Promise<void> {
  const { quiet, format } = first.command;
  if (!quiet && format === 'text') {
    await printLines(process.stdout, ['vmgen: watching the files that it reads; Ctrl-C ends it']);
  }
  await runWatch({
    configure: configuring(first),
    configFiles: first.files,
    report,
    reportError: (error) => reportError(error, []),
    ownFiles: OWN_FILES,
  });
}

/** Shows and applies the fixes of diagnostics; the run itself follows. */
async function fix(command: GenerateCommand, { fixSources }: typeof Run): Promise<void> {
  await fixSources(
    command.options,
    {
      show: (lines) => printLines(process.stderr, lines),
      confirm: async (question) => {
        if (command.fix === 'yes') return true;
        const { ask } = await import('./ask.js');
        return ask(question, { input: process.stdin, output: process.stderr });
      },
    },
    command.emitters,
  );
}

/** Prints a progress line on the terminal, which is removed at the end; does nothing elsewhere. */
async function generateWithProgress(command: GenerateCommand): Promise<Outcome> {
  const isShown = process.stdout.isTTY && command.format === 'text' && !command.quiet;
  if (isShown) await print(process.stdout, 'vmgen: generating…');
  try {
    return await loadRun().run(command, OWN_FILES);
  } finally {
    if (isShown) await print(process.stdout, '\r\u001b[K');
  }
}

async function report(
  outcome: Outcome,
  { format, quiet, verbose }: GenerateCommand,
): Promise<void> {
  const hasColours = wantsColours(process.stderr.isTTY, process.env);
  const isTerminal = process.stdout.isTTY;
  const { stdout, stderr } = await reportOf(outcome, {
    format,
    quiet,
    verbose,
    isTerminal,
    hasColours,
  });
  await printLines(process.stderr, stderr, hasColours);
  await printLines(process.stdout, stdout);
}

/**
 * Prints all output of this program, so that no text from inputs reaches the terminal as a control sequence.
 * Resolves when the system has accepted all of it.
 *
 * @throws the error of the system, such as EPIPE if the reader has closed the stream
 */
function printLines(
  stream: NodeJS.WritableStream,
  lines: readonly string[],
  hasColours = false,
): Promise<void> {
  if (lines.length === 0) return Promise.resolve();
  return print(stream, `${lines.map((line) => visibleLine(line, hasColours)).join('\n')}\n`);
}

/** Prints text of our own unchanged. */
function print(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without a listener, the event would end the process with a stack trace.
    stream.once('error', reject);
    const done = (error?: Error | null): void => {
      if (error) return reject(unwritable(stream, error));
      stream.off('error', reject);
      resolve();
    };
    // Output of config code is redirected away from standard output (config/contain-code.ts).
    if (stream === process.stdout)
      Writable.prototype.write.call(process.stdout, text, 'utf8', done);
    else stream.write(text, done);
  });
}

function unwritable(stream: NodeJS.WritableStream, error: Error & { code?: unknown }): Error {
  const name = stream === process.stderr ? 'standard error' : 'standard output';
  const { code, message } = error;
  return Object.assign(new Error(`cannot write to ${name}: ${message}`), { code });
}

/**
 * Refuses an output folder outside of the package: the nearest folder with a package.json at or above the
 * working folder, or the working folder itself. A mistake such as `--out ../..` would write into other
 * projects.
 *
 * @throws a UsageError with the fix
 */
function refuseOutside(out: string): void {
  const working = realpathSync(process.cwd());
  const folder = packageOf(working) ?? working;
  const target = whereLeads(resolve(out));
  if (target === folder || target.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return;
  const shown = relative(working, folder) || '.';
  throw new UsageError(
    `--out: ${out} is outside of the package (${shown}); choose a folder inside it, or add --allow-outside`,
  );
}

/** Without a project, all checks of a project would be "not checked", which looks like success. */
function refuseNoProject(): void {
  if (packageOf(process.cwd()) !== undefined || findConfig() !== undefined) return;
  throw new UsageError(
    'vmgen doctor checks a project: there is no package.json in this folder or above it',
  );
}

function packageOf(folder: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return folder;
  return dirname(folder) === folder ? undefined : packageOf(dirname(folder));
}

/** An absolute path, with links resolved as far as it exists. */
function whereLeads(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(whereLeads(dirname(path)), basename(path));
}
