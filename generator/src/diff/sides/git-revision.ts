import { execFileSync } from 'node:child_process';
import { posix, relative, resolve, sep } from 'node:path';
import { errorMessage } from '@vmgen/base/text';

/** One entry of a commit's tree. */
interface TreeEntry {
  /** Links and submodules are `other`: their content is not part of the commit. */
  readonly kind: 'file' | 'folder' | 'other';
  readonly id: string;
}

/** The files of some hundred thousand entries, or a file as large as any that is read. */
const MAX_OUTPUT = 512 * 1024 * 1024;

/**
 * Reads the files of one commit from the git database without a checkout. Paths are relative to the working
 * directory, or absolute.
 */
export class GitRevision {
  readonly #cwd: string;
  /** Where the working directory is in the repository: '' or `a/b/`. */
  readonly #prefix: string;
  readonly #entries: ReadonlyMap<string, TreeEntry>;

  private constructor(cwd: string, prefix: string, entries: ReadonlyMap<string, TreeEntry>) {
    this.#cwd = cwd;
    this.#prefix = prefix;
    this.#entries = entries;
  }

  /**
   * @param name a branch, tag or commit in any form that git accepts; never parsed as an option
   * @throws Error if git is not installed, or if the repository or the commit does not exist
   */
  static open(name: string, cwd = process.cwd()): GitRevision {
    // Of options git has many, and some write files.
    if (name === '' || name.startsWith('-') || /[\0\n]/.test(name)) throw noCommit(name);
    const prefix = git(cwd, ['rev-parse', '--show-prefix']).toString().replace(/\n$/, '');
    const commit = commitOf(name, cwd);
    const tree = git(cwd, ['ls-tree', '-r', '-t', '-z', '--full-tree', commit]);
    return new GitRevision(cwd, prefix, entriesOf(tree.toString()));
  }

  /** The path within the repository; undefined for one outside of it. */
  #inside(path: string): string | undefined {
    const fromHere = relative(this.#cwd, resolve(this.#cwd, path)).replaceAll(sep, '/');
    const inside = posix.join(this.#prefix, fromHere).replace(/\/$/, '');
    return inside === '..' || inside.startsWith('../') ? undefined : inside;
  }

  /** Whether a path belongs to the repository, even if it does not exist in this commit. */
  covers(path: string): boolean {
    return this.#inside(path) !== undefined;
  }

  /** The kind of the entry at a path; undefined if it does not exist. */
  kindOf(path: string): TreeEntry['kind'] | undefined {
    const inside = this.#inside(path);
    if (inside === '.' || inside === '') return 'folder';
    return inside === undefined ? undefined : this.#entries.get(inside)?.kind;
  }

  /** The bytes of a file; undefined if it does not exist. */
  readBytes(path: string): Buffer | undefined {
    const entry = this.#entries.get(this.#inside(path) ?? '');
    if (entry?.kind !== 'file') return undefined;
    return git(this.#cwd, ['cat-file', 'blob', entry.id]);
  }

  /** The names in a folder, not recursive; undefined if it does not exist. */
  list(path: string): { readonly name: string; readonly kind: TreeEntry['kind'] }[] | undefined {
    if (this.kindOf(path) !== 'folder') return undefined;
    const inside = this.#inside(path) ?? '';
    const start = inside === '.' || inside === '' ? '' : `${inside}/`;
    const found: { name: string; kind: TreeEntry['kind'] }[] = [];
    for (const [entry, { kind }] of this.#entries) {
      const name = entry.slice(start.length);
      if (entry.startsWith(start) && !name.includes('/')) found.push({ name, kind });
    }
    return found;
  }
}

function commitOf(name: string, cwd: string): string {
  try {
    const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
    const commit = git(cwd, words).toString().trim();
    if (/^[0-9a-f]{40,64}$/.test(commit)) return commit;
  } catch (cause) {
    throw noCommit(name, cause);
  }
  throw noCommit(name);
}

function noCommit(name: string, cause?: unknown): Error {
  const text = `git does not have the commit ${JSON.stringify(name)}; in a shallow clone fetch it first, such as with git fetch --depth=1 origin BRANCH`;
  return new Error(text, { cause });
}

/** `MODE TYPE ID\tPATH`, terminated by NUL because paths may contain any other character. */
function entriesOf(listing: string): Map<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  for (const line of listing.split('\0')) {
    const [, mode = '', type, id = '', path = ''] =
      /^(\d+) (\w+) ([0-9a-f]+)\t([^]*)$/.exec(line) ?? [];
    if (path === '') continue;
    const isFile = type === 'blob' && mode.startsWith('100');
    entries.set(path, { kind: isFile ? 'file' : type === 'tree' ? 'folder' : 'other', id });
  }
  return entries;
}

function git(cwd: string, words: readonly string[]): Buffer {
  try {
    return execFileSync('git', words, {
      cwd,
      maxBuffer: MAX_OUTPUT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (cause) {
    const gitError = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : '';
    throw new Error(`git ${words[0]} failed: ${gitError || errorMessage(cause)}`, { cause });
  }
}
