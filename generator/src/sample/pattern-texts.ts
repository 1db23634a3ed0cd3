/** How to print a text that matches a part of a pattern. */
interface Style {
  /** The alternative to use where there are several. */
  readonly alternative: number;
  /** How often a part is repeated beyond its minimum. */
  readonly extra: number;
}

type Printer = (style: Style) => string;

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
  const print = new PatternReader(pattern).alternatives();
  const texts = new Set<string>();
  for (const extra of EXTRAS) {
    for (let alternative = 0; alternative < ALTERNATIVES; alternative++) {
      texts.add(print({ alternative, extra }));
    }
  }
  return [...texts];
}

const NOTHING: Printer = () => '';

/** Reads a pattern from left to right. What it does not know prints nothing. */
class PatternReader {
  readonly #text: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#text = Array.from(pattern);
  }

  alternatives(): Printer {
    const all = [this.#sequence()];
    while (this.#takes('|')) all.push(this.#sequence());
    return (style) => all[style.alternative % all.length]?.(style) ?? '';
  }

  #sequence(): Printer {
    const parts: Printer[] = [];
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')') {
      parts.push(this.#repeated(this.#atom()));
    }
    return (style) =>
      parts
        .map((part) => part(style))
        .join('')
        .slice(0, LONGEST);
  }

  #repeated(part: Printer): Printer {
    const [least, most] = this.#quantifier();
    if (least === 1 && most === 1) return part;
    return (style) => {
      const count = Math.min(least + style.extra, most);
      return part(style).repeat(Math.min(count, LONGEST)).slice(0, LONGEST);
    };
  }

  #quantifier(): readonly [least: number, most: number] {
    const found = this.#simpleQuantifier() ?? this.#countedQuantifier();
    // A lazy quantifier matches the same texts.
    if (found !== undefined) this.#takes('?');
    return found ?? [1, 1];
  }

  #simpleQuantifier(): readonly [number, number] | undefined {
    if (this.#takes('*')) return [0, Infinity];
    if (this.#takes('+')) return [1, Infinity];
    return this.#takes('?') ? [0, 1] : undefined;
  }

  #countedQuantifier(): readonly [number, number] | undefined {
    const rest = this.#text.slice(this.#at, this.#at + 12).join('');
    const [whole, least = '', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    this.#at += whole.length;
    if (comma === '') return [Number(least), Number(least)];
    return [Number(least), most === '' ? Infinity : Number(most)];
  }

  #atom(): Printer {
    const first = this.#take();
    switch (first) {
      case '(': {
        this.#skipGroupStart();
        const inner = this.alternatives();
        this.#takes(')');
        return inner;
      }
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '.':
        return () => 'a';
      case '^':
      case '$':
        return NOTHING;
      default:
        return () => first;
    }
  }

  /** `?:`, `?P<name>` or flags. */
  #skipGroupStart(): void {
    if (!this.#takes('?')) return;
    while (this.#next !== undefined && this.#next !== ')') {
      const character = this.#take();
      if (character === ':' || character === '>') return;
    }
  }

  #escape(): Printer {
    const name = this.#take();
    const set = ESCAPED_CLASSES.get(name);
    if (set !== undefined) return represent([set], false);
    if (name === 'p' || name === 'P') {
      return represent([this.#property()], name === 'P');
    }
    if (/[bBAzE]/.test(name)) return NOTHING;
    if (name === 'Q') return this.#quoted();
    const character = this.#escaped(name);
    return () => character;
  }

  /** `L` or `{Greek}`. */
  #property(): RegExp {
    let name = this.#take();
    if (name === '{') {
      name = '';
      while (this.#next !== undefined && this.#next !== '}') name += this.#take();
      this.#takes('}');
    }
    return classOf(name) ?? classOf(`Script=${name}`) ?? /^[a-z]$/;
  }

  #quoted(): Printer {
    let text = '';
    while (this.#next !== undefined) {
      const character = this.#take();
      if (character === '\\' && this.#takes('E')) break;
      text += character;
    }
    return () => text;
  }

  /** The character of `\n`, `\x41`, `\x{1F600}` or `\.`. */
  #escaped(name: string): string {
    const control = CONTROLS.get(name);
    if (control !== undefined || name !== 'x') return control ?? name;
    const rest = this.#text.slice(this.#at, this.#at + 10).join('');
    const [whole = '', long, short] = /^(?:\{([\da-fA-F]+)\}|([\da-fA-F]{2}))/.exec(rest) ?? [];
    this.#at += whole.length;
    const code = parseInt(long ?? short ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  }

  #class(): Printer {
    const isNegated = this.#takes('^');
    const parts: ClassPart[] = [];
    // A bracket at the start is an ordinary character.
    do {
      parts.push(this.#classPart());
    } while (this.#next !== undefined && this.#next !== ']');
    this.#takes(']');
    return represent(parts, isNegated);
  }

  #classPart(): ClassPart {
    const rest = this.#text.slice(this.#at, this.#at + 12).join('');
    const [posix, name = ''] = /^\[:(\^?[a-z]+):\]/.exec(rest) ?? [];
    if (posix !== undefined) {
      this.#at += posix.length;
      return NAMED_CLASSES.get(name) ?? /^[a-z]$/;
    }
    const from = this.#classCharacter();
    if (typeof from !== 'string') return from;
    const isRange = this.#next === '-' && this.#text[this.#at + 1] !== ']';
    if (!isRange) return [from, from];
    this.#at++;
    const to = this.#classCharacter();
    return typeof to === 'string' ? [from, to] : to;
  }

  #classCharacter(): string | RegExp {
    const character = this.#take();
    if (character !== '\\') return character;
    const name = this.#take();
    if (name === 'p') return this.#property();
    return ESCAPED_CLASSES.get(name) ?? this.#escaped(name);
  }

  get #next(): string | undefined {
    return this.#text[this.#at];
  }

  #take(): string {
    return this.#text[this.#at++] ?? '';
  }

  #takes(character: string): boolean {
    const isNext = this.#next === character;
    if (isNext) this.#at++;
    return isNext;
  }
}

/** A range of characters, or a test of one. */
type ClassPart = readonly [from: string, to: string] | RegExp;

/** The classes of escapes, such as `\d`. */
const ESCAPED_CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ['d', /^\d$/],
  ['D', /^\D$/],
  ['w', /^\w$/],
  ['W', /^\W$/],
  ['s', /^\s$/],
  ['S', /^\S$/],
]);

/** The classes of names, such as `[:alpha:]`. */
const NAMED_CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /^[A-Za-z0-9]$/],
  ['alpha', /^[A-Za-z]$/],
  ['digit', /^\d$/],
  ['lower', /^[a-z]$/],
  ['upper', /^[A-Z]$/],
  ['punct', /^[!-/:-@[-`{-~]$/],
  ['space', /^\s$/],
  ['word', /^\w$/],
  ['xdigit', /^[A-Fa-f0-9]$/],
]);

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\u0007'],
]);

/** Prints one character of a class. */
function represent(parts: readonly ClassPart[], isNegated: boolean): Printer {
  const contains = (character: string): boolean =>
    parts.some((part) =>
      part instanceof RegExp ? part.test(character) : part[0] <= character && character <= part[1],
    ) !== isNegated;
  const character = PREFERRED.find(contains) ?? OTHERS.find(contains) ?? '';
  return () => character;
}

/** A class of Unicode; undefined for an unknown name. */
function classOf(property: string): RegExp | undefined {
  try {
    return new RegExp(`^\\p{${property}}$`, 'u');
  } catch {
    return undefined;
  }
}
