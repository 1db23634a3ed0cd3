import type { Format } from './options.js';

/** What a run says, line by line. */
export interface Report {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

/** How a run is put into words. */
export interface ReportSettings {
  readonly format: Format;
  /** Leaves out what is neither a diagnostic nor a document. */
  readonly quiet: boolean;
  /** Tells remarks as well. */
  readonly verbose: boolean;
  /** Somebody looks on, for whom the last line is enough; logs keep every file. */
  readonly isTerminal: boolean;
  readonly hasColours: boolean;
}
