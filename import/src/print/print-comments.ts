import { docComment } from '#generator/render/escape.js';
import type { Comments } from '../shapes/shape.js';

/** The position of markers: in separate lines, or in the documentation, which declaration files keep. */
export type MarkerStyle = 'lines' | 'documentation';

/** The comments above a declaration or a field, each line ended. */
export function printComments(
  { doc, markers, see }: Comments,
  indent: number,
  style: MarkerStyle,
): string {
  const margin = ' '.repeat(indent);
  const inside = style === 'documentation' ? markers.join('\n') : '';
  // Text after a tag belongs to the tag.
  const tag = see === undefined ? '' : `@see ${see}`;
  const text = [doc, inside, tag].filter((part) => part !== '').join('\n\n');
  const documentation = text === '' ? '' : `${docComment(text, indent)}\n`;
  if (style === 'documentation') return documentation;
  return documentation + markers.map((marker) => `${margin}// ${marker}\n`).join('');
}
