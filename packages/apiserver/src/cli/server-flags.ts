/** The flags of a command line, as Go's programs read them. */
export interface ServerFlags {
  /** The values of each flag in their order. A flag without a value has `true`. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The first argument that is no flag and no value of one. */
  readonly unexpected: string | undefined;
}

/**
 * Parses `--name=value`, `--name value`, `--name`, and the same with one dash. A text after a flag
 * is its value, because the servers take no other arguments: unknown flags need no definition.
 */
export function parseServerFlags(args: readonly string[]): ServerFlags {
  const values = new Map<string, string[]>();
  let unexpected: string | undefined;
  const add = (name: string, value: string): void => {
    values.set(name, [...(values.get(name) ?? []), value]);
  };
  for (let i = 0; i < args.length; i++) {
    const argument = args[i] ?? '';
    const [, name, assigned] = /^--?([A-Za-z][\w-]*)(?:=([^]*))?$/.exec(argument) ?? [];
    const next = args[i + 1];
    if (name === undefined) {
      unexpected ??= argument;
    } else if (assigned !== undefined || next === undefined || next.startsWith('-')) {
      add(name, assigned ?? 'true');
    } else {
      add(name, next);
      i++;
    }
  }
  return { values, unexpected };
}

/** Returns the last value of a flag, as Go's programs use it; undefined if it is absent or empty. */
export function lastOf({ values }: ServerFlags, name: string): string | undefined {
  const value = values.get(name)?.at(-1);
  return value === '' ? undefined : value;
}
