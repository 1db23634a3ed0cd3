import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '#generator/settings/usage-error.js';

/**
 * Refuses an output folder outside of the package: the nearest folder with a package.json at or above the
 * working folder, or the working folder itself. A mistake such as `--out ../..` would write into other
 * projects.
 *
 * @throws a UsageError with the fix
 */
export function refuseOutside(out: string): void {
  const working = realpathSync(process.cwd());
  const folder = packageOf(working) ?? working;
  const target = whereLeads(resolve(out));
  if (target === folder || target.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return;
  const shown = relative(working, folder) || '.';
  throw new UsageError(
    `--out: ${out} is outside of the package (${shown}); choose a folder inside it, or add --allow-outside`,
  );
}

function packageOf(folder: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return folder;
  return dirname(folder) === folder ? undefined : packageOf(dirname(folder));
}

/** An absolute path, with links resolved as far as it exists. */
function whereLeads(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(whereLeads(dirname(path)), basename(path));
}
