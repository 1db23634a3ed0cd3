import type { FindingDefinition } from './definitions/definition.js';
import { FINDINGS, FINDING_TOPICS } from './registry.js';

/** All codes with their titles, by subject. */
export function listFindings(): string {
  const width = Math.max(...[...FINDINGS.values()].map(({ name }) => name.length));
  const chapters = FINDING_TOPICS.map(({ title, findings }) => {
    const rows = Object.entries<FindingDefinition>(findings).map(
      ([code, { name, title: what }]) => `  ${code}  ${name.padEnd(width)}  ${what}`,
    );
    return [title, ...rows].join('\n');
  });
  return `${chapters.join('\n\n')}\n\nvmgen explain CODE says why, and shows what mends it.`;
}

/** All that is known of one kind of finding, for a terminal. */
export function explainFinding(
  code: string,
  { name, title, why, example }: FindingDefinition,
): string {
  const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ');
  return [
    `${code} (${name}): ${title}`,
    why,
    `${example.place === 'shell' ? 'For example' : 'Wrong'}:`,
    indented(example.wrong),
    `${example.place === 'shell' ? 'Instead' : 'Right'}:`,
    indented(example.right),
  ].join('\n\n');
}
