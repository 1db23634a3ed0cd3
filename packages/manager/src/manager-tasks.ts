import type { Clock, Logger, Transport } from '@vmgen/runtime';
import type { TaskContext } from './manager.js';
import { endsInTime, untilAborted, type Loop } from './process/run-together.js';

interface Task {
  readonly name: string;
  readonly run: (context: TaskContext) => Promise<void>;
  /** Whether it runs in every replica, or only in the leader. */
  readonly isEverywhere: boolean;
}

interface TasksOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly shutdownTimeoutMs: number;
}

/** The tasks of a manager. */
export class Tasks {
  readonly #options: TasksOptions;
  readonly #all: Task[] = [];

  constructor(options: TasksOptions) {
    this.#options = options;
  }

  add(task: Task): void {
    this.#all.push(task);
  }

  /** Returns the tasks for every replica, or those of the leader. */
  loops(isEverywhere: boolean): readonly Loop[] {
    const { clock, logger, transport, shutdownTimeoutMs } = this.#options;
    const tasks = this.#all.filter((task) => task.isEverywhere === isEverywhere);
    return tasks.map(({ name, run }): Loop => async (signal) => {
      const running = run({ signal, transport, logger: logger.with({ task: name }) });
      const limit = { clock, signal, shutdownTimeoutMs };
      await endsInTime(`the task ${JSON.stringify(name)}`, running, limit);
      // A task may end; the others go on.
      await untilAborted(signal);
    });
  }
}
