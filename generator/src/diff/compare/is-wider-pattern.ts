/**
 * Whether a pattern matches all that another one matches, as far as their texts show it: the same text
 * around a group of alternatives, of which the new pattern has more.
 */
export function isWiderPattern(before: string, after: string): boolean {
  const [old, next] = [topAlternatives(before), topAlternatives(after)];
  if (old === undefined || next === undefined) return false;
  if (old.every((each) => next.includes(each))) return true;
  return groupsOf(before).some((group) => {
    const prefix = before.slice(0, group.start);
    const suffix = before.slice(group.end);
    const isAround =
      after.length >= prefix.length + suffix.length &&
      after.startsWith(prefix) &&
      after.endsWith(suffix);
    if (!isAround) return false;
    const [former, alternatives] = [before.slice(group.start, group.end), middle()].map(
      topAlternatives,
    );
    return (
      former !== undefined &&
      alternatives !== undefined &&
      former.every((each) => alternatives.includes(each))
    );
    function middle(): string {
      return after.slice(prefix.length, after.length - suffix.length);
    }
  });
}

/** The alternatives of a pattern; undefined for brackets that do not match. */
function topAlternatives(pattern: string): string[] | undefined {
  const alternatives: string[] = [];
  let start = 0;
  let depth = 0;
  const isWhole = scan(pattern, (character, index) => {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (depth < 0) return false;
    if (character === '|' && depth === 0) {
      alternatives.push(pattern.slice(start, index));
      start = index + 1;
    }
    return true;
  });
  alternatives.push(pattern.slice(start));
  return isWhole && depth === 0 ? alternatives : undefined;
}

/** Splits the content of all groups, without the prefix of non-capturing groups. */
function groupsOf(pattern: string): { readonly start: number; readonly end: number }[] {
  const groups: { start: number; end: number }[] = [];
  const open: number[] = [];
  scan(pattern, (character, index) => {
    if (character === '(') open.push(pattern.startsWith('?:', index + 1) ? index + 3 : index + 1);
    const start = character === ')' ? open.pop() : undefined;
    if (start !== undefined) groups.push({ start, end: index });
    return true;
  });
  return groups;
}

/** Visits the characters outside of classes that are not escaped; false where the visitor stops. */
function scan(pattern: string, visit: (character: string, index: number) => boolean): boolean {
  // Escapes and flags change the meaning of characters.
  if (/\\[QE]|\(\?[a-zA-Z^-]/.test(pattern.replaceAll('(?:', '('))) return false;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern.charAt(index);
    if (character === '\\') index++;
    else if (character === '[') {
      index = endOfClass(pattern, index);
      if (index < 0) return false;
    } else if (!visit(character, index)) return false;
  }
  return true;
}

/** A bracket at the start of a class is an ordinary character. */
function endOfClass(pattern: string, start: number): number {
  let index = start + (pattern.charAt(start + 1) === '^' ? 2 : 1);
  if (pattern.charAt(index) === ']') index++;
  for (; index < pattern.length; index++) {
    if (pattern.charAt(index) === '\\') index++;
    else if (pattern.startsWith('[:', index)) index = pattern.indexOf(':]', index) + 1;
    else if (pattern.charAt(index) === ']') return index;
    if (index <= 0) return -1;
  }
  return -1;
}
