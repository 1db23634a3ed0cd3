import { createWorkQueue, type WorkQueue } from '@vmgen/runtime';

const KEYS = 100_000;
const ROUNDS = 15;
const GOAL = 1.15;
const BASELINE = 'ring buffer and Map';
const OURS = '@vmgen/runtime';

/** What is measured of a queue. */
type Queue = Pick<WorkQueue, 'add' | 'tryGet' | 'done'>;

/** The least that a queue must do: keys in order, none twice, none with two workers. */
class BaselineQueue implements Queue {
  readonly #states = new Map<string, 'waits' | 'in work' | 'again'>();
  #slots: (string | undefined)[] = new Array<string | undefined>(16);
  #head = 0;
  #length = 0;

  add(key: string): void {
    const state = this.#states.get(key);
    if (state === undefined) this.#push(key);
    else if (state === 'in work') this.#states.set(key, 'again');
  }

  tryGet(): string | undefined {
    if (this.#length === 0) return undefined;
    const key = this.#slots[this.#head];
    this.#slots[this.#head] = undefined;
    this.#head = (this.#head + 1) & (this.#slots.length - 1);
    this.#length--;
    if (key !== undefined) this.#states.set(key, 'in work');
    return key;
  }

  done(key: string): void {
    if (this.#states.get(key) === 'again') this.#push(key);
    else this.#states.delete(key);
  }

  #push(key: string): void {
    this.#states.set(key, 'waits');
    if (this.#length === this.#slots.length) this.#grow();
    this.#slots[(this.#head + this.#length++) & (this.#slots.length - 1)] = key;
  }

  #grow(): void {
    const slots = new Array<string | undefined>(this.#slots.length * 2);
    for (let i = 0; i < this.#length; i++) {
      slots[i] = this.#slots[(this.#head + i) & (this.#slots.length - 1)];
    }
    this.#slots = slots;
    this.#head = 0;
  }
}

interface Load {
  readonly prepare: (queue: Queue, keys: readonly string[]) => void;
  readonly run: (queue: Queue, keys: readonly string[]) => void;
}

const addAll = (queue: Queue, keys: readonly string[]): void => {
  for (const key of keys) queue.add(key);
};

const LOADS: Readonly<Record<string, Load>> = {
  /** A list comes in, and is worked off. */
  'all added, then all worked off': {
    prepare: () => {},
    run(queue, keys) {
      addAll(queue, keys);
      for (let key = queue.tryGet(); key !== undefined; key = queue.tryGet()) queue.done(key);
    },
  },
  /** A controller that is busy for good. */
  'each in turn, while all wait': {
    prepare: addAll,
    run(queue, keys) {
      for (let i = 0; i < keys.length; i++) {
        const key = queue.tryGet() ?? '';
        queue.done(key);
        queue.add(key);
      }
    },
  },
};

/**
 * Measures what a key costs that is added, handed out and given back, beside a ring buffer and one Map
 * of states. Asked without promises, as workers do while keys wait.
 */
export function benchQueue(print: (line: string) => void): void {
  const keys = Array.from({ length: KEYS }, (_, i) => `namespace-${i % 100}/virtual-machine-${i}`);
  const subjects = new Map<string, () => Queue>([
    [BASELINE, () => new BaselineQueue()],
    [OURS, () => createWorkQueue('bench')],
  ]);
  for (const [name, load] of Object.entries(LOADS)) {
    const best = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const [subject, create] of subjects) {
        best.set(subject, Math.min(best.get(subject) ?? Infinity, nsPerKey(create(), load, keys)));
      }
    }
    const baselineNs = best.get(BASELINE) ?? Number.NaN;
    print(row([name, 'ns', 'x base', 'goal']));
    for (const [subject, ns] of best) {
      const ratio = ns / baselineNs;
      const verdict = subject === OURS ? [`<= ${GOAL}`, ratio <= GOAL ? 'met' : 'missed'] : [];
      print(row([`  ${subject}`, ns.toFixed(0), ratio.toFixed(2), ...verdict]));
    }
  }
}

/** Of processor time: others on the machine cost the less. */
function nsPerKey(queue: Queue, { prepare, run }: Load, keys: readonly string[]): number {
  prepare(queue, keys);
  const before = process.cpuUsage();
  run(queue, keys);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / keys.length;
}

function row([name = '', ...cells]: readonly string[]): string {
  return (name.padEnd(34) + cells.map((cell) => cell.padStart(8)).join('')).trimEnd();
}
