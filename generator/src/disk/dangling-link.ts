import { existsSync, readlinkSync } from 'node:fs';

/** The reason for a symbolic link whose target does not exist; undefined for other paths. */
export function danglingLink(path: string): string | undefined {
  try {
    const target = readlinkSync(path);
    return existsSync(path)
      ? undefined
      : `it is a symbolic link to ${target}, which does not exist`;
  } catch {
    return undefined;
  }
}
