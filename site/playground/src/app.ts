import { CompileLoop } from './core/compile-loop.js';
import type { CompileAnswer, CompilerCalls, Problem } from './core/compiler-calls.js';
import { markerCompletions, markerHover } from './code-marker-help.js';
import { typeCompletions, type TypeHost, typeHover } from './code-type-help.js';
import type { TypeCalls, TypePosition } from './core/type-calls.js';
import { element, idle } from './dom.js';
import { type Example, EXAMPLES, exampleOf, stateOf } from './examples.js';
import { ImportDialog } from './import-dialog.js';
import { keepState, keptState } from './core/kept-state.js';
import { OutputPane } from './output-pane.js';
import { createPaneSwitch } from './pane-switch.js';
import { summaryOf } from './problems-panel.js';
import { ServerPane } from './server-pane.js';
import { StatusLine } from './status-line.js';
import { readLink, writeLink } from './core/share-link.js';
import { excessOf, LIMITS, OBJECTS_FILE, type PlaygroundState } from './core/state.js';
import type { Tabs } from './tabs.js';
import { Toolbar } from './toolbar.js';
import { TypesPane } from './types-pane.js';
import { WorkerClient, type WorkerLike } from './core/worker-client.js';

/** After this time without a change by the user, the state is kept for the next visit. */
const KEEP_AFTER_MS = 400;
/** That of the tab, and that of the next visit. */
const STORAGES = [() => sessionStorage, () => localStorage];

/** How the page starts its workers. */
interface PlaygroundOptions {
  readonly startCompiler: () => WorkerLike;
  readonly startTypes: () => WorkerLike;
  readonly startServer: () => WorkerLike;
}

/** Removes a state or an example from the address, which then shows something else. */
function forgetAddress(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
}

/** The page: types on the left, what is generated from them on the right, and an API server below. */
export class Playground {
  readonly root: HTMLElement;
  readonly #compiler: WorkerClient<CompilerCalls>;
  readonly #typescript: WorkerClient<TypeCalls>;
  readonly #loop: CompileLoop;
  readonly #types: TypesPane;
  readonly #output: OutputPane;
  readonly #server: ServerPane;
  readonly #panes: Tabs;
  readonly #import: ImportDialog;
  readonly #status = new StatusLine();
  readonly #notice = element('div', { class: 'notice', role: 'alert' });
  /** Whether the notice is about a compiler that has not answered since. */
  #isCompilerNotice = false;
  #conversions: CompileAnswer['conversions'] = [];
  #keepTimer: ReturnType<typeof setTimeout> | undefined;

