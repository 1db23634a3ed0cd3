import type { DiagnosticCode } from '../../diagnostics/code.js';
import { closingQuote } from './closing-quote.js';
import type { MarkerDefinition } from './definition.js';

/** What a marker's text says that was hardly meant. */
export interface Doubt {
  readonly code: DiagnosticCode;
  /** Where in the text. */
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
}

const REMARK = /\s(?=\/[/*](?:\s|$))/;
/** A word between what separates values. */
const NULL = /null(?<=[=;{,:]\s*null)(?=\s*(?:$|[;},]))/;

/** Doubts what stands in bare words: upstream's grammar takes all of it for the value. */
export function doubtText(text: string, { value }: MarkerDefinition): Doubt[] {
  // Of most markers a glance is enough.
  if (value?.type.type === 'raw' || !/null|\/[/*]/.test(text)) return [];
  const bare = withoutQuoted(text);
  const doubts: Doubt[] = [];
  const remark = bare.search(REMARK) + 1;
  if (remark > 0) {
    doubts.push({
      code: 'VMGEN3108',

      offset: remark,
      message: `the remark ${JSON.stringify(text.slice(remark))} becomes a part of the value`,
      remedy: 'put it into a line of its own, or the value into quotes',
    });
  }
  const nothing = takesAny(value?.type) ? bare.search(NULL) : -1;
  if (nothing >= 0) {
    doubts.push({
      code: 'VMGEN3109',

      offset: nothing,
      message: 'null is the text "null" here: this grammar has no other',
      remedy: 'write "null" with quotes if the text is meant, else leave it out',
    });
  }
  return doubts;
}

/** The text with quotes in place of all that stands in them. */
function withoutQuoted(text: string): string {
  let bare = '';
  for (let at = 0; at < text.length; at = bare.length) {
    const quote = text[at] ?? '';
    const close = quote === '"' || quote === '`' ? closingQuote(text, at, quote) : at;
    // Where one quote is not closed, none after it is.
    if (close < 0) return bare + text.slice(at);
    bare += close === at ? quote : '"'.repeat(close + 1 - at);
  }
  return bare;
}

/** Whether bare words are more than texts there. */
function takesAny(type: NonNullable<MarkerDefinition['value']>['type'] | undefined): boolean {
  return type?.type === 'list' ? takesAny(type.of) : type?.type === 'any';
}
