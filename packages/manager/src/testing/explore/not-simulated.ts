import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realResource } from '../real-work.js';

/** Work of Node that takes real time, and that no plan undoes: an exploration does not simulate it. */
export interface NotSimulated {
  /** The step in which it was started; undefined if it was started with the operator, before the first step. */
  readonly step?: string;
  /** Such as `a real timer`. */
  readonly what: string;
  /** The type that Node gives it, such as `Timeout`. */
  readonly type: string;
  /** The line of the program that started it, such as `src/dns.ts:12:5`; undefined if it is unknown. */
  readonly at?: string;
}

/** A stack must be long enough for the frames of Node. */
const STACK_FRAMES = 50;
/** The folder of this package and of those that are installed with it. */
const PACKAGES = dirname(
  fileURLToPath(import.meta.url.slice(0, import.meta.url.lastIndexOf('/dist/'))),
);
/** A frame of a function that waits. */
const ASYNC = /^ +at async /;
/** The line of a frame. */
const LINE = /\((.*:\d+:\d+)\)$|at (?:async )?(\S*:\d+:\d+)$/;
/** Loading a module reads files, but only once. */
const LOADER = 'node:internal/modules/';

/** Finds the work of Node that is not simulated. */
export class RealResources {
  readonly #started = new Map<string, NotSimulated>();
  readonly #continued = new Map<string, NotSimulated>();
  #step: string | undefined;

  /** Observes what `work` starts. It notifies of the beginning of each step. */
  async observe<R>(work: (onStep: (step: string) => void) => Promise<R>): Promise<R> {
    // Other work of the process, such as that of the test runner, does not have the value.
    const observed = new AsyncLocalStorage<true>();
    // Created with their first use, which is not the work of the program.
    for (const stream of ['stdout', 'stderr'] as const) Reflect.get(process, stream);
    const init = (_id: number, type: string): void => {
      const what = realResource(type);
      if (what !== undefined && observed.getStore() === true) this.#add(what, type);
    };
    const hook = createHook({ init }).enable();
    try {
      return await observed.run(true, () => work((step) => (this.#step = step)));
    } finally {
      hook.disable();
      observed.disable();
    }
  }

  #add(what: string, type: string): void {
    const frames = stackFrames();
    if (frames.some((frame) => frame.includes(LOADER))) return;
    // Node may continue its own work later. Then only the functions that wait for it are known.
    const direct = lineOf(frames.filter((frame) => !ASYNC.test(frame)));
    const at = direct ?? lineOf(frames);
    const step = this.#step;
    const found = { ...(step !== undefined && { step }), what, type, ...(at && { at }) };
    const key = JSON.stringify([step, what, at]);
    if (direct !== undefined) this.#started.set(key, this.#started.get(key) ?? found);
    else if (!this.#continued.has(key)) this.#continued.set(key, found);
  }

  /** What was found. The later parts of known work, such as the second read of a file, are omitted. */
  get all(): readonly NotSimulated[] {
    const started = [...this.#started.values()];
    const continued = [...this.#continued.values()].filter(
      ({ step, what }) => !started.some((each) => each.step === step && each.what === what),
    );
    return [...started, ...continued];
  }
}

/** Returns the line of the program that calls this function; undefined if none does. */
export const programLine = (): string | undefined => lineOf(stackFrames());

function stackFrames(): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return stack.split('\n').slice(1);
}

/** Returns the first line of a stack that is one of the program, or else of a package that it uses. */
function lineOf(frames: readonly string[]): string | undefined {
  const lines = frames.flatMap((frame) => {
    const [, inFunction, alone = ''] = LINE.exec(frame) ?? [];
    const url = inFunction ?? alone;
    if (url === '' || url.startsWith('node:')) return [];
    const line = url.startsWith('file:') ? fileURLToPath(url) : url;
    return line.startsWith(PACKAGES) ? [] : [line];
  });
  const line = lines.find((each) => !/[\\/]node_modules[\\/]/.test(each)) ?? lines[0];
  if (line === undefined) return undefined;
  const local = relative(process.cwd(), line);
  return local.startsWith('..') ? line : local;
}
