// @ts-check
import { createHighlighter } from 'shiki';
import { escape } from './repository.mjs';

/** The languages of our fences. Others are printed without colours. */
const LANGUAGES = ['diff', 'go', 'js', 'json', 'rust', 'sh', 'ts', 'yaml'];

/**
 * The scopes of each class. Shiki writes colours as inline styles, which the content security policy forbids, so the
 * theme has a number as the colour of each class.
 * @type {Record<string, string[]>}
 */
const SCOPES = {
  'tok-c': ['comment', 'punctuation.definition.comment'],
  'tok-s': ['string', 'punctuation.definition.string', 'markup.inserted'],
  'tok-k': ['keyword', 'storage', 'variable.language', 'punctuation.separator.key-value.yaml'],
  'tok-n': ['constant', 'support.constant', 'markup.deleted'],
  'tok-f': ['entity.name.function', 'support.function', 'meta.function-call entity.name.function'],
  'tok-t': ['entity.name.type', 'support.type', 'support.class', 'entity.name.tag'],
};
const NAMES = Object.keys(SCOPES);
/** @param {number} at */
const colourOf = (at) => `#00000${at + 1}`;
const THEME = {
  name: 'classes',
  type: /** @type {const} */ ('light'),
  fg: '#000000',
  bg: '#ffffff',
  settings: [
    ...Object.values(SCOPES).map((scope, at) => ({
      scope,
      settings: { foreground: colourOf(at) },
    })),
    // Words of operators and of types in annotations are neither keywords nor constants.
    {
      scope: ['keyword.operator', 'support.type.property-name.json'],
      settings: { foreground: '#000000' },
    },
  ],
};

/**
 * Replaces a token by HTML, or returns nothing to print it as it is.
 * @typedef {(token: string, name: string | undefined) => string | undefined} Linker
 */

/** @typedef {(code: string, language: string, link?: Linker) => string} Highlight */

/** Resolves with a function that returns code as HTML. @returns {Promise<Highlight>} */
export async function createHighlight() {
  const shiki = await createHighlighter({ themes: [THEME], langs: LANGUAGES });
  return (code, name, link) => {
    // Our consoles have no prompts.
    const language = name === 'console' ? 'sh' : name;
    if (!LANGUAGES.includes(language)) return escape(code);
    const { tokens } = shiki.codeToTokens(code, {
      lang: /** @type {import('shiki').BundledLanguage} */ (language),
      theme: THEME.name,
      // The default limit of time would leave the rest of a sample without colours on a busy machine.
      tokenizeTimeLimit: 0,
    });
    return tokens
      .map((line) => line.map(({ content, color }) => span(content, color, link)).join(''))
      .join('\n');
  };
}

/** @param {string} content @param {string | undefined} colour @param {Linker | undefined} link */
function span(content, colour, link) {
  const name = NAMES.find((_, at) => colourOf(at) === colour?.toLowerCase());
  const inner = link?.(content, name) ?? escape(content);
  return name === undefined ? inner : `<span class="${name}">${inner}</span>`;
}
