import type { Outcome } from './outcome.js';
import { reportText } from './report-text.js';
import type { Report, ReportSettings } from './report.js';

/** Formats an outcome; loads only the code of the requested format. */
export async function reportOf(whole: Outcome, settings: ReportSettings): Promise<Report> {
  const diagnostics = whole.diagnostics.filter(
    ({ severity }) => settings.verbose || severity !== 'info',
  );
  const outcome = { ...whole, diagnostics };
  switch (settings.format) {
    case 'json':
      return (await import('./report-json.js')).reportJson(outcome);
    case 'github':
      return (await import('./report-github.js')).reportGithub(outcome, settings.quiet);
    case 'text':
      return reportText(outcome, settings);
  }
}
