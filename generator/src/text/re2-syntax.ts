/** A part of a pattern of RE2. */
export type PatternNode =
  | { readonly kind: 'alternatives' | 'sequence'; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly part: PatternNode;
      readonly least: number;
      /** Infinity without a limit. */
      readonly most: number;
      readonly isLazy: boolean;
    }
  | { readonly kind: 'group'; readonly part: PatternNode }
  | { readonly kind: 'class'; readonly isNegated: boolean; readonly parts: readonly ClassPart[] }
  | { readonly kind: 'text'; readonly text: string }
  /** The start or the end of the text or of a word. */
  | { readonly kind: 'assertion'; readonly name: '^' | '$' | '\\b' | '\\B' }
  /** Any character but a line feed. */
  | { readonly kind: 'any' }
  /** Flags such as `(?i)`, or an escape without an equivalent elsewhere. */
  | { readonly kind: 'other' };

/** A range of characters, or the characters that match a regular expression of JavaScript. */
export type ClassPart =
  | { readonly from: string; readonly to: string }
  /** The content of a class in JavaScript, such as `a-z`. */
  | { readonly set: string; readonly isNegated: boolean };

/** Reads a pattern of RE2, which must be valid: a part that is invalid is read as another one. */
export const parsePattern = (pattern: string): PatternNode => new PatternReader(pattern).read();

