import { existsSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { errorMessage } from '@vmgen/base/text';
import { systemClock } from '@vmgen/runtime/async';
import { shownServer } from '@vmgen/runtime/internal';
import { loadKubeConfig } from '@vmgen/runtime/transport';
import { apiServerOf, readDevProject } from '../dev/dev-project.js';
import { crdsIn } from '../dev/dev-files.js';
import { DevSession, type DevSessionOptions } from '../dev/dev-session.js';
import type { DevTarget } from '../dev/dev-target.js';
import type { DevTools } from '../dev/dev-tools.js';
import { PlainOutput } from '../dev/plain-output.js';
import { visibleText } from '../diagnostics/visible-text.js';
import { screenLines } from '../dev/screen-lines.js';
import { JobControl } from '../dev/job-control.js';
import { NodeProcesses } from '../dev/start-process.js';
import { makeFolder } from '../disk/make-folder.js';
import { reasonOf } from '../disk/unusable-path.js';
import { textOf } from '../doctor/installed-package.js';
import { Terminal } from '../dev/terminal.js';
import { operatorOf, webhookServiceOf, type OperatorConfig } from '../settings/operator-config.js';
import { UsageError } from '../settings/usage-error.js';
import { holdLock } from '../write/output-lock.js';
import { ask } from './ask.js';
import type { DevCommand } from './dev-options.js';
import { withFixedSettings } from './fixed-settings.js';
import type { GenerateCommand } from './options.js';
import type * as Run from './run.js';
import { wantsColours } from './wants-colours.js';

/** The parts of the command line that a run uses. */
export interface DevContext {
  readonly run: typeof Run;
  /** Returns the options of `vmgen generate`, with the config as it is now. */
  readonly configure: () => Promise<GenerateCommand>;
  readonly configPath: string;
  /** See {@link Run.generateOnChange}. */
  readonly configFiles: () => readonly string[];
  /** See {@link Run.run}. */
  readonly ownFiles: readonly string[];
  readonly print: (lines: readonly string[]) => Promise<void>;
}

/** The file with the access to the embedded server. Projects of vmgen init ignore it in git. */
const KUBECONFIG = 'kubeconfig';
const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';
/** Files that exist while the command runs. */
const SCRATCH = join('node_modules', '.vmgen-dev');

/**
 * Runs the operator of the project in the working directory until the user ends it.
 *
 * @throws UsageError with the fix if the project lacks something
 */
export async function runDev(command: DevCommand, context: DevContext): Promise<0 | 1> {
  const first = await context.configure();
  const { operator } = first.options;
  if (operator === undefined) {
    throw new UsageError(
      `${context.configPath} has no key operator: add operator: { name: 'site-operator' }`,
    );
  }
  const project = readDevProject('.');
  const target = await targetOf(command, operator);
  if (target.kind === 'context' && !(await isConfirmed(command, target, first, context))) return 1;
  takeLock();
  const processes = new NodeProcesses('.');
  try {
    if (target.kind === 'embedded') refuseForeignKubeconfig();
    await runSession(command, context, {
      name: operator.name,
      folder: '.',
      scratch: SCRATCH,
      out: first.options.out,
      project,
      target,
      tools: toolsOf({ ...context, configure: withFixedSettings(first, context.configure) }),
      start: processes.start,
      clock: systemClock,
    });
    return 0;
  } finally {
    await processes.close();
    rmSync(SCRATCH, { recursive: true, force: true });
  }
}

/** Keeps a second run out of the project. */
function takeLock(): void {
  let held: ReturnType<typeof holdLock>;
  try {
    makeFolder(SCRATCH);
    held = holdLock(join(SCRATCH, 'lock'));
  } catch (error) {
    throw new UsageError(`${SCRATCH} cannot be used: ${reasonOf(error) ?? errorMessage(error)}`);
  }
  if (held === undefined) return;
  throw new UsageError(
    `vmgen dev already runs in this project: ${held.by}; end it first, or remove ${held.path} if there is no such process`,
  );
}

async function targetOf({ context }: DevCommand, operator: OperatorConfig): Promise<DevTarget> {
  const deployed = operatorOf(operator);
  if (context !== undefined) {
    const { server } = await loadKubeConfig({ context });
    const { namespace, externalGroups } = deployed;
    return { kind: 'context', context, server: shownServer(server), namespace, externalGroups };
  }
  const webhooks = { ...webhookServiceOf(deployed), port: await freePort() };
  return { kind: 'embedded', script: apiServerOf('.'), kubeconfig: KUBECONFIG, webhooks };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A kubeconfig of another cluster must not be lost. */
function refuseForeignKubeconfig(): void {
  if (!existsSync(KUBECONFIG)) return;
  // It may be a folder.
  const text = textOf(KUBECONFIG) ?? '';
  if (/^current-context: vmgen$/m.test(text) && /server: "https:\/\/127\.0\.0\.1:/.test(text))
    return;
  throw new UsageError(
    `the file ${KUBECONFIG} is not of vmgen dev, which writes this file: move it away`,
  );
}

/** Nothing is changed in a cluster of the user without a confirmation, on the terminal. */
async function isConfirmed(
  { yes }: DevCommand,
  target: DevTarget & { readonly kind: 'context' },
  { options }: GenerateCommand,
  { print }: DevContext,
): Promise<boolean> {
  const { context, server } = target;
  const { files, problems } = crdsIn(options.out, target);
  const crds = [...files.map(({ path }) => path), ...problems];
  const lines = [
    `vmgen dev uses the cluster of the context ${context}: ${server}`,
    'It applies these CustomResourceDefinitions, and those that follow from your changes:',
    ...(crds.length === 0 ? ['  none yet'] : crds.map((each) => `  ${each}`)),
    `It runs the operator ${options.operator?.name ?? ''} on this machine, with your permissions in this cluster.`,
  ];
  const { stdin: input, stderr: output } = process;
  const isAsked = !yes && input.isTTY && output.isTTY;
  // Standard output may be a file, where nobody would read them before the answer.
  if (isAsked) output.write(lines.map((line) => `${visibleText(line)}\n`).join(''));
  else await print(lines);
  if (yes) return true;
  if (!isAsked) {
    throw new UsageError(
      'this needs a confirmation on a terminal: add --yes to confirm it, or redirect neither standard input nor standard error',
    );
  }
  return ask('Continue?', { input, output });
}

function toolsOf({ run, configure, configFiles, ownFiles }: DevContext): DevTools {
  return {
    generate: (report, signal) =>
      run.generateOnChange(
        {
          configure,
          configFiles,
          ownFiles,
          report: async ({ exitCode, diagnostics, written, removed }) =>
            report({
              isDone: exitCode === 0,
              written: written.length + removed.length,
              diagnostics: diagnostics
                .filter(({ severity }) => severity !== 'info')
                .map((each) => run.formatDiagnostic(each)),
            }),
          reportError: async (error) => {
            const text = error instanceof Error ? error.message : String(error);
            report({ isDone: false, written: 0, diagnostics: [text] });
          },
        },
        signal,
      ),
    diff: (installed, files) =>
      run
        .compareTexts(
          [{ source: 'the cluster', text: installed }],
          files.map(({ path, text }) => ({ source: path, text })),
        )
        .map(({ crd, version, field, message, ...change }) => {
          const place = [crd, version, field].filter((part) => part !== undefined).join(' ');
          return { class: change.class, text: `${place}: ${message}`, reason: change.reason };
        }),
    parse: ({ path, text }) => {
      const { documents, problems } = run.parseDocuments({ source: path, text });
      return {
        objects: documents.map(({ value }) => value),
        problems: problems.map((each) => run.formatProblem(each)),
      };
    },
  };
}

/** Shows a session on the terminal or in lines, until a key or a signal ends it. */
async function runSession(
  { plain }: DevCommand,
  { print }: DevContext,
  options: Omit<DevSessionOptions, 'show' | 'onLog'>,
): Promise<void> {
  const { stdin, stdout } = process;
  const isScreen = !plain && stdin.isTTY && stdout.isTTY && process.env['TERM'] !== 'dumb';
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let requests = 0;
  const stop = (): void => {
    requests += 1;
    if (requests > 1) session.kill();
    end();
  };
  const lost = (): void => {
    if (requests === 0) stop();
  };
  const lines = new PlainOutput(print, lost);
  const session = new DevSession({
    ...options,
    show: (state) => {
      if (terminal === undefined) lines.show(state);
      else terminal.draw(screenLines(state, { ...terminal.size, hasColours }));
    },
    ...(!isScreen && { onLog: (line) => lines.log(line) }),
  });
  const hasColours = wantsColours(isScreen, process.env);
  const jobControl = new JobControl(() => {
    // In the background, a process that takes the terminal is stopped, and would never end.
    if (requests > 0) return;
    terminal?.enter();
    session.refresh();
  });
  const onKey = (key: string): void => {
    if (key === 'q' || key === CTRL_C) return stop();
    if (key !== CTRL_Z || process.platform === 'win32') return session.press(key);
    terminal?.leave();
    jobControl.stop();
  };
  const onResize = (): void => session.refresh();
  const terminal = isScreen
    ? new Terminal({ input: stdin, output: stdout, onKey, onResize, onLost: lost })
    : undefined;
  // Also after an error that nobody catches.
  process.once('exit', () => terminal?.close());
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    session.open();
    await ended;
    await session.close();
  } finally {
    terminal?.close();
    jobControl.close();
    for (const signal of signals) process.off(signal, stop);
  }
}
