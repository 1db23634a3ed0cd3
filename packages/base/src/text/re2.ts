import { errorMessage } from './error-message.js';
import { loadRe2 } from './load-re2.js';

/** A compiled pattern. */
export interface Pattern {
  /** The number of steps in its program. */
  readonly size: number;
  /** Whether the text contains a match. */
  test(text: string): boolean;
  /**
   * All matches from left to right, at most `limit` of them where it is not negative.
   *
   * @param onSearch called before each search with the length of the rest, which it may read whole
   */
  findAll(text: string, limit: number, onSearch?: (length: number) => void): string[];
}

/**
 * The steps that a search may need in the worst case: a step for each part of the pattern and each character, about
 * 2 seconds. A usual pattern needs fewer for any text that etcd stores.
 */
export const MAX_SEARCH_STEPS = 150_000_000;

const STEPS_PER_MS = 100_000;

/** The steps of a search that has taken a time. Usual patterns need far fewer than in the worst case. */
export const searchSteps = ({ size }: Pattern, length: number, ms: number): number =>
  Math.floor(Math.min(size * length, ms * STEPS_PER_MS));

/**
 * Compiles a pattern of Go's regexp package (RE2).
 *
 * @throws Error with Go's words (`error parsing regexp: ...`) where the pattern is invalid
 */
export function compilePattern(source: string): Pattern {
  const { RE2JS } = loadRe2();
  const compiled = RE2JS.compile(source);
  return {
    size: compiled.programSize(),
    test: (text) => compiled.matcher(text).find(),
    findAll(text, limit, onSearch) {
      const matcher = compiled.matcher(text);
      const found: string[] = [];
      let end = -1;
      while (limit < 0 || found.length < limit) {
        onSearch?.(text.length - Math.max(end, 0));
        if (!matcher.find()) break;
        // Go skips an empty match that begins where the last one ended.
        const match = matcher.group() ?? '';
        const isRepeat = match === '' && matcher.start() === end;
        if (!isRepeat) found.push(match);
        end = matcher.end();
      }
      return found;
    },
  };
}

/** Compiles a pattern as {@link compilePattern}, or says in Go's words what is wrong with it. */
export function tryCompilePattern(source: string): Pattern | string {
  try {
    return compilePattern(source);
  } catch (error) {
    const text = errorMessage(error);
    // Go names the expression's rest here, which is empty; the port leaves it out.
    return text.endsWith('trailing backslash at end of expression') ? `${text}: \`\`` : text;
  }
}
