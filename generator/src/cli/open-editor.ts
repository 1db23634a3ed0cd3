import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorMessage } from '@vmgen/base/text';
import { findConfig } from '../config/find-config.js';
import type { VmgenConfig } from '../config/vmgen-config.js';
import { REAL_DISK } from '../disk/observed-disk.js';
import { createEditorService, type EditorService } from '../editor/editor-service.js';
import type { OpenProject } from '../editor/lsp/projects.js';
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
  .then(({ ConfigModules, readConfig }) => {
    const modules = new ConfigModules();
    const files = () => path.endsWith('.json') ? [] : modules.files;
    return readConfig(path, undefined, modules)
      .then((config) => answer({ config, files: files() }))
      .catch((error) => answer({ problem: error.message, files: files() }));
  })
  .finally(() => process.exit());`;

/**
 * Opens the project of a config for an editor. Custom emitters of the config do not run: the diagnostics do not depend
 * on them. The code of the config runs in a process of its own, because an editor's process must not end with it, and
 * a change of it must have an effect.
 *
 * @param config the path of the file
 */
export function openEditor(config: string): OpenProject {
  let files: readonly string[] = [];
  try {
    // Throws if the folder has several.
    findConfig(dirname(config));
    const answer = readConfigApart(resolve(config));
    files = filesOf(config, answer);
    return { config, files, editor: editorOf(answer) };
  } catch (error) {
    return { config, files, problem: errorMessage(error) };
  }
}

function editorOf({ config = {}, problem }: Answer): EditorService {
  if (problem !== undefined) throw new UsageError(problem);
  const { emitters: _, generators, ...others } = config;
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

/** Node follows links in the paths of modules; an editor may not. */
function filesOf(config: string, { files }: Answer): readonly string[] {
  const folder = resolve(dirname(config));
  const real = realpathSync.native(folder);
  return files.map((file) => resolve(folder, relative(real, file)));
}

/** What the process of a config answers. */
interface Answer {
  readonly config?: VmgenConfig;
  readonly problem?: string;
  /** The files that the config imports. */
  readonly files: readonly string[];
}

function readConfigApart(path: string): Answer {
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
  return JSON.parse(text) as Answer;
}
