import { KUBERNETES_FILES } from 'playground:kubernetes';
import {
  completeMarker,
  createMemoryDisk,
  createProject,
  DEFAULT_SETTINGS,
  GENERATORS,
  importTypes,
  locateDiagnostics,
  markerAt,
  markerInfos,
  parseGroups,
  type LocatedDiagnostic,
  type Project,
} from 'vmgen/browser';
import type { CompileAnswer, CompilerCalls, Output, Problem } from './core/compiler-calls.js';
import { isTypesPath } from './core/state.js';
import { visibleText } from './core/visible-text.js';
import { CrdCollector } from './crd-collector.js';

/** Files that the panes do not show. */
const UNSHOWN: readonly string[] = ['deploy', 'jsonschema', 'docs-markdown', 'docs-html'];

type Files = Readonly<Record<string, string>>;

const APIS = '/apis';
const KUBERNETES = '/node_modules/@vmgen/kubernetes';

/** The folders of manifests in the output. Code of a group may be in a folder with the same name. */
const MANIFESTS: Readonly<Partial<Record<string, Output['kind']>>> = {
  crds: 'crd',
  policy: 'policy',
  rbac: 'manifest',
  webhook: 'manifest',
};

/** The code of a package that is not installed. Nothing can be installed in a page. */
const NO_PACKAGE = 'VMGEN1104';
const NO_PACKAGE_REMEDY =
  'the playground contains only the types of @vmgen/runtime and @vmgen/kubernetes: write the type in a file of the playground, or compile this file with the command vmgen';

/** The functions of the worker that compiles. */
export function createCompiler(): CompilerCalls {
  const markers = markerInfos();
  let compiled: CompiledFiles | undefined;
  return {
    compile(files) {
      const before = compiled;
      // After an error of the compiler itself, the next compilation begins with nothing.
      compiled = undefined;
      const next = before?.canUpdate(files) === true ? before : new CompiledFiles(files);
      next.update(files);
      compiled = next;
      return next.answer();
    },
    output: (path) => compiled?.output(path),
    importTypes(text) {
      const { files, problems } = importTypes([{ source: 'the text', text }]);
      const types = files.filter(({ path }) => isTypesPath(path));
      return {
        files: Object.fromEntries(types.map((file) => [file.path, file.text])),
        problems: problems.map(visibleText),
      };
    },
    completeMarker: (line, column) => completeMarker(line, column, markers),
    markerAt: (line, column) => markerAt(line, column, markers),
  };
}

/** Files that are compiled again after each change. */
class CompiledFiles {
  readonly #crds = new CrdCollector();
  readonly #project: Project;
  readonly #groups: string;
  #files: Files;

  constructor(files: Files) {
    this.#files = files;
    this.#groups = groupsOf(files).join();
    this.#project = createProject({
      disk: createMemoryDisk({ ...below(APIS, files), ...below(KUBERNETES, KUBERNETES_FILES) }),
      apis: APIS,
      groups: parseGroups(groupsOf(files)),
      settings: {
        ...DEFAULT_SETTINGS,
        generators: [...GENERATORS.filter((name) => !UNSHOWN.includes(name)), this.#crds.name],
        emitters: [this.#crds],
      },
    });
  }

  /** The groups of a project are fixed. */
  canUpdate(files: Files): boolean {
    return groupsOf(files).join() === this.#groups;
  }

  update(files: Files): void {
    const paths = new Set([...Object.keys(this.#files), ...Object.keys(files)]);
    const changes = [...paths]
      .filter((path) => files[path] !== this.#files[path])
      .map((path) => [`${APIS}/${path}`, files[path]] as const);
    this.#files = files;
    if (changes.length > 0) this.#project.updateAll(changes);
  }

  output(path: string): string | undefined {
    return this.#project.output(path);
  }

  answer(): CompileAnswer {
    const { diagnostics, sources, outputs } = this.#project;
    const shown = outputs.map((path): Output => {
      const folder = path.endsWith('.yaml') ? path.split('/', 1)[0] : undefined;
      return { path, kind: MANIFESTS[folder ?? ''] ?? 'code' };
    });
    const first = shown.filter(({ kind }) => kind === 'crd' || kind === 'policy');
    return {
      problems: locateDiagnostics(diagnostics, sources).map(problemOf),
      outputs: shown,
      texts: Object.fromEntries(first.map(({ path }) => [path, this.output(path) ?? ''])),
      costs: this.#crds.costs,
      conversions: this.#crds.conversions,
    };
  }
}

/** Files in a folder. */
const below = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const groupsOf = (files: Files): string[] => [
  ...new Set(Object.keys(files).map((path) => path.split('/').slice(0, 2).join(':'))),
];

/** A diagnostic as plain data. */
function problemOf(diagnostic: LocatedDiagnostic): Problem {
  const { severity, code, message, sourceLine = '', edits = [] } = diagnostic;
  const { file = '', line = 1, column = 1, endColumn } = diagnostic.position ?? {};
  return {
    severity,
    code,
    message: visibleText(message),
    remedy: visibleText(code === NO_PACKAGE ? NO_PACKAGE_REMEDY : (diagnostic.remedy ?? '')),
    file: file.replace(`${APIS}/`, ''),
    line,
    column,
    endColumn: endColumn ?? column + wordLength(sourceLine.slice(column - 1)),
    edits: edits.map(({ offset, length, text }) => ({ offset, length, text })),
  };
}

/** The length of the word that a text begins with; at least 1. */
const wordLength = (text: string): number => /^\+?[\w$:./-]*/.exec(text)?.[0].length || 1;
