import { readFileSync } from 'node:fs';
import {
  parseObjectKey,
  silentLogger,
  VmgenError,
  type Logger,
  type Transport,
} from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { Manager } from '../manager.js';
import { OperatorManager } from '../operator-manager.js';
import { failureText, parseRecording, type Recording } from '../recordings/recording.js';
import { debuggerAttached, isInspected, report } from './replay-report.js';
import { ReplayedInputs } from './replayed-inputs.js';

/** The variable with the file of the recording, which `vmgen replay` sets. */
const VARIABLE = 'VMGEN_RECORDING';

/** Options of {@link replayRecording}. */
export interface ReplayOptions {
  /** The file of the recording. Defaults to the one of `vmgen replay`. */
  readonly file?: string;
  /** The logger of the manager. Defaults to none. */
  readonly logger?: Logger;
  /**
   * How long the reconcile may run without an input, in milliseconds of real time. Defaults to 10,000; 0
   * means no limit. A debugger lifts it.
   */
  readonly idleTimeoutMs?: number;
}

/** What a recorded reconcile does in this program. */
export interface Replay {
  /**
   * `same`: the recorded error occurs. `other`: another error occurs. `gone`: the error does not occur.
   * `changed`: the program asks for something that the recording does not contain, before it has
   * received everything that the recording contains.
   */
  readonly outcome: 'same' | 'other' | 'gone' | 'changed';
  /** The outcome for humans, without control characters. */
  readonly text: string;
  /** What the reconcile has thrown; undefined if it succeeded. */
  readonly error: unknown;
}

/**
 * Runs the reconcile of a recording, which the status page offers as a file, with the controllers of this
 * program. `setUp` is that of `runManager`. Caches, requests, time and effects answer as they did when
 * the reconcile failed, and nothing is sent. Resolves with undefined if no file is given, so that a test
 * which calls it is run by `vmgen replay` and passes otherwise.
 *
 * Rejects with a `VmgenError` (`ERR_VMGEN_ARGUMENT`) if the file is not a recording, and if the program
 * does not have its controller.
 *
 * @example
 * const replay = await replayRecording(addSiteController);
 * console.log(replay?.text ?? 'run by: vmgen replay RECORDING.json');
 */
export async function replayRecording(
  setUp: (manager: Manager) => unknown,
  {
    file = process.env[VARIABLE],
    logger = silentLogger,
    idleTimeoutMs = 10_000,
  }: ReplayOptions = {},
): Promise<Replay | undefined> {
  if (file === undefined || file === '') return undefined;
  try {
    const recording = parseRecording(readFileSync(file, 'utf8'), file);
    const replay = await run(recording, setUp, logger, isInspected() ? 0 : idleTimeoutMs);
    report(JSON.stringify({ outcome: replay.outcome, text: replay.text }));
    return replay;
  } catch (error) {
    report(JSON.stringify({ outcome: 'failed', text: failureText(error) }));
    throw error;
  }
}

async function run(
  recording: Recording,
  setUp: (manager: Manager) => unknown,
  logger: Logger,
  idleTimeoutMs: number,
): Promise<Replay> {
  const inputs = new ReplayedInputs(recording);
  // Only the reconcile sends requests, and its inputs answer them.
  const transport: Transport = { freezeObjects: true, request: () => new Promise(() => {}) };
  const clock = createFakeClock();
  const options = { name: recording.operator, leaderElection: false, webhooks: false } as const;
  const manager = new OperatorManager(transport, { ...options, logger, clock }, undefined, inputs);
  await setUp(manager);
  const controller = manager.controllers.find(({ name }) => name === recording.controller);
  if (controller === undefined) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `the program has no controller named ${JSON.stringify(recording.controller)}, which the recording replays`,
    );
  }
  const { key: text, reconcileId } = recording;
  const key = parseObjectKey(text);
  const ending = new AbortController();
  inputs.abort = (reason) => controller.abort(reason);
  debuggerAttached();
  const reconciled = controller
    .reconcileOnce(key, { signal: ending.signal, reconcileId, logger })
    .then(
      () => ({ error: undefined }),
      (error: unknown) => ({ error, hasFailed: true }),
    );
  const watch = idleWatch(inputs, idleTimeoutMs);
  const ended = await Promise.race([reconciled, watch.idle]);
  watch.end();
  return outcomeOf(recording, inputs, ended);
}

/** `idle` resolves when the reconcile has received nothing for so long. Until `end`, the process does not end. */
function idleWatch(
  inputs: ReplayedInputs,
  limitMs: number,
): { readonly idle: Promise<'idle'>; readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<'idle'>((resolve) => {
    let last = inputs.received;
    if (limitMs === 0) return;
    timer = setInterval(() => {
      if (inputs.received === last) resolve('idle');
      last = inputs.received;
    }, limitMs);
  });
  return { idle, end: () => clearInterval(timer) };
}

function outcomeOf(
  { error: recorded }: Recording,
  { difference }: ReplayedInputs,
  ended: 'idle' | { readonly error: unknown; readonly hasFailed?: boolean },
): Replay {
  const error = ended === 'idle' ? undefined : ended.error;
  if (difference !== undefined) {
    const { text, isBeyond } = difference;
    const missing = `${text}, which the recording does not contain`;
    return isBeyond
      ? {
          outcome: 'gone',
          text: `the recorded error does not occur; the program goes on: ${missing}`,
          error,
        }
      : { outcome: 'changed', text: `the program has changed: ${missing}`, error };
  }
  if (ended === 'idle') {
    const text =
      'the reconcile waits for something that the recording does not contain, such as a call outside of effect()';
    return { outcome: 'changed', text, error };
  }
  if (ended.hasFailed !== true) {
    return {
      outcome: 'gone',
      text: 'the recorded error does not occur: the reconcile succeeds',
      error,
    };
  }
  const failure = failureText(error);
  return failure === recorded
    ? { outcome: 'same', text: `the recorded error occurs: ${failure}`, error }
    : {
        outcome: 'other',
        text: `another error occurs: ${failure}; the recorded one: ${recorded}`,
        error,
      };
}
