/** The worker of compiler.test.ts: compiles what a message names, with the entry for browsers. */
import {
  compile,
  createMemoryDisk,
  createProject,
  DEFAULT_SETTINGS,
  parseGroups,
} from 'vmgen/browser';
import { HOSTILE_SOURCES } from '@vmgen/fixtures/generator/hostile-texts';
import { OVERSIZED_INPUTS } from '@vmgen/fixtures/generator/oversized-inputs';
import type { CompilerAnswer, CompilerRequest } from './compiler-messages.js';

/** Compiles sources as the stress tests do. */
function compiled(sources: Readonly<Record<string, string>> = {}): CompilerAnswer {
  const files = Object.entries(sources).map(([path, text]) => ({ path, text }));
  const folders = new Set(files.map(({ path }) => path.split('/').slice(0, 2).join(':')));
  return compile({ root: 'apis', folders: parseGroups([...folders]), files }, DEFAULT_SETTINGS);
}

/** Compiles a project on a disk in memory. */
function built(files: Readonly<Record<string, string>>, groups: readonly string[]): CompilerAnswer {
  const project = createProject({
    disk: createMemoryDisk(files),
    apis: 'apis',
    groups: parseGroups([...groups]),
    settings: DEFAULT_SETTINGS,
  });
  const outputs = project.outputs.map((path) => ({ path, text: project.output(path) ?? '' }));
  return { files: outputs, diagnostics: project.diagnostics };
}

function answerTo(request: CompilerRequest): CompilerAnswer {
  switch (request.kind) {
    case 'project':
      return built(request.files, request.groups);
    case 'oversized':
      return compiled(OVERSIZED_INPUTS[request.index]?.files());
    case 'hostile':
      return compiled(HOSTILE_SOURCES[request.index]?.files);
  }
}

addEventListener('message', ({ data }: MessageEvent<CompilerRequest>) => {
  postMessage(answerTo(data));
});
