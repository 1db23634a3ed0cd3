import type { Palette } from '../findings/format-finding.js';
import type { Format } from './options.js';
import type { Outcome } from './outcome.js';
import { reportGithub } from './report-github.js';
import { reportJson } from './report-json.js';
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
  /** Somebody looks on, for whom the last line is enough; logs keep every file. */
  readonly isTerminal: boolean;
  readonly palette: Palette;
}

/** Puts an outcome into words. */
export function reportOf(outcome: Outcome, settings: ReportSettings): Report {
  switch (settings.format) {
    case 'json':
      return reportJson(outcome);
    case 'github':
      return reportGithub(outcome, settings.quiet);
    case 'text': {
      const { stdout, stderr } = reportText(outcome, settings.palette);
      return { stderr, stdout: settings.quiet ? [] : settings.isTerminal ? stdout.slice(-1) : stdout };
    }
  }
}