  constructor({ startCompiler, startTypes, startServer }: PlaygroundOptions) {
    this.#compiler = new WorkerClient<CompilerCalls>({
      start: startCompiler,
      onReplaced: (reason) => {
        this.#notify(`The compiler ${reason} and was started again. Your text is unchanged.`);
        this.#isCompilerNotice = true;
      },
    });
    this.#typescript = new WorkerClient<TypeCalls>({
      start: startTypes,
      onReplaced: (reason) =>
        this.#notify(`The completion of types ${reason} and was started again.`),
    });
    this.#types = this.#createTypesPane();
    this.#output = new OutputPane({
      output: (path) => this.#compiler.call('output', path),
      goTo: (file, line, column) => this.#goTo(file, line, column),
      fix: (problem) => this.#fix(problem),
    });
    this.#server = new ServerPane({
      start: startServer,
      files: () => this.#manifests(),
      conversions: () => this.#conversions,
    });
    this.#loop = new CompileLoop({
      excess: () => this.#excess(),
      texts: () => this.#texts(),
      compile: (files) => this.#compiler.call('compile', files),
      onAnswer: (answer, ms) => this.#show(answer, ms),
      onFailure: (reason) => this.#status.say(reason),
      onBusy: (isBusy) => this.#output.root.setAttribute('aria-busy', String(isBusy)),
    });
    this.#import = new ImportDialog({
      importTypes: (text) => this.#compiler.call('importTypes', text),
      accept: (files, example) => this.#acceptImport(files, example),
    });
    this.#panes = createPaneSwitch([
      { id: 'types', label: 'Types', panel: this.#types.root },
      { id: 'output', label: 'Output', panel: this.#output.root },
      { id: 'server', label: 'API server', panel: this.#server.root },
    ]);
    this.root = this.#layOut();
  }

  #createTypesPane(): TypesPane {
    const types: TypeHost = {
      positionAt: (offset) => this.#positionAt(offset),
      ask: (name, ...args) => this.#typescript.call(name, ...args),
    };
    const markers = markerCompletions((line, column) =>
      this.#compiler.call('completeMarker', line, column),
    );
    const completeTypes = typeCompletions(types);
    return new TypesPane({
      // One source: while another one is asked for each letter, Enter would not take what the list offers.
      complete: async (context) => (await markers(context)) ?? (await completeTypes(context)),
      hovers: [
        markerHover((line, column) => this.#compiler.call('markerAt', line, column)),
        typeHover(types),
      ],
      onChange: () => {
        this.#loop.changed();
        this.#edited();
      },
      onFix: (problem) => this.#fix(problem),
    });
  }

  /** Shows the state of the address, of the last visit, or an example. Resolves when all workers are loaded. */
  async open(): Promise<void> {
    if (!(await this.#openAddress())) {
      const kept = keptState(STORAGES);
      if (kept === undefined) this.#openExample(exampleOf(''));
      else this.#load(kept, []);
    }
    addEventListener('hashchange', () => void this.#openAddress());
    await this.#loadWorkers();
  }

  /** In turn, so that a worker that is needed later does not delay another one. */
  async #loadWorkers(): Promise<void> {
    await this.#compiler.ready();
    await idle();
    if (this.#excess() === undefined) {
      await this.#typescript.run('prepare', this.#texts()).catch(() => undefined);
    }
    await this.#server.ready();
  }

  #layOut(): HTMLElement {
    const toolbar = new Toolbar({
      openExample: (example) => {
        forgetAddress();
        this.#openExample(example);
      },
      openImport: () => this.#import.open(),
      link: () => writeLink(this.#types.state),
    });
    this.#notice.hidden = true;
    return element(
      'div',
      { class: 'playground' },
      element(
        'div',
        { class: 'bar' },
        element('h1', { text: 'Playground' }),
        toolbar.root,
        this.#status.root,
      ),
      this.#notice,
      this.#panes.list,
      element('div', { class: 'panes' }, this.#types.root, this.#output.root, this.#server.root),
      this.#import.root,
    );
  }

  #load(state: PlaygroundState, commands: readonly string[]): void {
    this.#keep();
    this.#output.clear();
    this.#types.load(state);
    this.#server.suggest(commands);
    this.#loop.changed();
  }

  #openExample(example: Example): void {
    if (example.crd === undefined) this.#load(stateOf(example), example.commands);
    else this.#import.open(example);
  }

  /** Shows the state or the example of the address, and resolves with whether files are shown. */
  async #openAddress(): Promise<boolean> {
    const { hash } = location;
    const link = await readLink(hash);
    if (link !== undefined && 'state' in link) {
      this.#load(link.state, []);
      return true;
    }
    if (link !== undefined) this.#notify(link.problem);
    const example = EXAMPLES.find(({ id }) => hash === `#${id}`);
    if (example === undefined) return false;
    this.#openExample(example);
    return example.crd === undefined;
  }

  /** Returns why the types cannot be shown, as a phrase. */
  #acceptImport(
    types: Readonly<Record<string, string>>,
    example: Example | undefined,
  ): string | undefined {
    const objects = example && stateOf(example).files[OBJECTS_FILE];
    const files = { ...types, [OBJECTS_FILE]: objects ?? '# kubectl apply -f objects.yaml\n' };
    const excess = excessOf(files);
    if (excess !== undefined) return excess;
    const paths = Object.keys(types);
    const active = paths.find((path) => path.endsWith('/types.ts')) ?? paths[0] ?? OBJECTS_FILE;
    this.#load({ files, active }, example?.commands ?? ['kubectl get crds']);
    this.#edited();
    return undefined;
  }

  /**
   * Only what the user has written is kept: a link or an example that is opened must not replace it, and a link must not
   * come back at each visit.
   */
  #edited(): void {
    forgetAddress();
    clearTimeout(this.#keepTimer);
    this.#keepTimer = setTimeout(() => this.#keep(), KEEP_AFTER_MS);
  }

  /** Keeps what was written since the last time. */
  #keep(): void {
    if (this.#keepTimer === undefined) return;
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    if (this.#excess() === undefined) keepState(this.#types.state, STORAGES);
  }

  /** Asks for lengths before texts, because a pasted text may be large. */
  #excess(): string | undefined {
    const { editor } = this.#types;
    const large = editor.paths.find((path) => editor.lengthOf(path) > LIMITS.fileLength);
    if (large === undefined) return excessOf(editor.texts());
    const [length, most] = [editor.lengthOf(large), LIMITS.fileLength];
    return `${large} has ${length.toLocaleString('en')} characters; the playground accepts ${most.toLocaleString('en')}`;
  }

  #positionAt(offset: number): TypePosition | undefined {
    if (this.#excess() !== undefined) return undefined;
    return { files: this.#texts(), path: this.#types.editor.active, offset };
  }

  #texts(): Record<string, string> {
    const { [OBJECTS_FILE]: _objects, ...types } = this.#types.editor.texts();
    return types;
  }

  #show(answer: CompileAnswer, ms: number): void {
    this.#types.setProblems(answer.problems);
    this.#output.show(answer);
    this.#conversions = answer.conversions;
    if (this.#isCompilerNotice) this.#notice.hidden = true;
    this.#status.say(summaryOf(answer.problems), ms);
  }

  /** Shows a text until the user closes it. */
  #notify(text: string): void {
    const close = element('button', {
      type: 'button',
      class: 'link',
      text: 'Close',
      on: { click: () => this.#closeNotice() },
    });
    this.#isCompilerNotice = false;
    this.#notice.replaceChildren(text, ' ', close);
    this.#notice.hidden = false;
  }

  #closeNotice(): void {
    this.#notice.hidden = true;
    // The focus was on the button, which is hidden now.
    this.root.closest('main')?.focus();
  }

  #fix(problem: Problem): void {
    this.#types.fix(problem);
    this.#types.editor.focus();
  }

  #goTo(file: string, line: number, column: number): void {
    this.#panes.show('types');
    this.#types.goTo(file, line, column);
  }

  /** What `kubectl apply -f` reads. */
  #manifests(): Record<string, string> {
    const { crds, policies } = this.#output.manifests;
    const objects = this.#types.editor.texts()[OBJECTS_FILE];
    return {
      ...(crds !== '' && { 'crds.yaml': crds }),
      ...(policies !== '' && { 'policies.yaml': policies }),
      ...(objects !== undefined && { [OBJECTS_FILE]: objects }),
    };
  }
}
