import type { CommentLine } from '../syntax/syntax.js';
import { CodeFences } from './language/code-fence.js';

/**
 * The documentation in the prose of a JSDoc comment: without TODO lines, up to `---` or the first
 * block tag; `@deprecated` stays as a sentence. Text inside code fences is kept as it is.
 */
export function documentationOf(prose: readonly CommentLine[]): string {
  const kept: string[] = [];
  const fences = new CodeFences();
  let inTags = false;
  for (const { text } of prose) {
    const inFence = fences.isCode(text);
    if (!inFence) {
      if (text.trim() === '---') break;
      const tag = /^\s*@(\w+)\s*(.*)$/.exec(text);
      if (tag) inTags = true;
      if (tag?.[1] === 'deprecated') kept.push(tag[2] ? `Deprecated: ${tag[2]}` : 'Deprecated.');
      if (inTags || text.trimStart().startsWith('TODO')) continue;
    } else if (inTags) continue;
    kept.push(withoutLinks(text));
  }
  return kept.join('\n').trim();
}

/** Replaces `{@link name}` and `{@link name text}` with plain text. */
function withoutLinks(text: string): string {
  return text.replace(/\{@link(?:code|plain)?\s([^{}]*)\}/g, (link, inner: string) => {
    const [target] = /^[^\s|]+/.exec(inner.trim()) ?? [];
    if (target === undefined) return link;
    const label = inner.trim().slice(target.length).trim().replace(/^\|/, '').trim();
    return label || target;
  });
}