class PatternReader {
  readonly #text: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#text = Array.from(pattern);
  }

  read(): PatternNode {
    const parts = [this.#alternatives()];
    // A parenthesis that closes nothing.
    while (this.#takes(')')) parts.push(this.#alternatives());
    return { kind: 'sequence', parts };
  }

  #alternatives(): PatternNode {
    const parts = [this.#sequence()];
    while (this.#takes('|')) parts.push(this.#sequence());
    return { kind: 'alternatives', parts };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')') {
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: 'sequence', parts };
  }

  #repeated(part: PatternNode): PatternNode {
    const found = this.#simpleQuantifier() ?? this.#countedQuantifier();
    if (found === undefined) return part;
    const [least, most] = found;
    return { kind: 'repeat', part, least, most, isLazy: this.#takes('?') };
  }

  #simpleQuantifier(): readonly [number, number] | undefined {
    if (this.#takes('*')) return [0, Infinity];
    if (this.#takes('+')) return [1, Infinity];
    return this.#takes('?') ? [0, 1] : undefined;
  }

  #countedQuantifier(): readonly [number, number] | undefined {
    const [whole, least = '', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(this.#rest(12)) ?? [];
    if (whole === undefined) return undefined;
    this.#at += whole.length;
    if (comma === '') return [Number(least), Number(least)];
    return [Number(least), most === '' ? Infinity : Number(most)];
  }

  #atom(): PatternNode {
    const first = this.#take();
    switch (first) {
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '.':
        return { kind: 'any' };
      case '^':
      case '$':
        return { kind: 'assertion', name: first };
      default:
        return { kind: 'text', text: first };
    }
  }

  /** Names of groups have no effect. */
  #group(): PatternNode {
    let hasFlags = false;
    if (this.#takes('?')) {
      let start = '';
      while (this.#next !== undefined && this.#next !== ')') {
        start += this.#take();
        if (/[:>]$/.test(start)) break;
      }
      hasFlags = start !== ':' && !start.endsWith('>');
    }
    const part = this.#alternatives();
    this.#takes(')');
    return hasFlags
      ? { kind: 'sequence', parts: [{ kind: 'other' }, part] }
      : { kind: 'group', part };
  }

  #escape(): PatternNode {
    const name = this.#take();
    const part = this.#classEscape(name);
    if (part !== undefined) return { kind: 'class', isNegated: false, parts: [part] };
    switch (name) {
      case 'A':
        return { kind: 'assertion', name: '^' };
      case 'z':
        return { kind: 'assertion', name: '$' };
      case 'b':
      case 'B':
        return { kind: 'assertion', name: `\\${name}` };
      case 'Q':
        return this.#quoted();
      case 'C':
        return { kind: 'other' };
      default:
        return { kind: 'text', text: this.#character(name) };
    }
  }

  #quoted(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#next !== undefined) {
      const text = this.#take();
      if (text === '\\' && this.#takes('E')) break;
      parts.push({ kind: 'text', text });
    }
    return { kind: 'sequence', parts };
  }

  /** `\d`, `\pL` or `\p{Greek}`. */
  #classEscape(name: string): ClassPart | undefined {
    const set = ESCAPED_SETS.get(name.toLowerCase());
    const isNegated = name !== name.toLowerCase();
    if (set !== undefined) return { set, isNegated };
    if (name !== 'p' && name !== 'P') return undefined;
    let property = this.#take();
    if (property === '{') {
      property = '';
      while (this.#next !== undefined && this.#next !== '}') property += this.#take();
      this.#takes('}');
    }
    const isOpposite = property.startsWith('^');
    return { set: unicodeSet(property.replace('^', '')), isNegated: isNegated !== isOpposite };
  }

  /** The character of `\n`, `\x41`, `\x{1F600}` or `\.`. */
  #character(name: string): string {
    const control = CONTROLS.get(name);
    if (control !== undefined || name !== 'x') return control ?? name;
    const [whole = '', long, short] =
      /^(?:\{([\da-fA-F]+)\}|([\da-fA-F]{2}))/.exec(this.#rest(10)) ?? [];
    this.#at += whole.length;
    const code = parseInt(long ?? short ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  }

  #class(): PatternNode {
    const isNegated = this.#takes('^');
    const parts: ClassPart[] = [];
    // A bracket at the start is an ordinary character.
    do {
      parts.push(this.#classPart());
    } while (this.#next !== undefined && this.#next !== ']');
    this.#takes(']');
    return { kind: 'class', isNegated, parts };
  }

  #classPart(): ClassPart {
    const [whole, opposite, name = ''] = /^\[:(\^?)([a-z]+):\]/.exec(this.#rest(12)) ?? [];
    const named = NAMED_SETS.get(name);
    if (whole !== undefined && named !== undefined) {
      this.#at += whole.length;
      return { set: named, isNegated: opposite === '^' };
    }
    const from = this.#classCharacter();
    if (typeof from !== 'string') return from;
    const isRange = this.#next === '-' && this.#text[this.#at + 1] !== ']';
    if (!isRange) return { from, to: from };
    this.#at++;
    const to = this.#classCharacter();
    return typeof to === 'string' ? { from, to } : to;
  }

  #classCharacter(): string | ClassPart {
    const character = this.#take();
    if (character !== '\\') return character;
    const name = this.#take();
    return this.#classEscape(name) ?? this.#character(name);
  }

  get #next(): string | undefined {
    return this.#text[this.#at];
  }

  #rest(length: number): string {
    return this.#text.slice(this.#at, this.#at + length).join('');
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

/** The sets of escapes. In JavaScript, `\s` contains more. */
const ESCAPED_SETS: ReadonlyMap<string, string> = new Map([
  ['d', '0-9'],
  ['w', 'A-Za-z0-9_'],
  ['s', '\\t\\n\\f\\r '],
]);

/** The sets of names, such as `[:alpha:]`. */
const NAMED_SETS: ReadonlyMap<string, string> = new Map([
  ['alnum', 'A-Za-z0-9'],
  ['alpha', 'A-Za-z'],
  ['ascii', '\\x00-\\x7f'],
  ['blank', '\\t '],
  ['cntrl', '\\x00-\\x1f\\x7f'],
  ['digit', '0-9'],
  ['graph', '!-~'],
  ['lower', 'a-z'],
  ['print', ' -~'],
  ['punct', '!-\\/:-@\\[-`\\{-~'],
  ['space', '\\t\\n\\v\\f\\r '],
  ['upper', 'A-Z'],
  ['word', 'A-Za-z0-9_'],
  ['xdigit', 'A-Fa-f0-9'],
]);

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\u0007'],
]);

/** A property of Unicode; RE2 does not distinguish categories and scripts. */
function unicodeSet(property: string): string {
  const sets = [`\\p{${property}}`, `\\p{Script=${property}}`];
  return sets.find(isSet) ?? 'a-z';
}

function isSet(set: string): boolean {
  try {
    return new RegExp(`[${set}]`, 'u').unicode;
  } catch {
    return false;
  }
}
