// @ts-check
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { COMMANDS as VERBS } from '../../generator/dist/cli/commands.js';
import { breakable, codeBlock } from './markdown.mjs';
import { ROOT, escape } from './repository.mjs';

/** @typedef {{ name: string, about: string, type: string, fallback: string }} Option */

const COMMANDS = [
  ...Object.entries(VERBS)
    .filter(([, verb]) => 'options' in verb)
    .map(([name]) => ({
      title: `vmgen ${name}`,
      program: 'generator/bin/vmgen.cjs',
      // The help of the default command is that of vmgen.
      words: name === 'generate' ? [] : [name],
    })),
  { title: 'vmgen-apiserver', program: 'packages/apiserver/bin/vmgen-apiserver.js', words: [] },
];

/** A page for each command, from the help that it prints. @returns {import('./layout.mjs').Page[]} */
export function commandPages() {
  return COMMANDS.map(({ title, program, words }) => {
    const help = execFileSync(process.execPath, [path.join(ROOT, program), ...words, '--help'], {
      encoding: 'utf8',
    });
    const [usage = '', rest = ''] = help.split(/^Options:\n/m);
    const [list = '', ...notes] = rest.split(/\n\n/);
    const options = optionsOf(list);
    if (options.length === 0) throw new Error(`site: the help of ${title} has no options`);
    const [line = '', ...about] = usage.trim().split('\n\n');
    const main = [
      codeBlock(escape(line.replace(/^Usage: /, '')), { language: 'text' }),
      ...about.map((paragraph) => `<p>${escape(paragraph)}</p>`),
      `<h2 id="options">Options</h2>`,
      table(options),
      `<h2 id="notes">Commands and examples</h2>`,
      codeBlock(escape(notes.join('\n\n').trim()), { language: 'text' }),
    ];
    return {
      url: `/cli/${title.replace('vmgen ', '')}/`,
      title,
      kind: 'entry',
      parent: '/cli/',
      eyebrow: '<a href="/cli/">The command line</a>',
      description: about.join(' ').replaceAll(/\s+/g, ' ').slice(0, 300),
      main: main.join('\n'),
      sections: [
        { id: '', title: '', text: about.join(' ') },
        ...options.map(({ name, about: text }) => ({ id: idOf(name), title: name, text })),
      ],
    };
  });
}

/** Links to the pages of all commands. */
export function commandList() {
  const items = COMMANDS.map(
    ({ title }) => `<li><a href="/cli/${title.replace('vmgen ', '')}/">${title}</a></li>`,
  );
  return `<h2 id="all-options">All options of each command</h2>\n<ul>${items.join('')}</ul>`;
}

/** @param {string} list as yargs prints it @returns {Option[]} */
function optionsOf(list) {
  const options = /** @type {string[][]} */ ([]);
  for (const line of list.split('\n')) {
    const [, flag, rest = ''] = /^ {2}((?:-\w, | {4})?--[\w-]+) +(.*)$/.exec(line) ?? [];
    if (flag !== undefined) options.push([flag.trim(), rest]);
    else options.at(-1)?.push(line.trim());
  }
  return options.map(([name = '', ...lines]) => {
    const text = lines.join(' ').replaceAll(/\s+/g, ' ').trim();
    const [, about = text, notes = ''] = /^(.*?)((?: ?\[[^[\]]*\])+)$/.exec(text) ?? [];
    const [, type = ''] = /\[(boolean|string|number|array)\]/.exec(notes) ?? [];
    const [, fallback = ''] = /\[default: ([^\]]*)\]/.exec(notes) ?? [];
    return { name, about, type, fallback };
  });
}

/** @param {readonly Option[]} options */
function table(options) {
  const rows = options.map(
    ({ name, about, type, fallback }) =>
      `<tr id="${idOf(name)}"><td><code class="short">${escape(name)}</code></td><td data-label="meaning">${breakable(about)}</td><td data-label="type">${type}</td><td data-label="default">${fallback === '' ? '' : `<code>${breakable(fallback)}</code>`}</td></tr>`,
  );
  const head = ['option', 'meaning', 'type', 'default'].map(
    (each) => `<th scope="col">${each}</th>`,
  );
  return `<div class="table stacked"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

/** @param {string} name such as "-v, --verbose" */
const idOf = (name) => name.slice(name.indexOf('--') + 2);
