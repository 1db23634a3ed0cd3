// @ts-check
import { GROUPS } from './api.mjs';
import { codeBlock } from './markdown.mjs';
import { escape } from './repository.mjs';

/**
 * Prints the page of an entry.
 * @param {import('./api.mjs').ApiEntry} entry
 * @param {{ highlight: import('./highlight.mjs').Highlight, documentation: (text: string) => string,
 *   urls: ReadonlyMap<string, readonly string[]> }} options `urls` has the addresses of each public name
 */
export function apiPage(entry, { highlight, documentation, urls }) {
  /** @param {string} name */
  const urlOf = (name) => nearest(urls.get(name), entry.url);
  /** @param {string} token @param {string | undefined} kind */
  const link = (token, kind) => {
    if (kind === 'tok-s' || kind === 'tok-c') return undefined;
    return token.replaceAll(/[A-Za-z_$][\w$]*|[^A-Za-z_$]+/g, (part) => {
      const url = urlOf(part);
      return url === undefined ? escape(part) : `<a href="${url}">${escape(part)}</a>`;
    });
  };
  /** @param {import('./api.mjs').Member} member */
  const member = ({ code, documentation: text }) =>
    `<dt><code>${highlight(code, 'ts', link)}</code></dt><dd>${documentation(text)}</dd>`;
  /** @param {import('./api.mjs').ApiName} name */
  const section = ({ name, code, documentation: text, tags, members }) => {
    const parts = [
      `<h3 id="${escape(name)}" class="api-name">${escape(name)}</h3>`,
      codeBlock(highlight(code, 'ts', link), { language: 'ts' }),
      documentation(text),
      tagsOf(tags, documentation),
      ...examplesOf(tags, highlight),
      members.length === 0 ? '' : `<dl class="members">${members.map(member).join('\n')}</dl>`,
    ];
    return parts.join('\n');
  };
  const groups = GROUPS.map((group) => ({
    group,
    names: entry.names.filter((name) => name.group === group),
  })).filter(({ names }) => names.length > 0);
  const main = groups.map(
    ({ group, names }) =>
      `<h2 id="${group.toLowerCase()}">${group}</h2>\n${names.map(section).join('\n')}`,
  );
  return {
    html: `${codeBlock(highlight(`import { … } from '${entry.name}';`, 'ts'), { language: 'ts' })}${main.join('\n')}${alsoExported(entry, urls)}`,
    headings: groups.flatMap(({ group, names }) => [
      { id: group.toLowerCase(), text: group, level: 2 },
      ...names.map(({ name }) => ({ id: name, text: name, level: 3 })),
    ]),
    sections: entry.names.map(({ name, documentation: text }) => ({
      id: name,
      title: name,
      text: text.replaceAll('`', '').replaceAll(/\s+/g, ' ').slice(0, 400),
    })),
  };
}

/** The address of a name: on this page, in this package, or elsewhere. @param {readonly string[] | undefined} urls @param {string} page */
function nearest(urls, page) {
  const [, , folder] = page.split('/');
  return (
    urls?.find((url) => url.startsWith(`${page}#`)) ??
    urls?.find((url) => url.startsWith(`/api/${folder}/`)) ??
    urls?.[0]
  );
}

/** @param {readonly import('./api.mjs').Tag[]} tags @param {(text: string) => string} documentation */
function tagsOf(tags, documentation) {
  const described = tags.filter(({ name }) => name !== 'example');
  if (described.length === 0) return '';
  const items = described.map(({ name, text }) => {
    // The documentation of a type parameter or parameter begins with its name.
    const [, parameter, rest] = /^(\S+)\s+(?:- )?([^]*)$/.exec(text) ?? [];
    const isParameter = /^(param|template|typeParam)$/.test(name) && parameter !== undefined;
    const label = isParameter ? `<code>${escape(parameter ?? '')}</code>` : escape(name);
    return `<dt>${label}</dt><dd>${documentation(isParameter ? (rest ?? '') : text)}</dd>`;
  });
  return `<dl class="tags">${items.join('\n')}</dl>`;
}

/** @param {readonly import('./api.mjs').Tag[]} tags @param {import('./highlight.mjs').Highlight} highlight */
function examplesOf(tags, highlight) {
  const examples = tags.filter(({ name }) => name === 'example');
  return examples.map(({ text }) => {
    const code = text.replaceAll(/^```.*$/gm, '').trim();
    return codeBlock(highlight(code, 'ts'), { language: 'ts' });
  });
}

/** @param {import('./api.mjs').ApiEntry} entry @param {ReadonlyMap<string, readonly string[]>} urls */
function alsoExported({ others, url }, urls) {
  if (others.length === 0) return '';
  const links = others.map((name) => {
    const target = nearest(urls.get(name), url);
    return target === undefined
      ? `<code>${escape(name)}</code>`
      : `<a href="${target}"><code>${escape(name)}</code></a>`;
  });
  return `<h2 id="also-exported">Also exported</h2>\n<p>The main entry describes ${links.join(', ')}.</p>`;
}
