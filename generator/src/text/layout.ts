/** How wide generated lines may be. */
export const LINE_WIDTH = 100;

/**
 * Marks inside a `{{#fit}}` block where a line may break, as in Prettier: either all marks of a block break
 * or none. They are private-use characters, which are escaped in all other text.
 */
export const BREAKS = {
  /** Nothing, or a line break one level deeper. */
  soft: '\uE000',
  /** A blank, or a line break one level deeper. */
  line: '\uE001',
  /** A comma only where the block breaks. */
  comma: '\uE002',
  /** Nothing, or a line break back at the block's own level. */
  close: '\uE003',
  /** A blank, or a line break back at the block's own level. */
  closeLine: '\uE004',
} as const;

const ANY_BREAK = /[\uE000-\uE004]/g;

/** Prints a block's statement in one line where that fits, else broken at its marks. */
export function fit(block: string): string {
  const flat = block.replace(ANY_BREAK, (mark) => {
    return mark === BREAKS.line || mark === BREAKS.closeLine ? ' ' : '';
  });
  const isNarrow =
    flat.length <= LINE_WIDTH || flat.split('\n').every((line) => line.length <= LINE_WIDTH);
  if (isNarrow) return flat;
  const indent = /^ */.exec(block)?.[0] ?? '';
  return block.replace(ANY_BREAK, (mark) => {
    switch (mark) {
      case BREAKS.comma:
        return ',';
      case BREAKS.close:
      case BREAKS.closeLine:
        return `\n${indent}`;
      default:
        return `\n${indent}  `;
    }
  });
}
