import { CommandError } from './errors.js';

/** A flag of a command. */
interface Flag {
  /** `text` takes a value; `texts` can be repeated, or has several values with commas. */
  readonly type: 'switch' | 'text' | 'texts';
  readonly short?: string;
  readonly about: string;
  /** The allowed values. Defaults to any. */
  readonly values?: readonly string[];
}

/** The flag `--dry-run` of commands that write. */
export const DRY_RUN: Flag = {
  type: 'text',
  about: 'with server, nothing is stored',
  values: ['none', 'server'],
};

/** A command, for the parser and the help. */
export interface CommandDefinition {
  readonly name: string;
  /** What follows the name: `TYPE [NAME ...]`. */
  readonly usage: string;
  readonly about: string;
  readonly flags: Readonly<Record<string, Flag>>;
}

/** The arguments of a command. */
export class Arguments {
  readonly words: readonly string[];
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(words: readonly string[], values: ReadonlyMap<string, readonly string[]>) {
    this.words = words;
    this.#values = values;
  }

  /** Returns the same flags with other words. */
  withWords(words: readonly string[]): Arguments {
    return new Arguments(words, this.#values);
  }

  /** Returns the last value of a flag. */
  text(name: string): string | undefined {
    return this.#values.get(name)?.at(-1);
  }

  texts(name: string): readonly string[] {
    return (this.#values.get(name) ?? []).flatMap((value) => value.split(','));
  }

  isSet(name: string, unset = false): boolean {
    const value = this.text(name);
    return value === undefined ? unset : value === 'true';
  }
}

/**
 * Parses the words after the name of a command: `--name value`, `--name=value`, `-n value`, `-nvalue`.
 *
 * @throws CommandError for an unknown flag, and for one without a value
 */
export function parseFlags(command: CommandDefinition, given: readonly string[]): Arguments {
  const words: string[] = [];
  const values = new Map<string, string[]>();
  const fail = (problem: string): CommandError =>
    new CommandError(`${problem}\n${describeFlags(command)}`);
  const set = (name: string, value: string, shown: string): void => {
    const { type, values: allowed }: Flag = command.flags[name] ?? { type: 'text', about: '' };
    const isTruth = /^(true|false)$/.test(value);
    const problem =
      type === 'switch' && !isTruth
        ? 'must be true or false'
        : allowed !== undefined && !allowed.includes(value)
          ? `must be ${allowed.join(', ')}`
          : undefined;
    if (problem !== undefined) {
      throw fail(
        `invalid argument ${JSON.stringify(value)} for ${JSON.stringify(shown)}: ${problem}`,
      );
    }
    values.set(name, [...(values.get(name) ?? []), value]);
  };
  const rest = [...given];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      words.push(...rest.splice(0));
    } else if (word.startsWith('--')) {
      const [name, value] = splitAt(word.slice(2), '=');
      const flag = Object.hasOwn(command.flags, name) ? command.flags[name] : undefined;
      if (flag === undefined) throw fail(`unknown flag: --${name}`);
      const found = value ?? (flag.type === 'switch' ? 'true' : rest.shift());
      if (found === undefined) throw fail(`flag needs an argument: --${name}`);
      set(name, found, `--${name}`);
    } else if (word.startsWith('-') && word !== '-') {
      setShorthands(command, word, rest, set, fail);
    } else {
      words.push(word);
    }
  }
  return new Arguments(words, values);
}

/** `-A`, `-Aw`, `-n shop`, `-nshop` and `-n=shop`. */
function setShorthands(
  { flags }: CommandDefinition,
  word: string,
  rest: string[],
  set: (name: string, value: string, shown: string) => void,
  fail: (problem: string) => CommandError,
): void {
  for (let at = 1; at < word.length; at++) {
    const short = word.charAt(at);
    const [name, flag] = Object.entries(flags).find(([, each]) => each.short === short) ?? [];
    if (name === undefined || flag === undefined) {
      throw fail(`unknown shorthand flag: '${short}' in ${word}`);
    }
    const shown = `-${short}, --${name}`;
    if (flag.type === 'switch' && word.charAt(at + 1) !== '=') {
      set(name, 'true', shown);
      continue;
    }
    const value = at + 1 < word.length ? word.slice(at + 1).replace(/^=/, '') : rest.shift();
    if (value === undefined) throw fail(`flag needs an argument: '${short}' in ${word}`);
    set(name, value, shown);
    return;
  }
}

function splitAt(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Returns a line that lists the flags of a command. */
function describeFlags({ name, flags }: CommandDefinition): string {
  const names = Object.entries(flags).map(([flag, { short }]) =>
    short === undefined ? `--${flag}` : `--${flag} (-${short})`,
  );
  return `Flags of kubectl ${name}: ${names.join(', ')}`;
}

/** Returns the help of a command. */
export function helpOf(command: CommandDefinition): string {
  const { name, usage, about, flags } = command;
  const lines = Object.entries(flags).map(([flag, { short, type, about: meaning, values }]) => {
    const shown = `${short === undefined ? '    ' : `-${short}, `}--${flag}`;
    const value = type === 'switch' ? '' : ` ${values?.join('|') ?? 'VALUE'}`;
    return `  ${`${shown}${value}`.padEnd(34)} ${meaning}\n`;
  });
  return `${about}\n\nUsage:\n  kubectl ${name} ${usage}\n\nFlags:\n${lines.join('')}`;
}
