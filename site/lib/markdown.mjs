// @ts-check
import MarkdownIt from 'markdown-it';
import { plot } from './plot.mjs';
import { escape, text } from './repository.mjs';

/**
 * A page of text: `sections` are its parts by heading, for the search.
 * @typedef {{ id: string, text: string, level: number }} Heading
 * @typedef {{ title: string, html: string, headings: Heading[], description: string,
 *   sections: { id: string, title: string, text: string }[] }} Rendered
 * @typedef {{ file: string, slugs: Map<string, number> }} Environment
 * @typedef {InstanceType<typeof MarkdownIt>} Parser
 * @typedef {ReturnType<Parser['parse']>[number]} Token
 */

/**
 * `resolve` returns the address of a link of a file, and the title of a page. `findMarker` returns the marker that a word
 * of a comment begins with.
 * @typedef {{ highlight: import('./highlight.mjs').Highlight,
 *   resolve: (file: string, href: string) => { address: string, title?: string | undefined },
 *   findMarker: (word: string) => { name: string, url: string } | undefined }} Options
 */

/** The file that is rendered. @param {Record<string, unknown> | undefined} env */
const fileOf = (env) => String(env?.['file']);

/** The length of code that fits into a line on every screen. */
const LONGEST_SHORT = 20;

/** Renders the Markdown of this repository. @param {Options} options */
export function createMarkdown(options) {
  const markdown = new MarkdownIt({ html: true, linkify: true });
  // Names of files, such as types.md, are not hosts.
  markdown.linkify.set({ fuzzyLink: false });
  addBlockRules(markdown, options);
  addInlineRules(markdown, options);

  /**
   * Renders a page.
   * @param {string} source @param {string} file whose links are relative to it
   * @returns {Rendered}
   */
  function render(source, file) {
    /** @type {Environment} */
    const env = { file, slugs: new Map() };
    const tokens = arrange(markdown.parse(source, env));
    const headings = addAnchors(tokens, env);
    const sections = sectionsOf(tokens, headings);
    const first = tokens.findIndex(({ type }) => type === 'heading_open');
    const hasTitle = tokens[first]?.tag === 'h1';
    const body = hasTitle ? [...tokens.slice(0, first), ...tokens.slice(first + 3)] : tokens;
    const paragraph = body.find(({ type }, at) => body[at - 1]?.type === 'paragraph_open' && type);
    return {
      title: hasTitle ? (headings.find(({ level }) => level === 1)?.text ?? '') : '',
      html: markdown.renderer.render(body, markdown.options, env),
      headings: headings.filter(({ level }) => level === 2 || level === 3),
      description: plainText(paragraph).slice(0, 300),
      sections,
    };
  }

  /** Renders a text without headings, such as a docstring. @param {string} source @param {string} file */
  function fragment(source, file) {
    return markdown.render(source, { file, slugs: new Map() });
  }

  return { render, fragment };
}

