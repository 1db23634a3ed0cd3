import { fileURLToPath, pathToFileURL } from 'node:url';

/** The path of a URI; undefined if it names no file of this machine, as for a document that was never saved. */
export function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** The URI of a path. */
export const uriOf = (path: string): string => pathToFileURL(path).href;
