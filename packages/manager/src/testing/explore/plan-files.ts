import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation } from './explore-options.js';
import { planJson, planName, replayedFile } from './plan.js';
import { violationHtml } from './violation-html.js';

/** The variable with the folder in which violations are kept. Without it, nothing is written. */
const VARIABLE = 'VMGEN_PLANS';

/** Returns a violation of a replay with the file of its plan, so that it has the same command again. */
export function replayedOf(violation: Violation): Violation {
  const file = replayedFile();
  return file === undefined ? violation : { ...violation, file };
}

/** Writes the file of a violation and a page for its reader, if the environment names a folder for it. */
export function kept(violation: Violation): Violation {
  const folder = process.env[VARIABLE];
  if (folder === undefined || folder === '') return violation;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${planName(violation.plan)}.json`);
  writeFileSync(file, fileText(violation));
  const found = { ...violation, file };
  writeFileSync(file.replace(/json$/, 'html'), violationHtml(found));
  return found;
}

/** A plan for `vmgen replay`, with the broken promises for its reader. */
function fileText({ plan, problems }: Violation): string {
  const content = { ...(JSON.parse(planJson(plan)) as object), problems };
  return `${JSON.stringify(content, null, 2)}\n`;
}
