import type { Format } from './options.js';

/** The report of a run, line by line. */
export interface Report {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

/** The report of a command with its exit status. */
export interface CommandReport extends Report {
  readonly exitCode: 0 | 1;
}

/** How a run is reported. */
export interface ReportSettings {
  readonly format: Format;
  /** Prints only diagnostics and documents. */
  readonly quiet: boolean;
  /** Prints informational messages too. */
  readonly verbose: boolean;
  /** Interactive: the last line is sufficient; logs contain every file. */
  readonly isTerminal: boolean;
  readonly hasColours: boolean;
}

/** The output of a subcommand, or the problem of the request. */
export type Answer = { readonly text: string } | { readonly problem: string };

/** A parsed command line that prints a text. */
export interface PrintCommand {
  readonly kind: 'print';
  readonly text: string;
}
