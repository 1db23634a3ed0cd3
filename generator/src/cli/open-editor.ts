import { spawnSync } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { VmgenConfig } from '../config/vmgen-config.js';
import { REAL_DISK } from '../disk/observed-disk.js';
import { createEditorService, type EditorService } from '../editor/editor-service.js';
import { GENERATORS } from '../settings/generated-file.js';
import { UsageError } from '../settings/usage-error.js';
import { commandFrom } from './options.js';

const READER = join(import.meta.dirname, '../bundle/read-config.js');

/** How long a process may take to load a config. */
const LOAD_LIMIT_MS = 20_000;

/** Prints the config, or the problem, to the descriptor 3: the code of a config may print to the others. */
const READ_CONFIG = `const [, reader, path] = process.argv;
const answer = (value) => require('node:fs').writeSync(3, JSON.stringify(value));
import(reader)
  .then(({ readConfig }) => readConfig(path))
  .then((config) => answer({ config }))
  .catch((error) => answer({ problem: error.message }))
  .finally(() => process.exit());`;

/**
 * Opens the project of a config for an editor. Custom emitters of the config do not run: the diagnostics do not depend
 * on them. The code of the config runs in a process of its own, because an editor's process must not end with it, and
 * a change of it must have an effect.
 *
 * @param config the path of the file
 * @throws a UsageError with the file, the problem and the fix
 */
export function openEditor(config: string): EditorService {
  const { emitters: _, generators, ...others } = readConfigApart(resolve(config));
  const { apis, groups, paths, out, ...options } = commandFrom({}, others).options;
  const isAll = generators?.includes('all') ?? true;
  return createEditorService({
    disk: REAL_DISK,
    apis,
    groups,
    paths,
    out,
    settings: {
      ...options,
      generators: GENERATORS.filter((name) => isAll || generators?.includes(name)),
      header: '',
      apisPath: relative(out, apis).replaceAll('\\', '/'),
    },
  });
}

interface Answer {
  readonly config?: VmgenConfig;
  readonly problem?: string;
}

function readConfigApart(path: string): VmgenConfig {
  const { output, signal } = spawnSync(
    process.execPath,
    ['-e', READ_CONFIG, pathToFileURL(READER).href, path],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], encoding: 'utf8', timeout: LOAD_LIMIT_MS },
  );
  const text = output[3] ?? '';
  if (text === '') {
    const reason = signal === null ? 'its code ended the process' : `its code took too long`;
    throw new UsageError(`${path} cannot be loaded: ${reason}`);
  }
  const { config = {}, problem } = JSON.parse(text) as Answer;
  if (problem !== undefined) throw new UsageError(problem);
  return config;
}
