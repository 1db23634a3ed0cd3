/** What a user sees and shares: the files of the editor. */
export interface PlaygroundState {
  /** The texts by path: `GROUP/VERSION/NAME.ts` for types, and {@link OBJECTS_FILE}. */
  readonly files: Readonly<Record<string, string>>;
  /** The path of the file in the editor. */
  readonly active: string;
}

/** The file with the objects that kubectl applies. */
export const OBJECTS_FILE = 'objects.yaml';

/** The largest state that is compiled, kept and shared. */
export const LIMITS = {
  files: 64,
  /** Of one file, in UTF-16 units. */
  fileLength: 400_000,
  /** Of all files, in UTF-16 units. */
  totalLength: 600_000,
  /** Of a text to import, in UTF-16 units. */
  importLength: 2_000_000,
};

const TYPES_PATH =
  /^[a-z0-9][a-z0-9.-]{0,99}\/[a-z0-9][a-z0-9-]{0,62}\/[a-z0-9][a-z0-9-]{0,62}\.ts$/;

/** Whether a path is one of a file with types. */
export const isTypesPath = (path: string): boolean => TYPES_PATH.test(path);

/** Why texts are too large, as a phrase; undefined if they are not. */
export function excessOf(files: Readonly<Record<string, string>>): string | undefined {
  const entries = Object.entries(files);
  if (entries.length > LIMITS.files) {
    return `${entries.length} files; the playground accepts ${LIMITS.files}`;
  }
  const large = entries.find(([, text]) => text.length > LIMITS.fileLength);
  if (large !== undefined) {
    return `${large[0]} has ${shown(large[1].length)} characters; the playground accepts ${shown(LIMITS.fileLength)}`;
  }
  const total = entries.reduce((sum, [, text]) => sum + text.length, 0);
  if (total <= LIMITS.totalLength) return undefined;
  return `the files have ${shown(total)} characters; the playground accepts ${shown(LIMITS.totalLength)}`;
}

const shown = (count: number): string => count.toLocaleString('en');

/** A value of another origin is not a state. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

/**
 * Checks a value of unknown origin, such as that of a link.
 *
 * @throws StateError
 */
export function checkState(value: unknown): PlaygroundState {
  const { files, active, ...others } = objectOf(value, 'the state');
  const [unknownKey] = Object.keys(others);
  if (unknownKey !== undefined) throw new StateError('the state has an unknown field');
  const entries = Object.entries(objectOf(files, 'the list of files')).map(([path, text]) => {
    if (path !== OBJECTS_FILE && !isTypesPath(path)) {
      throw new StateError('the path of a file is invalid');
    }
    if (typeof text !== 'string') throw new StateError('a file has no text');
    return [path, text] as const;
  });
  const checked = Object.fromEntries(entries);
  if (!entries.some(([path]) => isTypesPath(path))) throw new StateError('no file has types');
  const excess = excessOf(checked);
  if (excess !== undefined) throw new StateError(excess);
  if (typeof active !== 'string' || !Object.hasOwn(checked, active)) {
    throw new StateError('the file of the editor does not exist');
  }
  return { files: checked, active };
}

function objectOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new StateError(`${what} is not an object`);
  }
  return value as Record<string, unknown>;
}
