import {
  compile,
  GENERATORS,
  importTypes,
  locateDiagnostics,
  parseGroups,
  type Compilation,
  type LocatedDiagnostic,
  type SourceSet,
} from 'vmgen/browser';
import type { CompileAnswer, CompilerCalls, Problem } from './core/compiler-calls.js';
import { CostCollector } from './cost-collector.js';
import { markerInfos } from './marker-infos.js';
import { isTypesPath } from './core/state.js';

type Files = Readonly<Record<string, string>>;

/** The functions of the worker that compiles. */
export function createCompiler(): CompilerCalls {
  let last: Compilation = { files: [], diagnostics: [] };
  return {
    compile(files) {
      const costs = new CostCollector();
      const sources = sourcesOf(files);
      last = compile(sources, {
        generators: [...GENERATORS.filter((name) => name !== 'deploy'), costs.name],
        emitters: [costs],
        header: '',
        apisPath: '../apis',
        importExtension: 'js',
        maxDescLen: undefined,
        trimDescriptions: true,
        embeddedObjectMeta: true,
        strict: false,
      });
      return answerOf(last, sources, costs);
    },
    output: (path) => last.files.find((file) => file.path === path)?.text,
    importTypes(text) {
      const { files, problems } = importTypes([{ source: 'the text', text }]);
      const types = files.filter(({ path }) => isTypesPath(path));
      return { files: Object.fromEntries(types.map((file) => [file.path, file.text])), problems };
    },
    markers: () => markerInfos(),
  };
}

function sourcesOf(files: Files): SourceSet {
  const folders = Object.keys(files).map((path) => path.split('/').slice(0, 2).join(':'));
  return {
    root: '',
    folders: parseGroups(folders),
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
  };
}

function answerOf(
  { files, diagnostics }: Compilation,
  sources: SourceSet,
  costs: CostCollector,
): CompileAnswer {
  const crds = files.filter(({ generator }) => generator === 'crd');
  return {
    problems: locateDiagnostics(diagnostics, sources).map(problemOf),
    outputs: files.map(({ path, generator }) => ({ path, generator })),
    texts: Object.fromEntries(crds.map(({ path, text }) => [path, text])),
    costs: costs.costs,
  };
}

/** A diagnostic as plain data. */
function problemOf(diagnostic: LocatedDiagnostic): Problem {
  const {
    severity,
    code,
    message,
    remedy = '',
    position,
    sourceLine = '',
    edits = [],
  } = diagnostic;
  const { file = '', line = 1, column = 1, endColumn } = position ?? {};
  return {
    severity,
    code,
    message,
    remedy,
    file,
    line,
    column,
    endColumn: endColumn ?? column + wordLength(sourceLine.slice(column - 1)),
    edits: edits.map(({ offset, length, text }) => ({ offset, length, text })),
  };
}

/** The length of the word that a text begins with; at least 1. */
const wordLength = (text: string): number => /^\+?[\w$:./-]*/.exec(text)?.[0].length || 1;
