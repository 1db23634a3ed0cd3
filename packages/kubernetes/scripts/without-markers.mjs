// @ts-check
/** The marker that holds a whole description, because JSDoc cannot contain every text. */
const DESCRIPTION = '+vmgen:description=';

/**
 * Removes the markers from the JSDoc of declarations. Converts a description in a marker to a comment.
 *
 * @param {string} text
 */
export function withoutMarkers(text) {
  return text.replace(/^([ \t]*)\/\*\*([^]*?)\*\/[ \t]*\n/gm, (_, margin, inside) =>
    comment(linesOf(inside), margin),
  );
}

/** @param {string} inside */
function linesOf(inside) {
  return inside
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .flatMap((line) => {
      if (!/^\+[A-Za-z]/.test(line)) return [line];
      if (!line.startsWith(DESCRIPTION)) return [];
      const description = JSON.parse(line.slice(DESCRIPTION.length));
      // Escape the end of a comment and JSDoc tags.
      return description
        .replaceAll('*/', '*\\/')
        .replaceAll(/^(\s*)@/gm, '$1\\@')
        .split('\n');
    });
}

/**
 * @param {readonly string[]} lines
 * @param {string} margin
 */
function comment(lines, margin) {
  const kept = lines.filter((line, index) => line !== '' || (lines[index - 1] ?? '') !== '');
  while (kept[0] === '') kept.shift();
  while (kept.at(-1) === '') kept.pop();
  if (kept.length === 0) return '';
  if (kept.length === 1) return `${margin}/** ${kept[0]} */\n`;
  const body = kept.map((line) => `${margin} *${line === '' ? '' : ` ${line}`}\n`).join('');
  return `${margin}/**\n${body}${margin} */\n`;
}
