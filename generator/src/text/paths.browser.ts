/** As in paths.ts, for a disk in memory: `/` separates names, and relative paths begin at the root. */

const isAbsolute = (path: string): boolean => path.startsWith('/');

/** The last part of a path. */
export function basename(path: string): string {
  const [last = ''] = path.split('/').slice(path.endsWith('/') ? -2 : -1);
  return last;
}

/** The path of the folder above. */
export function dirname(path: string): string {
  const end = path.replace(/\/+$/, '').lastIndexOf('/');
  if (end > 0) return path.slice(0, end);
  return isAbsolute(path) ? '/' : '.';
}

/** Joins the parts of a path, and resolves `.` and `..` in it. */
export function join(...parts: readonly string[]): string {
  const path = parts.filter((part) => part !== '').join('/');
  const joined = stepsOf(path).join('/');
  const end = /[^/]\/+$/.test(path) ? '/' : '';
  if (isAbsolute(path)) return joined === '' ? '/' : `/${joined}${end}`;
  return (joined === '' ? '.' : joined) + end;
}

/** The absolute form of a path. */
export function resolve(...parts: readonly string[]): string {
  const start = parts.findLastIndex(isAbsolute);
  return `/${stepsOf(['', ...parts.slice(Math.max(start, 0))].join('/')).join('/')}`;
}

/** The path from a folder to another path; empty if they are the same. */
export function pathFrom(folder: string, path: string): string {
  const [from, to] = [stepsOf(resolve(folder)), stepsOf(resolve(path))];
  const index = from.findIndex((step, at) => step !== to[at]);
  const shared = index < 0 ? from.length : index;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

/** The names in a path, and the `..` at the start of a relative one. */
function stepsOf(path: string): string[] {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    const isLeading = steps.length === 0 || steps.at(-1) === '..';
    if (step !== '..' || (isLeading && !isAbsolute(path))) steps.push(step);
    else steps.pop();
  }
  return steps;
}
