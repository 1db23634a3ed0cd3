// @ts-check
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Executes the instructions of the Dockerfile of a project without Docker, with a folder for each stage, and returns the
 * working folder of the last stage.
 * @param {string} folder @param {string} root a new folder for the stages
 * @param {(command: string, cwd: string) => string} run
 */
export function buildImage(folder, root, run) {
  /** @type {Map<string, { folder: string, workdir: string }>} */
  const stages = new Map();
  let stage = { folder: '', workdir: '/' };
  const inStage = (/** @type {string} */ target) =>
    path.join(stage.folder, path.resolve(stage.workdir, target));
  for (const line of readFileSync(path.join(folder, 'Dockerfile'), 'utf8').split('\n')) {
    const [instruction = '', ...words] = line.trim().split(/\s+/);
    if (instruction === 'FROM') {
      const base = stages.get(words[0] ?? '');
      stage = { folder: path.join(root, String(stages.size)), workdir: base?.workdir ?? '/' };
      stages.set(words[2] ?? String(stages.size), stage);
      if (base !== undefined) cpSync(base.folder, stage.folder, { recursive: true });
    } else if (instruction === 'WORKDIR') {
      stage.workdir = words[0] ?? stage.workdir;
      mkdirSync(inStage('.'), { recursive: true });
    } else if (instruction === 'COPY') {
      const [, from] = /^--from=(.+)$/.exec(words[0] ?? '') ?? [];
      const source = from === undefined ? folder : (stages.get(from)?.folder ?? '');
      const target = words.at(-1) ?? '';
      for (const file of words.slice(from === undefined ? 0 : 1, -1)) {
        const isInto = target.endsWith('/');
        cpSync(path.join(source, file), inStage(isInto ? target + path.basename(file) : target), {
          recursive: true,
        });
      }
    } else if (instruction === 'RUN') {
      run(words.join(' '), inStage('.'));
    }
  }
  return inStage('.');
}