/** @param {Parser} markdown @param {Options} options */
function addBlockRules({ renderer: { rules } }, { highlight, findMarker }) {
  // Comments are for authors. Our pages contain no other HTML.
  rules.html_block = rules.html_inline = (tokens, at) => {
    const content = tokens[at]?.content ?? '';
    return content.trim().startsWith('<!--') ? '' : escape(content);
  };
  rules['markup'] = (tokens, at) => tokens[at]?.content ?? '';
  rules.fence = (tokens, at) => {
    const [language = '', file] = (tokens[at]?.info ?? '').split(' ');
    const code = (tokens[at]?.content ?? '').trimEnd();
    const link = language === 'ts' ? linkMarkers : undefined;
    return codeBlock(highlight(code, language, link), { language, file });
  };
  // The synopsis of a marker, in one line.
  rules.code_block = (tokens, at) =>
    codeBlock(escape((tokens[at]?.content ?? '').trimEnd()).replaceAll('|', '|<wbr>'), {
      language: 'synopsis',
    });
  rules.table_open = (tokens, at) => {
    const end = tokens.findIndex(({ type }, index) => index > at && type === 'table_close');
    return `<div class="table${isStacked(tokens.slice(at, end)) ? ' stacked' : ''}"><table>\n`;
  };
  rules.table_close = () => '</table></div>\n';
  rules.th_open = rules.td_open = (tokens, at, _options, env) => {
    const token = tokens[at];
    // The content security policy permits no inline styles.
    const right = token?.attrGet('style') === 'text-align:right' ? ' class="right"' : '';
    const [, metric] = /^`(\w+)`$/.exec(tokens[at + 1]?.content ?? '') ?? [];
    const isName = fileOf(env).endsWith('/metrics.md') && tokens[at - 1]?.type === 'tr_open';
    const id = isName && metric !== undefined ? ` id="${metric}"` : '';
    const label = token?.attrGet('data-label') ?? '';
    return `<${token?.tag}${right}${id}${label === '' ? '' : ` data-label="${escape(label)}"`}>`;
  };
  rules.heading_close = (tokens, at) => {
    const open = tokens[at - 2];
    const id = escape(String(open?.attrGet('id')));
    const label = escape(`Link to ${plainText(tokens[at - 1])}`);
    return ` <a class="anchor" href="#${id}" aria-label="${label}">#</a></${open?.tag}>\n`;
  };

  /** @type {import('./highlight.mjs').Linker} */
  function linkMarkers(token, name) {
    const [before = '', word] = name === 'tok-c' ? token.split(/(\+[A-Za-z][\w:.-]*)/) : [];
    const marker = word === undefined ? undefined : findMarker(word);
    if (marker === undefined) return undefined;
    const rest = token.slice(before.length + marker.name.length);
    return `${escape(before)}<a href="${marker.url}">${escape(marker.name)}</a>${escape(rest)}`;
  }
}

/** @param {Parser} markdown @param {Options} options */
function addInlineRules({ renderer: { rules } }, { resolve }) {
  rules.link_open = (tokens, at, options, env, self) => {
    const token = tokens[at];
    const label = tokens[at + 1];
    const { address, title } = resolve(fileOf(env), String(token?.attrGet('href')));
    token?.attrSet('href', address);
    // On a forge, the name of a file is a good label. Here, it is the title of the page.
    if (title !== undefined && /^[\w-]+\.md$/.test(label?.content ?? '')) {
      Object.assign(label ?? {}, { content: title });
    }
    return self.renderToken(tokens, at, options);
  };
  rules.code_inline = (tokens, at) => {
    const content = tokens[at]?.content ?? '';
    // An option is not broken at its hyphens.
    const isOption = /^--[\w-]+$/.test(content);
    if (isOption || content.length <= LONGEST_SHORT)
      return `<code class="short">${escape(content)}</code>`;
    return `<code>${breakable(content)}</code>`;
  };
  rules.image = (tokens, at, _options, env) => {
    const token = tokens[at];
    const file = new URL(String(token?.attrGet('src')), `file:///${fileOf(env)}`).pathname.slice(1);
    return diagram(file, token?.content ?? '');
  };
}

/**
 * @param {string} html @param {{ language?: string, file?: string | undefined }} about
 */
export function codeBlock(html, { language = '', file }) {
  const caption = file === undefined ? '' : `<figcaption>${escape(file)}</figcaption>`;
  return `<figure class="code" data-language="${escape(language)}">${caption}<pre><code>${html}</code></pre></figure>\n`;
}

/** Prints a diagram into the page, where it has the colours of the page. @param {string} file @param {string} alternative */
function diagram(file, alternative) {
  const svg = text(file)
    .replace(/<style>[^]*?<\/style>/, '')
    .replace(/<title>[^]*?<\/title>/, '')
    .replace('<svg ', `<svg role="img" aria-label="${escape(alternative)}" class="diagram" `);
  return `<span class="figure">${svg.trim()}</span>`;
}

