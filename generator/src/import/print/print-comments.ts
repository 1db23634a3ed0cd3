import { docComment } from '../../render/escape.js';
import type { Comments } from '../shapes/shape.js';

/** Where markers stand: in lines of their own, or in the documentation, which declaration files keep. */
export type MarkerStyle = 'lines' | 'documentation';

/** The comments above a declaration or a field, each line ended. */
export function printComments(
  { doc, markers }: Comments,
  indent: number,
  style: MarkerStyle,
): string {
  const margin = ' '.repeat(indent);
  if (style === 'documentation') {
    const text = [doc, markers.join('\n')].filter((part) => part !== '').join('\n\n');
    return text === '' ? '' : `${docComment(text, indent)}\n`;
  }
  const documentation = doc === '' ? '' : `${docComment(doc, indent)}\n`;
  return documentation + markers.map((marker) => `${margin}// ${marker}\n`).join('');
}
