import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '#generator/settings/usage-error.js';

/**
 * Refuses an output folder outside the package of the working folder: the nearest folder above with a
 * package.json, else the working folder itself. A slip such as `--out ../..` would write into others.
 *
 * @throws a UsageError with the remedy
 */
export function refuseOutside(out: string): void {
  const working = realpathSync(process.cwd());
  const folder = packageOf(working) ?? working;
  const target = whereLeads(resolve(out));
  if (target === folder || target.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return;
  const shown = relative(working, folder) || '.';
  throw new UsageError(
    `--out: ${out} is outside the package (${shown}); choose a folder within it, or say --allow-outside`,
  );
}

function packageOf(folder: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return folder;
  return dirname(folder) === folder ? undefined : packageOf(dirname(folder));
}

/** An absolute path, with its links followed as far as it exists. */
function whereLeads(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(whereLeads(dirname(path)), basename(path));
}
