// @ts-check
import { slugOf } from './markdown.mjs';
import { text } from './repository.mjs';

/**
 * A generated reference, split into a page per entry: `key` is the heading of the entry, `title` that of its page, and
 * `label` what the index shows beside it.
 * @typedef {{ key: string, title: string, url: string, label: string, section: string, body: string }} Entry
 * @typedef {{ file: string, index: string, entries: Entry[] }} Reference
 */

/**
 * The references and where their entries are. Addresses of diagnostics are stable: editors link to them.
 * @type {readonly { file: string, prefix: string }[]}
 */
const REFERENCES = [
  { file: 'docs/reference/diagnostics.md', prefix: '/d/' },
  { file: 'docs/reference/markers.md', prefix: '/m/' },
  { file: 'docs/reference/diff.md', prefix: '/c/' },
];

/** @returns {Reference[]} */
export function readReferences() {
  return REFERENCES.map(({ file, prefix }) => {
    const entries = /** @type {Entry[]} */ ([]);
    const sections = text(file).split(/^(?=## )/m);
    const index = sections.map((part) => {
      const [head = '', ...bodies] = part.split(/^(?=### )/m);
      if (bodies.length === 0) return head;
      const [, section = ''] = /^## (.*)$/m.exec(head) ?? [];
      const found = bodies.map((body) => entryOf(body, prefix, section));
      entries.push(...found);
      const rows = found.map(
        ({ key, label }) => `| [\`${key}\`](#${slugOf(key)}) | ${label.replaceAll('|', '\\|')} |`,
      );
      return `${head}| name | meaning |\n| --- | --- |\n${rows.join('\n')}\n\n`;
    });
    return { file, index: index.join(''), entries };
  });
}

/** @param {string} body @param {string} prefix @param {string} section @returns {Entry} */
function entryOf(body, prefix, section) {
  const [heading = '', ...lines] = body.split('\n');
  const key = heading.replace('### ', '').trim();
  const [label = ''] = lines.filter((line) => line.trim() !== '');
  // A diagnostic begins with its name: `syntax-error`: Syntax error.
  const [, name, rest = label] = /^`([\w-]+)`: (.*)$/.exec(label) ?? [];
  return {
    key,
    title: name === undefined ? key : `${key}: ${name}`,
    url: `${prefix}${key.replace(/^\+/, '').replaceAll(':', '-')}/`,
    label: name === undefined ? firstSentence(label) : label,
    section,
    body: lines
      .join('\n')
      .replace(label, () => rest)
      .trim(),
  };
}

/** @param {string} line */
function firstSentence(line) {
  return /^.*?[.:](?= [A-Z+]|$)/.exec(line)?.[0] ?? line;
}
