/** The worker of compiler.test.ts: compiles what a message names, with the entry for browsers. */
import { compile, GENERATORS, parseGroups } from 'vmgen/browser';
import { HOSTILE_SOURCES } from '#generator/testing/hostile-texts.js';
import { OVERSIZED_INPUTS } from '#generator/testing/oversized-inputs.js';
import type { CompilerAnswer, CompilerRequest } from './compiler-messages.js';

const SETTINGS = {
  generators: GENERATORS,
  header: '',
  apisPath: '../apis',
  importExtension: 'js',
  maxDescLen: undefined,
  trimDescriptions: true,
  embeddedObjectMeta: true,
  strict: false,
} as const;

function sourcesOf(request: CompilerRequest): Readonly<Record<string, string>> {
  switch (request.kind) {
    case 'files':
      return request.files;
    case 'oversized':
      return OVERSIZED_INPUTS[request.index]?.files() ?? {};
    case 'hostile':
      return HOSTILE_SOURCES[request.index]?.files ?? {};
  }
}

function answerTo(request: CompilerRequest): CompilerAnswer {
  const files = Object.entries(sourcesOf(request)).map(([path, text]) => ({ path, text }));
  const folders = new Set(files.map(({ path }) => path.split('/').slice(0, 2).join(':')));
  const sources = { root: 'apis', folders: parseGroups([...folders]), files };
  return compile(sources, SETTINGS);
}

addEventListener('message', ({ data }: MessageEvent<CompilerRequest>) => {
  postMessage(answerTo(data));
});
