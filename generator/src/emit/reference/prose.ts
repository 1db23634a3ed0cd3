import { visibleCharacter } from '../../diagnostics/visible-text.js';

/** A part of a line. */
export type Span =
  | { readonly kind: 'text' | 'code' | 'strong'; readonly text: string }
  /** `href` is an address of the web, or a place of the reference. */
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

/** A part of a documentation. */
export type Block =
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Span[])[] }
  | { readonly kind: 'code'; readonly text: string };

/** Characters without a form of their own, which may change the order of others. Joiners of letters and emoji remain. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text for one line of a page, in which each hidden character is replaced by its number. */
export const shownText = (text: string): string => text.replace(HIDDEN, visibleCharacter);

export const textSpan = (text: string): Span => ({ kind: 'text', text });
export const codeSpan = (text: string): Span => ({ kind: 'code', text: shownText(text) });

const FENCE = /^\s*```/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/;

/**
 * Reads a comment: paragraphs, lists, code, and links to addresses of the web. Everything else, such as HTML, is text. So
 * no comment can add anything else to a page.
 */
export function readProse(comment: string): readonly Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let items: string[] | undefined;
  let code: string[] | undefined;
  const end = (): void => {
    const text = lines.join(' ').trim();
    if (items !== undefined) blocks.push({ kind: 'list', items: items.map(readLine) });
    else if (text !== '') blocks.push({ kind: 'paragraph', spans: readLine(text) });
    lines = [];
    items = undefined;
  };
  for (const line of comment.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const [, item] = ITEM.exec(line) ?? [];
    if (FENCE.test(line)) {
      end();
      if (code !== undefined) blocks.push(codeBlock(code));
      code = code === undefined ? [] : undefined;
    } else if (code !== undefined) code.push(line);
    else if (line.trim() === '') end();
    else if (item !== undefined) {
      if (items === undefined) end();
      items = [...(items ?? []), item];
    } else if (items !== undefined) items.push(`${items.pop() ?? ''} ${line.trim()}`);
    else lines.push(line.trim());
  }
  end();
  if (code !== undefined) blocks.push(codeBlock(code));
  return blocks;
}

const codeBlock = (lines: readonly string[]): Block => ({
  kind: 'code',
  text: lines.map(shownText).join('\n'),
});

/** Code, a link of Markdown, or an address. */
const SPAN =
  /(`+)(?!`)(.+?)(?<!`)\1(?!`)|\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)|(https?:\/\/[^\s<>"'`()[\]{}|\\^]*[^\s<>"'`()[\]{}|\\^.,;:!?])/g;

/** Reads the spans of one line. */
export function readLine(line: string): readonly Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of line.matchAll(SPAN)) {
    const [whole, , code, label, target, address] = match;
    const href = target ?? address;
    if (match.index > end) spans.push(textSpan(shownText(line.slice(end, match.index))));
    if (code !== undefined) spans.push(codeSpan(code.trim()));
    else spans.push(linkOf(shownText(label ?? whole), href ?? ''));
    end = match.index + whole.length;
  }
  if (end < line.length) spans.push(textSpan(shownText(line.slice(end))));
  return spans;
}

function linkOf(text: string, href: string): Span {
  return URL.canParse(href) ? { kind: 'link', text, href: new URL(href).href } : textSpan(text);
}
