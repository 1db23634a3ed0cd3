import { inShell } from '../text/in-shell.js';
import { plural } from '../text/plural.js';
import type { CrdChange, DevState } from './dev-state.js';
import { readLogLine } from './log-lines.js';
import type { ChildExit, ChildState } from './supervised-child.js';

/** How a part is: `busy` is neither good nor bad. */
export type Health = 'good' | 'busy' | 'bad';

/** A part of the state in words, without anything that changes by itself. */
interface Row {
  readonly part: string;
  readonly health: Health;
  readonly word: string;
  readonly detail: string;
}

/**
 * The parts of the state, in the order of the screen.
 *
 * @param hasKeys whether the keys of the screen work
 */
export function rowsOf(state: DevState, hasKeys: boolean): Row[] {
  return [
    clusterRow(state),
    compilerRow(state),
    tscRow(state),
    crdsRow(state, hasKeys),
    operatorRow(state),
    ...(state.webhooks === undefined
      ? []
      : [{ part: 'webhooks', health: 'good', word: state.webhooks, detail: '' } as const]),
    samplesRow(state, hasKeys),
  ];
}

/** All that needs the attention of the user: a text of several lines each. */
export function problemsOf(state: DevState): string[] {
  const { cluster, compiler, tsc, crds, operator, samples } = state;
  return [
    ...(cluster.problem === undefined ? [] : [`cluster: ${cluster.problem}`]),
    ...compiler.diagnostics,
    ...crashText('tsc', tsc.child),
    ...tsc.output.errors,
    ...(crds.problem === undefined ? [] : [`crds: ${crds.problem}`]),
    ...(crds.phase === 'waiting' ? changesText(crds.changes, false) : []),
    ...operator.unreadable,
    ...crashText('operator', operator.child),
    ...(operator.figures?.objects ?? []).map(
      ({ controller, key, error }) => `${controller} ${key}: ${error}`,
    ),
    ...samples.problems,
    ...samples.unreadable,
  ];
}

/** The changes of the CRDs: those that are not safe, or all. */
export function changesText(changes: readonly CrdChange[], isWhole: boolean): string[] {
  return changes
    .filter((change) => isWhole || change.class !== 'safe')
    .map((change) => `${change.class}: ${change.text}\n  ${change.reason}`);
}

function clusterRow({ cluster }: DevState): Row {
  const { kind, phase, server, access } = cluster;
  const detail = kind === 'embedded' ? `${server}  KUBECONFIG=${access}` : `${access}  ${server}`;
  return {
    part: kind === 'embedded' ? 'server' : 'cluster',
    health: phase === 'connected' ? 'good' : phase === 'lost' ? 'bad' : 'busy',
    word: phase,
    detail: server === '' ? '' : detail,
  };
}

function compilerRow({ compiler }: DevState): Row {
  const { phase, written, diagnostics } = compiler;
  const found = diagnostics.length === 0 ? '' : plural(diagnostics.length, 'diagnostic');
  const files = written === 0 ? '' : `${plural(written, 'file')} written`;
  const words = { starting: 'starting', done: 'up to date', failed: 'failed' } as const;
  return {
    part: 'compiler',
    health: phase === 'failed' ? 'bad' : phase === 'done' ? 'good' : 'busy',
    word: words[phase],
    detail: [files, found].filter((each) => each !== '').join(', '),
  };
}

function tscRow({ tsc: { child, output } }: DevState): Row {
  const part = 'tsc';
  if (child.phase === 'crashed') {
    return { part, health: 'bad', word: 'crashed', detail: exitText(child.exit) };
  }
  if (output.phase !== 'done') return { part, health: 'busy', word: output.phase, detail: '' };
  // Further lines of an error are indented.
  const count = output.errors.filter((line) => !line.startsWith(' ')).length;
  if (count === 0) return { part, health: 'good', word: 'no errors', detail: '' };
  return { part, health: 'bad', word: plural(count, 'error'), detail: '' };
}

function crdsRow({ crds }: DevState, hasKeys: boolean): Row {
  const part = 'crds';
  const { phase, count, changes } = crds;
  const detail = changes.length === 0 ? '' : countsOf(changes) + (hasKeys ? '; d shows' : '');
  switch (phase) {
    case 'starting':
      return { part, health: 'busy', word: 'not installed', detail: '' };
    case 'installed':
      return { part, health: 'good', word: `${count} installed`, detail };
    case 'waiting':
      return {
        part,
        health: 'bad',
        word: 'not updated',
        detail: detail + (hasKeys ? ', u updates' : '; on a terminal, the key u updates them'),
      };
    case 'failed':
      return { part, health: 'bad', word: 'failed', detail };
  }
}

function countsOf(changes: readonly CrdChange[]): string {
  const counts = (['breaking', 'risky', 'safe'] as const)
    .map((each) => ({ each, count: changes.filter((change) => change.class === each).length }))
    .filter(({ count }) => count > 0);
  // The noun follows the last number.
  const noun = counts.at(-1)?.count === 1 ? 'change' : 'changes';
  return `${counts.map(({ each, count }) => `${count} ${each}`).join(', ')} ${noun}`;
}

function operatorRow({ operator }: DevState): Row {
  const { child, waitsFor, port, isReady, readyMs } = operator;
  const part = 'operator';
  const waits = waitsFor === undefined ? '' : `next: ${waitsFor}`;
  switch (child.phase) {
    case 'stopped':
      return waitsFor === undefined
        ? { part, health: 'busy', word: 'stopped', detail: '' }
        : { part, health: 'busy', word: 'waiting', detail: `for ${waitsFor}` };
    case 'stopping':
      return { part, health: 'busy', word: 'stopping', detail: '' };
    case 'crashed': {
      const next = waits === '' ? `starts again after ${child.delayMs / 1_000} s` : waits;
      return { part, health: 'bad', word: 'crashed', detail: joined(exitText(child.exit), next) };
    }
    case 'running':
  }
  if (!isReady) return { part, health: 'busy', word: 'starting', detail: '' };
  const page = port === undefined ? '' : `http://127.0.0.1:${port}/status`;
  // What it waits for needs the width of the screen.
  const time = readyMs === undefined || waits !== '' ? '' : `after ${readyMs} ms`;
  return { part, health: 'good', word: 'ready', detail: joined(time, page, waits) };
}

const joined = (...parts: readonly string[]): string =>
  parts.filter((each) => each !== '').join('  ');

function samplesRow({ samples, cluster }: DevState, hasKeys: boolean): Row {
  const { files, phase, problems, unreadable } = samples;
  const { kind, access } = cluster;
  const flag =
    kind === 'embedded' ? `--kubeconfig=${inShell(access)}` : `--context=${inShell(access)}`;
  const apply = hasKeys ? 'a applies' : `to apply: kubectl ${flag} apply -f samples`;
  const hint = phase === 'applied' || files === 0 ? '' : `, ${apply}`;
  return {
    part: 'samples',
    health: problems.length + unreadable.length > 0 ? 'bad' : phase === 'applied' ? 'good' : 'busy',
    word: phase,
    detail: `${plural(files, 'file')}${hint}`,
  };
}

function exitText({ code, reason }: ChildExit): string {
  if (code !== null) return `exit code ${code}`;
  return reason ?? 'it could not be started';
}

function crashText(name: string, child: ChildState): string[] {
  if (child.phase !== 'crashed') return [];
  const lines = child.lastLines.map((line) => `  ${readLogLine(line).text}`);
  const exit = `${name}: ${exitText(child.exit)}`;
  return [lines.length === 0 ? exit : [`${exit}; its last lines:`, ...lines].join('\n')];
}
