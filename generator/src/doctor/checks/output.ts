import { errorMessage } from '@vmgen/base/text';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LocatedDiagnostic } from '../../diagnostics/located-diagnostic.js';
import { orMissing } from '../../disk/file-error.js';
import { locateDiagnostics } from '../../syntax/locate-diagnostics.js';
import { inShell } from '../../text/in-shell.js';
import { RECORD_FILE } from '../../write/output-record.js';
import { finding, type Check, type Finding } from '../check.js';
import { NotCheckedError } from '../not-checked-error.js';
import { textOf } from '../installed-package.js';
import { isUsageError, type Setup } from '../setup.js';

/** Generates the code of a project with a config. */
export const GENERATE = 'npx vmgen generate';
/** Diagnostics of folders without kinds. */
const WITHOUT_KINDS: readonly string[] = ['VMGEN1002', 'VMGEN2001'];

async function config(setup: Setup): Promise<Finding[]> {
  try {
    await setup.readSettings();
    await setup.settings();
    return [];
  } catch (error) {
    if (!isUsageError(error)) throw error;
    return finding(error.message, 'correct the config at the named place');
  }
}

async function folders(setup: Setup): Promise<Finding[]> {
  const { source } = await setup.settings();
  const missing = await setup.missingPaths();
  return missing.map((path) => ({
    message: `${source} names ${JSON.stringify(path)}, which does not exist`,
    fix: `mkdir -p ${inShell(path)}`,
  }));
}

async function listed(setup: Setup): Promise<Finding[]> {
  const { options, source } = await setup.settings();
  const { apis, groups } = options;
  const known = new Set(groups.map(({ group, version }) => `${group}/${version}`));
  const versions = foldersIn(setup.path(apis)).flatMap((group) =>
    foldersIn(setup.path(join(apis, group)))
      .filter((version) => /^v\d/.test(version) && !known.has(`${group}/${version}`))
      .filter((version) => hasKind(setup.path(join(apis, group, version))))
      .map((version) => ({ group, version })),
  );
  return versions.map(({ group, version }) => ({
    message: `${source} does not name ${JSON.stringify(join(apis, group, version))}, so that its kinds are not generated`,
    fix: `add ${JSON.stringify(`${group}:${version}`)} to groups in ${source}, or remove the folder`,
  }));
}

/** Other types may be imported from a folder that is not generated. */
function hasKind(folder: string): boolean {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  return names.some((name) =>
    /\bmetadata\??:\s*ObjectMeta\b/.test(textOf(join(folder, name)) ?? ''),
  );
}

const foldersIn = (path: string): string[] =>
  (orMissing(() => readdirSync(path, { withFileTypes: true })) ?? [])
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

async function kinds(setup: Setup): Promise<Finding[]> {
  const { diagnostics } = await setup.output();
  return diagnostics
    .filter(({ code }) => WITHOUT_KINDS.includes(code))
    .map((each) => ({
      message: each.message,
      fix: 'add a kind, such as with npx vmgen add kind NAME, or remove the version from groups',
    }));
}

async function generates(setup: Setup): Promise<Finding[]> {
  const errors = await errorsOf(setup);
  const [first] = errors;
  if (first === undefined) return [];
  const rest = errors.length === 1 ? '' : `, and ${errors.length - 1} more`;
  return finding(`vmgen generate fails: ${first}${rest}`, await commandOf(setup));
}

/** The command that generates the code of the project. */
async function commandOf(setup: Setup): Promise<string> {
  try {
    return (await setup.settings()).command;
  } catch {
    // The settings are invalid, which is the error that the command prints.
    return GENERATE;
  }
}

async function errorsOf(setup: Setup): Promise<string[]> {
  try {
    const { diagnostics, sources } = await setup.output();
    return locateDiagnostics(diagnostics, sources)
      .filter(({ severity, code }) => severity === 'error' && !WITHOUT_KINDS.includes(code))
      .map((each) => `${placeOf(each)}${each.message}`);
  } catch (error) {
    if (error instanceof NotCheckedError) throw error;
    return [errorMessage(error)];
  }
}

const placeOf = ({ position }: LocatedDiagnostic): string =>
  position === undefined ? '' : `${position.file}:${position.line}: `;

async function record(setup: Setup): Promise<Finding[]> {
  const { options } = await setup.settings();
  try {
    await setup.record();
    return [];
  } catch (error) {
    const message = errorMessage(error).replace(/^--out: /, '');
    const isNewer = message.includes('was written by a newer vmgen');
    const file = inShell(join(options.out, RECORD_FILE));
    return finding(message, isNewer ? 'npm install vmgen@latest' : `git checkout -- ${file}`);
  }
}

