import { STYLE } from '../../pages/page-style.js';
import { disturbanceText } from './disturbances.js';
import { effectText, faultText } from './effects.js';
import type { Violation } from './explore-options.js';
import { foldedTimeline } from './folded-timeline.js';
import { planText, type Plan } from './plan.js';
import { replayCommand } from './violation-text.js';
import type { TimelineEntry } from './explored-world.js';

const OWN_STYLE = `
pre { margin: 0; overflow-x: auto; font: 0.8125rem/1.4 ui-monospace, monospace; white-space: pre-wrap; }
td:empty::before { content: none; }
td { font-size: 0.8125rem; }
.fault { color: var(--red); font-weight: 600; }
.read, .seen { color: var(--muted); }
.change { color: var(--blue); }
`;

/**
 * Returns a violation as a page: the plan, the broken promises with the difference from the run without
 * faults, and who read, wrote and saw what when. The page has no script and loads nothing.
 *
 * @example
 * import { writeFile } from 'node:fs/promises';
 *
 * await writeFile('violation.html', violationHtml(violation));
 */
export function violationHtml({ plan, problems, timeline, file }: Violation): string {
  const title = escaped(planText(plan));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}${OWN_STYLE}</style>
</head>
<body>
<header>
<h1>Step ${escaped(JSON.stringify(plan.step))}</h1>
<p class="muted">${escaped(plan.exploration ?? '')}</p>
</header>
<h2>Plan</h2>
<ol class="list">
${planItems(plan).join('\n')}
</ol>
<h2>Broken promises</h2>
<ul class="list">
${problems.map((each) => `<li class="card">${problemHtml(each)}</li>`).join('\n')}
</ul>
<h2>Timeline</h2>
<div class="card tablecard">
${timelineHtml(foldedTimeline(timeline))}
</div>
<h2>Replay</h2>
<pre class="card">${escaped(replayCommand(plan, file))}</pre>
</body>
</html>
`;
}

const planItems = ({ faults, disturbances = [] }: Plan): string[] => [
  ...faults.map(
    (each) =>
      `<li class="card"><strong>${escaped(faultText(each))}</strong> <code>${escaped(effectText(each))}</code></li>`,
  ),
  ...disturbances.map((each) => `<li class="card">${escaped(disturbanceText(each))}</li>`),
];

/** Marks the lines of a difference: `-` without faults, `+` with them. */
function problemHtml(problem: string): string {
  const lines = problem.split('\n').map((line) => {
    if (line.startsWith('    - ')) return `<span class="good">${escaped(line)}</span>`;
    if (line.startsWith('    + ')) return `<span class="bad">${escaped(line)}</span>`;
    return escaped(line);
  });
  return `<pre>${lines.join('\n')}</pre>`;
}

/** A column for each who takes part: the user, the processes of the operator, and the others. */
function timelineHtml(timeline: readonly TimelineEntry[]): string {
  const lanes = [...new Set(timeline.map(({ who }) => who))].sort((a, b) => rank(a) - rank(b));
  const head = ['Seconds', ...lanes].map((lane) => `<th scope="col">${escaped(lane)}</th>`);
  const rows = timeline.map((entry) => {
    const cells = lanes.map((lane) => cellHtml(lane, entry));
    return `<tr><th scope="row">${(entry.ms / 1000).toFixed(3)}</th>${cells.join('')}</tr>`;
  });
  return `<table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}

const rank = (who: string): number =>
  who === 'user' ? 0 : /^operator \d+$/.test(who) ? 1 : who === 'server' ? 2 : 3;

function cellHtml(lane: string, { who, what, kind }: TimelineEntry): string {
  if (who !== lane) return '<td></td>';
  const style = kind === undefined ? '' : ` class="${kind}"`;
  return `<td data-label="${escaped(lane)}"${style}>${escaped(what)}</td>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML. Control characters, such as those that reverse a text, become visible. */
function escaped(text: string): string {
  return text
    .replace(/[^\P{C}\n]/gu, (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/[&<>"']/g, (each) => ENTITIES[each] ?? each);
}
