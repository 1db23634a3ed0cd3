import { fileURLToPath, pathToFileURL } from 'node:url';

/** The path of a URI; undefined for one that is no file of this machine, such as of a document that was never saved. */
export function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** The URI of a path. */
export const uriOf = (path: string): string => pathToFileURL(path).href;
