import type { Setup } from './setup.js';

/** What is wrong, and how it is corrected. */
export interface Finding {
  /** What is wrong and where, as a sentence without its end. */
  readonly message: string;
  /** A command, or the change of a file. */
  readonly fix: string;
}

/** A finding, as the only one of its check. */
export const finding = (message: string, fix: string): Finding[] => [{ message, fix }];

/** A check of the setup of a project. The texts are Markdown, for docs/reference/doctor.md. */
export interface Check {
  /** Lower case, with hyphens. It keeps its meaning between versions. */
  readonly name: string;
  readonly reads: string;
  readonly problem: string;
  readonly fix: string;
  /**
   * Returns what is wrong. The signal aborts when the time limit is exceeded.
   *
   * @throws NotCheckedError if something that it needs is missing
   */
  readonly find: (
    setup: Setup,
    signal: AbortSignal,
  ) => readonly Finding[] | Promise<readonly Finding[]>;
}

/** The result of a check. */
export type CheckResult =
  | { readonly name: string; readonly status: 'ok' }
  | { readonly name: string; readonly status: 'problem'; readonly findings: readonly Finding[] }
  | { readonly name: string; readonly status: 'not checked'; readonly reason: string };
