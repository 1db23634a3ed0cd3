import type { CompileAnswer } from './compiler-calls.js';

/** What a {@link CompileLoop} compiles, and where results go. */
interface CompileHost {
  /** Why the files are too large, as a phrase; undefined if they are not. */
  readonly excess: () => string | undefined;
  readonly texts: () => Readonly<Record<string, string>>;
  readonly compile: (files: Readonly<Record<string, string>>) => Promise<CompileAnswer>;
  /** @param ms the time from the change to the answer */
  readonly onAnswer: (answer: CompileAnswer, ms: number) => void;
  /** Called instead of `onAnswer` after a failure, with the reason as a sentence. */
  readonly onFailure: (reason: string) => void;
  /** Called when a compilation is due, and when there is nothing more to compile. */
  readonly onBusy: (isBusy: boolean) => void;
}

/**
 * Compiles after each change, one compilation at a time: changes during a compilation lead to one more. A text whose
 * compilation fails is not compiled again before the next change.
 */
export class CompileLoop {
  readonly #host: CompileHost;
  #isRunning = false;
  #changedAt: number | undefined;

  constructor(host: CompileHost) {
    this.#host = host;
  }

  /** Called after each change of a file. */
  changed(): void {
    this.#changedAt ??= performance.now();
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#host.onBusy(true);
    for (let at = this.#changedAt; at !== undefined; at = this.#changedAt) {
      this.#changedAt = undefined;
      await this.#compile(at);
    }
    this.#isRunning = false;
    this.#host.onBusy(false);
  }

  async #compile(changedAt: number): Promise<void> {
    const { excess, texts, compile, onAnswer, onFailure } = this.#host;
    const problem = excess();
    if (problem !== undefined) return onFailure(`Not compiled: ${problem}.`);
    try {
      const answer = await compile(texts());
      onAnswer(answer, performance.now() - changedAt);
    } catch (error) {
      onFailure(`Not compiled: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
}