async function current(setup: Setup): Promise<Finding[]> {
  const { options, command } = await setup.settings();
  const { changed, recoded, created, stale, diagnostics } = await setup.plan();
  const shown = (path: string): string => JSON.stringify(join(options.out, path));
  const foreign = diagnostics.map(({ path, problem, remedy }) => ({
    message: `${shown(path)} ${problem}`,
    fix: remedy,
  }));
  const differing = changed.map(({ path }) => path).filter((path) => !recoded.has(path));
  const parts = [
    ...countOf(differing, 'is not what vmgen generates: it is out of date, or was changed by hand'),
    ...countOf(
      created.map(({ path }) => path),
      'is missing',
    ),
    ...countOf(stale, 'is no longer generated'),
  ];
  function countOf(paths: readonly string[], what: string): string[] {
    const [first] = paths;
    if (first === undefined) return [];
    const more = paths.length === 1 ? '' : ` (and ${paths.length - 1} more)`;
    return [`${shown(first)} ${what}${more}`];
  }
  return parts.length === 0 ? foreign : [...foreign, { message: parts.join('; '), fix: command }];
}

async function lineEnds(setup: Setup): Promise<Finding[]> {
  const { options, command } = await setup.settings();
  const { recoded } = await setup.plan();
  const [first] = recoded;
  if (first === undefined) return [];
  const file = JSON.stringify(join(options.out, first));
  return finding(
    `${recoded.size} generated files have CRLF line ends, such as ${file}: git changes them (core.autocrlf)`,
    `echo '* text=auto eol=lf' >> .gitattributes && ${command}`,
  );
}

async function committed(setup: Setup, signal: AbortSignal): Promise<Finding[]> {
  const { options } = await setup.settings();
  const files = [...((await setup.record())?.files.keys() ?? [])];
  if (files.length === 0) throw new NotCheckedError('nothing is generated');
  const ignored = await ignoredBy(
    setup.folder,
    [...files, RECORD_FILE].map((path) => join(options.out, path)),
    signal,
  );
  const [first] = ignored;
  if (first === undefined) return [];
  return finding(
    `git ignores generated files, such as ${JSON.stringify(first)}: builds of a clone lack them`,
    `git check-ignore -v ${inShell(first)} # prints the line of .gitignore to remove`,
  );
}

/** The paths that git ignores and does not track. */
function ignoredBy(cwd: string, paths: readonly string[], signal: AbortSignal): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const args = ['check-ignore', '--stdin', '-z'];
    const child = execFile('git', args, { cwd, signal }, (error, stdout) => {
      // 1: none of them is ignored.
      if (error === null || error.code === 1) {
        resolve(stdout.split('\0').filter((path) => path !== ''));
      } else if (error.code === 'ENOENT') reject(new NotCheckedError('git is not installed'));
      else reject(new NotCheckedError('the folder is not in a git repository'));
    });
    // A git that ends at once does not read.
    child.stdin?.on('error', () => undefined).end(paths.join('\0'));
  });
}

/** The config, the API types and the output. */
export const OUTPUT: readonly Check[] = [
  {
    name: 'config',
    reads: 'vmgen.config.*',
    problem: 'The config is invalid, or there are two.',
    fix: 'Correct the named key.',
    find: config,
  },
  {
    name: 'folders',
    reads: '`apis`, `paths`, `headerFile` and `operator.packages` of the config',
    problem: 'A folder or file of the config does not exist.',
    fix: 'Create it, or correct the config.',
    find: folders,
  },
  {
    name: 'listed',
    reads: '`groups` of the config, the folders of `apis`',
    problem: 'A version in `apis` is not generated.',
    fix: 'Add it to `groups`.',
    find: listed,
  },
  {
    name: 'kinds',
    reads: 'the API types',
    problem: 'A version of `groups` has no kinds.',
    fix: '`npx vmgen add kind NAME`, or remove it from `groups`',
    find: kinds,
  },
  {
    name: 'generates',
    reads: 'everything that `vmgen generate` reads',
    problem: '`vmgen generate` fails.',
    fix: '`npx vmgen generate` prints all errors with their fixes.',
    find: generates,
  },
  {
    name: 'record',
    reads: '.vmgen.json of the output',
    problem: 'The record is damaged, or was written by a newer vmgen.',
    fix: 'Restore it from git, or install the newer vmgen.',
    find: record,
  },
  {
    name: 'current',
    reads: 'the output',
    problem: 'The output is out of date, or was changed by hand.',
    fix: '`npx vmgen generate`',
    find: current,
  },
  {
    name: 'line-ends',
    reads: 'the output',
    problem: 'Generated files have CRLF line ends.',
    fix: '`* text=auto eol=lf` in .gitattributes',
    find: lineEnds,
  },
  {
    name: 'committed',
    reads: 'the output, .gitignore',
    problem: 'git ignores generated files.',
    fix: 'Remove the line of .gitignore that `git check-ignore -v` names.',
    find: committed,
  },
];
