import { printYaml } from '../../emit/print-yaml.js';
import type { ChangeClass, ChangeDefinition, Ratcheting } from './definition.js';
import { CHANGE_TOPICS, CHANGES } from './registry.js';

/** Describes what ratcheting allows for stored objects, as a sentence. */
export const RATCHETING: Readonly<Record<Ratcheting, string>> = {
  value: 'Since Kubernetes 1.30, an update that does not change the stored value is accepted.',
  object:
    'Since Kubernetes 1.30, an update that does not change the object around the value is accepted.',
  list: 'A stored list that already contained duplicates may keep them.',
  never: 'Ratcheting does not apply: the server also rejects unchanged values.',
};

/** The classes with their descriptions. */
const CLASSES: Readonly<Record<ChangeClass, string>> = {
  breaking: 'a valid request is rejected, or its data is lost',
  risky: 'requests stay valid but have another meaning, or readers receive unexpected values',
  safe: 'neither',
};

/** Lists all codes with their classes and titles, by subject. */
export function listChanges(): string {
  const width = Math.max(...[...CHANGES.keys()].map((code) => code.length));
  const chapters = CHANGE_TOPICS.map(({ title, changes }) => {
    const rows = Object.entries<ChangeDefinition>(changes).map(
      ([code, { class: kind, title: what }]) =>
        `  ${code.padEnd(width)}  ${kind.padEnd('breaking'.length)}  ${what}`,
    );
    return [title, ...rows].join('\n');
  });
  return `${chapters.join('\n\n')}\n\nvmgen explain CODE prints the reason and an example.`;
}

/** Explains one kind of change for a terminal. */
export function explainChange(code: string, definition: ChangeDefinition): string {
  const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ');
  const { old, new: next, value } = exampleTexts(definition);
  return [
    `${code}: ${definition.title}`,
    `${definition.class}: ${CLASSES[definition.class]}.`,
    whyOf(definition),
    'Old:',
    indented(old),
    'New:',
    indented(next),
    ...(value === undefined ? [] : [`For example: ${value}`]),
  ].join('\n\n');
}

/** The chapters of the reference. */
export function changesMarkdown(): string {
  const chapters = CHANGE_TOPICS.map(({ title, changes }) => {
    const sections = Object.entries<ChangeDefinition>(changes).map(section);
    return `## ${title}\n\n${sections.join('\n')}`;
  });
  return chapters.join('\n');
}

function section([code, definition]: [string, ChangeDefinition]): string {
  const { old, new: next, value } = exampleTexts(definition);
  const fence = (text: string): string => `\`\`\`yaml\n${text}\n\`\`\`\n`;
  return [
    `### ${code}\n`,
    `**${definition.class}** ${definition.title}.\n`,
    `${whyOf(definition)}\n`,
    fence(`# old\n${old}\n---\n# new\n${next}`),
    ...(value === undefined ? [] : [`For example: \`${value}\`\n`]),
  ].join('\n');
}

function whyOf({ why, ratchets }: ChangeDefinition): string {
  return ratchets === undefined ? why : `${why} ${RATCHETING[ratchets]}`;
}

function exampleTexts({ example }: ChangeDefinition) {
  const print = (part: object | undefined): string =>
    part === undefined
      ? '# no such kind'
      : Object.keys(part).length === 0
        ? '{}'
        : printYaml(part).trimEnd();
  const texts = { old: print(example.old), new: print(example.new) };
  if (example.of === 'definition' || example.value === undefined) {
    return { ...texts, value: undefined };
  }
  const sent = JSON.stringify({ [example.of]: example.value });
  const stored =
    example.stored === undefined ? '' : ` where ${JSON.stringify(example.stored)} is stored`;
  return { ...texts, value: `${sent}${stored}` };
}
