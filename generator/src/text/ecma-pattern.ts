import { type ClassPart, parsePattern, type PatternNode } from './re2-syntax.js';

/**
 * A pattern of RE2 as a regular expression of JavaScript with the flag `u`, which JSON Schema uses. Returns undefined
 * if JavaScript has no equal pattern, as for `(?i)`.
 */
export function ecmaPattern(pattern: string): string | undefined {
  const printed = print(parsePattern(pattern));
  if (printed === undefined) return undefined;
  try {
    return new RegExp(printed, 'u').unicode ? printed : undefined;
  } catch {
    return undefined;
  }
}

function print(node: PatternNode): string | undefined {
  switch (node.kind) {
    case 'alternatives':
      return joined(node.parts, '|');
    case 'sequence':
      return joined(node.parts, '');
    case 'repeat': {
      const part = print(node.part);
      const isSimple = !['sequence', 'repeat', 'alternatives'].includes(node.part.kind);
      const lazy = node.isLazy ? '?' : '';
      return part === undefined
        ? undefined
        : `${isSimple ? part : `(?:${part})`}${quantifier(node.least, node.most)}${lazy}`;
    }
    case 'group': {
      const part = print(node.part);
      return part === undefined ? undefined : `(${part})`;
    }
    case 'text':
      return escaped(node.text, /[\^$\\.*+?()[\]{}|/]/u);
    case 'class':
      return printClass(node.parts, node.isNegated);
    case 'any':
      return '[^\\n]';
    case 'assertion':
      return node.name;
    case 'other':
      return undefined;
  }
}

function joined(parts: readonly PatternNode[], separator: string): string | undefined {
  const printed = parts.map(print);
  return printed.includes(undefined) ? undefined : printed.join(separator);
}

function quantifier(least: number, most: number): string {
  if (most === Infinity && least <= 1) return least === 0 ? '*' : '+';
  if (least === 0 && most === 1) return '?';
  if (least === most) return `{${least}}`;
  return `{${least},${most === Infinity ? '' : most}}`;
}

function printClass(parts: readonly ClassPart[], isNegated: boolean): string | undefined {
  const [first, ...others] = parts;
  if (first !== undefined && others.length === 0 && 'set' in first) {
    return `[${first.isNegated === isNegated ? '' : '^'}${first.set}]`;
  }
  const printed = parts.map((part) => {
    if ('set' in part) return part.isNegated ? undefined : part.set;
    const [from, to] = [part.from, part.to].map((each) => escaped(each, /[\^\\[\]/-]/u));
    return from === to ? from : `${from}-${to}`;
  });
  return printed.includes(undefined) ? undefined : `[${isNegated ? '^' : ''}${printed.join('')}]`;
}

/** A character as a literal one. */
function escaped(character: string, special: RegExp): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
  return special.test(character) ? `\\${character}` : character;
}
