import type { FindingCode } from '../findings/code.js';
import type { MarkerDefinition } from './definition.js';

/** What a marker's text says that was hardly meant. */
export interface Doubt {
  readonly code: FindingCode;
  /** Where in the text. */
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
}

const REMARK = /\s(?=\/[/*](?:\s|$))/;
/** A word between what separates values. */
const NULL = /(?<=[=;{,:]\s*)null(?=\s*(?:$|[;},]))/;

/** Doubts what stands in bare words: upstream's grammar takes all of it for the value. */
export function doubtText(text: string, { value }: MarkerDefinition): Doubt[] {
  // Of most markers a glance is enough.
  if (value?.type.type === 'raw' || !/null|\/[/*]/.test(text)) return [];
  const bare = text.replace(/"(?:[^"\\]|\\.)*"|`[^`]*`/g, (quoted) => '"'.repeat(quoted.length));
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

/** Whether bare words are more than texts there. */
function takesAny(type: NonNullable<MarkerDefinition['value']>['type'] | undefined): boolean {
  return type?.type === 'list' ? takesAny(type.of) : type?.type === 'any';
}
