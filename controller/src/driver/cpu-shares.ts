import type { ProcessIdentity, ProcessUsage } from './linux-process.js';

interface CpuSample extends Pick<ProcessUsage, 'cpuSeconds' | 'ageSeconds'> {
  readonly startTicks: number;
}

/** Calculates the used CPUs of machines from the samples of their processes. */
export class CpuShares {
  readonly #last = new Map<string, CpuSample>();

  /** Returns the used CPUs since the previous sample, or since the start of the process. */
  sample(id: string, { startTicks }: ProcessIdentity, used: ProcessUsage): number {
    const last = this.#last.get(id);
    const isSame = last?.startTicks === startTicks && last.ageSeconds < used.ageSeconds;
    const since = isSame ? last : { cpuSeconds: 0, ageSeconds: 0 };
    this.#last.set(id, { startTicks, cpuSeconds: used.cpuSeconds, ageSeconds: used.ageSeconds });
    const elapsed = used.ageSeconds - since.ageSeconds;
    return elapsed <= 0 ? 0 : Math.max(0, used.cpuSeconds - since.cpuSeconds) / elapsed;
  }

  forget(id: string): void {
    this.#last.delete(id);
  }
}