/**
 * Follows the comments that are for the site: `plot` before a table, and `beside` before two samples.
 * @param {Token[]} tokens
 */
function arrange(tokens) {
  const result = /** @type {Token[]} */ ([]);
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) continue;
    result.push(token);
    const comment = token.type === 'html_block' ? token.content.trim() : '';
    const [, options] = /^<!-- plot ?(.*?) ?-->$/.exec(comment) ?? [];
    if (options !== undefined) {
      const end = tokens.findIndex(({ type }, index) => index > at && type === 'table_close');
      if (end < 0) throw new Error('site: a plot needs a table after it');
      markup(token, plot(rowsOf(tokens.slice(at, end)), options));
      at = end;
    } else if (comment === '<!-- beside -->') {
      markup(token, '<div class="pair">');
      const close = /** @type {Token} */ (
        Object.assign(Object.create(token), { content: '</div>' })
      );
      result.push(...tokens.slice(at + 1, at + 3), close);
      at += 2;
    }
  }
  return result;
}

/** Makes a token HTML of our own. @param {Token} token @param {string} html */
function markup(token, html) {
  token.type = 'markup';
  token.content = html;
}

/** Code that may be broken after its parts, such as those of a path. @param {string} code */
export function breakable(code) {
  return code
    .split(/(?<=\w[_.,:/|])(?=\w)/)
    .map(escape)
    .join('<wbr>');
}

/**
 * Whether each row of a table becomes a block on a narrow screen: more than two columns do not fit beside each other, unless they
 * are numbers. The cells are then labelled with their columns.
 * @param {Token[]} tokens of a table
 */
function isStacked(tokens) {
  const cells = tokens.filter(({ type }) => type === 'th_open' || type === 'td_open');
  const titles = cells.filter(({ type }) => type === 'th_open');
  const texts = titles.filter((title) => title.attrGet('style') === null);
  if (titles.length < 3 || texts.length < 2) return false;
  const labels = titles.map((title) => plainText(tokens[tokens.indexOf(title) + 1]));
  for (const [at, cell] of cells.entries()) {
    if (cell.type === 'td_open') cell.attrSet('data-label', labels[at % labels.length] ?? '');
  }
  return true;
}

/** @param {Token[]} tokens of a table */
function rowsOf(tokens) {
  const rows = /** @type {string[][]} */ ([]);
  for (const { type, content } of tokens) {
    if (type === 'tr_open') rows.push([]);
    if (type === 'inline') rows.at(-1)?.push(content.replaceAll('`', ''));
  }
  return rows;
}

/** Gives headings the identifiers that forges give them. @param {Token[]} tokens @param {Environment} env */
function addAnchors(tokens, env) {
  const headings = /** @type {Heading[]} */ ([]);
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const title = plainText(tokens[at + 1]);
    const slug = slugOf(title);
    const count = env.slugs.get(slug) ?? 0;
    env.slugs.set(slug, count + 1);
    const id = count === 0 ? slug : `${slug}-${count}`;
    token.attrSet('id', id);
    headings.push({ id, text: title, level: Number(token.tag.slice(1)) });
  }
  return headings;
}

/** @param {string} title */
export function slugOf(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** @param {Token | undefined} token */
function plainText(token) {
  const parts = token?.children?.map(({ type, content }) =>
    type === 'softbreak' || type === 'hardbreak' ? ' ' : type === 'image' ? '' : content,
  );
  return (parts ?? []).join('').trim();
}

/** @param {Token[]} tokens @param {Heading[]} headings */
function sectionsOf(tokens, headings) {
  const sections = [{ id: '', title: '', text: '' }];
  let next = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = headings[next++];
      if (heading !== undefined && heading.level > 1) {
        sections.push({ id: heading.id, title: heading.text, text: '' });
      }
    }
    const section = sections.at(-1);
    if (token.type === 'inline' && section && tokens[at - 1]?.type !== 'heading_open') {
      section.text += `${plainText(token)} `;
    }
  }
  return sections;
}
