import type { Format } from './options.js';
import type { Outcome } from './outcome.js';
import { reportText } from './report-text.js';

/** What a run says, line by line. */
export interface Report {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

/** How a run is put into words. */
export interface ReportSettings {
  readonly format: Format;
  /** Leaves out what is neither a finding nor a document. */
  readonly quiet: boolean;
  /** Tells remarks as well. */
  readonly verbose: boolean;
  /** Somebody looks on, for whom the last line is enough; logs keep every file. */
  readonly isTerminal: boolean;
  readonly hasColours: boolean;
}

/** Puts an outcome into words; loads what the format needs. */
export async function reportOf(whole: Outcome, settings: ReportSettings): Promise<Report> {
  const findings = whole.findings.filter(
    ({ severity }) => settings.verbose || severity !== 'remark',
  );
  const outcome = { ...whole, findings };
  switch (settings.format) {
    case 'json':
      return (await import('./report-json.js')).reportJson(outcome);
    case 'github':
      return (await import('./report-github.js')).reportGithub(outcome, settings.quiet);
    case 'text':
      return reportText(outcome, settings);
  }
}
