import type { DiagnosticCode } from '../../diagnostics/code.js';
import { closingQuote } from './closing-quote.js';
import type { MarkerDefinition } from './definition.js';

/** A suspicious part of a marker's text. */
interface SuspiciousPart {
  readonly code: DiagnosticCode;
  /** Its offset in the text. */
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
}

const COMMENT = /\s(?=\/[/*](?:\s|$))/;
/** A word between separators. */
const NULL = /null(?<=[=;{,:]\s*null)(?=\s*(?:$|[;},]))/;

/** Warns about suspicious unquoted text: the upstream grammar takes all of it as the value. */
export function suspiciousParts(text: string, { value }: MarkerDefinition): SuspiciousPart[] {
  // A quick check excludes most markers.
  if (value?.type.type === 'raw' || !/null|\/[/*]/.test(text)) return [];
  const bare = withoutQuoted(text);
  const parts: SuspiciousPart[] = [];
  const comment = bare.search(COMMENT) + 1;
  if (comment > 0) {
    parts.push({
      code: 'VMGEN3108',

      offset: comment,
      message: `the comment ${JSON.stringify(text.slice(comment))} becomes part of the value`,
      remedy: 'put it on a line of its own, or enclose the value in quotes',
    });
  }
  const nothing = takesAny(value?.type) ? bare.search(NULL) : -1;
  if (nothing >= 0) {
    parts.push({
      code: 'VMGEN3108',

      offset: nothing,
      message: 'null is the string "null" here, because the grammar has no null',
      remedy: 'write "null" with quotes if the string is meant; otherwise remove it',
    });
  }
  return parts;
}

/** The text with all quoted parts replaced by empty quotes. */
function withoutQuoted(text: string): string {
  let bare = '';
  for (let at = 0; at < text.length; at = bare.length) {
    const quote = text[at] ?? '';
    const close = quote === '"' || quote === '`' ? closingQuote(text, at, quote) : at;
    // If one quote is not closed, no later one is.
    if (close < 0) return bare + text.slice(at);
    bare += close === at ? quote : '"'.repeat(close + 1 - at);
  }
  return bare;
}

/** Whether unquoted words there can be other than strings. */
function takesAny(type: NonNullable<MarkerDefinition['value']>['type'] | undefined): boolean {
  return type?.type === 'list' ? takesAny(type.of) : type?.type === 'any';
}
