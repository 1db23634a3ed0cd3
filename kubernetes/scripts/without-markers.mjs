// @ts-check
/** What a marker of the whole text of a declaration is called: JSDoc cannot hold every text. */
const DESCRIPTION = '+vmgen:description=';

/**
 * Declarations without the markers in their JSDoc. A description that a marker holds becomes a comment.
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
      // What would end the comment, or be a tag of it.
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
