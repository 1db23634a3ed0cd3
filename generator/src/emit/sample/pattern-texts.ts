import { type ClassPart, parsePattern, type PatternNode } from '../../text/re2-syntax.js';

/** How to print a text that matches a part of a pattern. */
interface Style {
  /** The alternative to use where there are several. */
  readonly alternative: number;
  /** How often a part is repeated beyond its minimum. */
  readonly extra: number;
}

/** A longer text is not a sample; nested repetitions would grow without a limit. */
const LONGEST = 4096;

/** The first of these that a class contains represents it. */
const PREFERRED = Array.from(
  'abcdefghijklmnopqrstuvwxyz1023456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./: @',
);

/** The first characters of Unicode, for classes without any of the preferred ones. */
const OTHERS = Array.from({ length: 0x2000 }, (_, code) => String.fromCharCode(code));

const ALTERNATIVES = 6;
const EXTRAS = [0, 1, 2, 3, 7, 15, 31, 63, 127, 255];

/**
 * Texts that probably match a pattern of RE2, the shortest ones of its first alternatives first. The caller compares them
 * with the pattern, because anchors and flags are ignored.
 */
export function patternTexts(pattern: string): readonly string[] {
  const node = parsePattern(pattern);
  const characters = new Map<PatternNode, string>();
  const texts = new Set<string>();
  for (const extra of EXTRAS) {
    for (let alternative = 0; alternative < ALTERNATIVES; alternative++) {
      texts.add(textOf(node, { alternative, extra }, characters));
    }
  }
  return [...texts];
}

/** @param characters the representatives of classes that are known */
function textOf(node: PatternNode, style: Style, characters: Map<PatternNode, string>): string {
  const print = (part: PatternNode): string => textOf(part, style, characters);
  switch (node.kind) {
    case 'alternatives': {
      const chosen = node.parts[style.alternative % node.parts.length];
      return chosen === undefined ? '' : print(chosen);
    }
    case 'sequence':
      return node.parts.map(print).join('').slice(0, LONGEST);
    case 'repeat': {
      const count = Math.min(node.least + style.extra, node.most, LONGEST);
      return print(node.part).repeat(count).slice(0, LONGEST);
    }
    case 'group':
      return print(node.part);
    case 'text':
      return node.text;
    case 'class': {
      const character = characters.get(node) ?? represent(node.parts, node.isNegated);
      characters.set(node, character);
      return character;
    }
    case 'any':
      return 'a';
    case 'assertion':
    case 'other':
      return '';
  }
}

/** One character of a class. */
function represent(parts: readonly ClassPart[], isNegated: boolean): string {
  const tests = parts.map((part) => {
    if ('from' in part) return (each: string) => part.from <= each && each <= part.to;
    const set = new RegExp(`^[${part.isNegated ? '^' : ''}${part.set}]$`, 'u');
    return (each: string) => set.test(each);
  });
  const contains = (each: string): boolean => tests.some((test) => test(each)) !== isNegated;
  return PREFERRED.find(contains) ?? OTHERS.find(contains) ?? '';
}
