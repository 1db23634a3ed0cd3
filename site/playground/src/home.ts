import { CompileLoop } from './core/compile-loop.js';
import type { CompileAnswer, CompilerCalls, Problem } from './core/compiler-calls.js';
import { excessOf } from './core/state.js';
import { WorkerClient, type WorkerLike } from './core/worker-client.js';
import { markerCompletions, markerHover } from './code-marker-help.js';
import { element } from './dom.js';
import { Editor, Viewer } from './editor.js';
import { ProblemsPanel, summaryOf } from './problems-panel.js';
import { StatusLine } from './status-line.js';

const TYPES = 'web/v1/types.ts';
/** The file that site/lib/home.mjs adds to the example. */
const GROUP = { 'web/v1/doc.ts': '// +groupName=web.example.com\nexport {};\n' };

/** Shows an editor instead of the code of a figure, which remains what its button copies. */
function openFigure(figure: HTMLElement): {
  readonly code: HTMLElement;
  readonly host: HTMLElement;
} {
  const pre = figure.querySelector('pre');
  const code = pre?.querySelector('code');
  if (pre === null || code === null || code === undefined) throw new Error('a figure has no code');
  const host = element('div', { class: 'live' });
  host.style.height = `${pre.offsetHeight}px`;
  pre.hidden = true;
  pre.after(host);
  return { code, host };
}

/** The example of the first page, as a playground of one file and its CRD. */
class LiveExample {
  readonly outcome: HTMLElement;
  readonly #types: ReturnType<typeof openFigure>;
  readonly #crd: ReturnType<typeof openFigure>;
  readonly #viewer: Viewer;
  readonly #editor: Editor;
  readonly #status = new StatusLine();
  readonly #notice = element('p', { class: 'notice', role: 'alert' });
  readonly #problems: ProblemsPanel;
  readonly #loop: CompileLoop;

  constructor(types: HTMLElement, crd: HTMLElement) {
    this.#types = openFigure(types);
    this.#crd = openFigure(crd);
    const compiler = new WorkerClient<CompilerCalls>({
      start: () => new Worker(new URL(COMPILER_WORKER, import.meta.url)) as WorkerLike,
      onReplaced: (reason) => {
        this.#notice.textContent = `The compiler ${reason} and was started again. Your text is unchanged.`;
      },
    });
    this.#viewer = new Viewer(this.#crd.host, 'CRD');
    this.#editor = new Editor({
      parent: this.#types.host,
      complete: markerCompletions((...place) => compiler.call('completeMarker', ...place)),
      hovers: [markerHover((...place) => compiler.call('markerAt', ...place))],
      onChange: () => {
        this.#types.code.textContent = this.#editor.texts()[TYPES] ?? '';
        this.#loop.changed();
      },
      onFix: (problem) => this.#fix(problem),
    });
    this.#problems = new ProblemsPanel({
      goTo: ({ file, line, column }) => this.#editor.goTo(file, line, column),
      fix: (problem) => this.#fix(problem),
    });
    this.outcome = element(
      'div',
      { class: 'outcome-of-example' },
      this.#notice,
      this.#status.root,
      this.#problems.root,
    );
    this.#loop = new CompileLoop({
      excess: () => excessOf(this.#editor.texts()),
      texts: () => ({ ...this.#editor.texts(), ...GROUP }),
      compile: (files) => compiler.call('compile', files),
      onAnswer: (answer, ms) => this.#show(answer, ms),
      onFailure: (reason) => this.#status.say(reason),
      onBusy: (isBusy) => crd.setAttribute('aria-busy', String(isBusy)),
    });
  }

  open(): void {
    this.#viewer.show('crd.yaml', this.#crd.code.textContent);
    this.#editor.load({ [TYPES]: this.#types.code.textContent }, TYPES);
    this.#status.say('The compiler is loading.');
    this.#loop.changed();
    this.#editor.focus();
    this.outcome.scrollIntoView({ block: 'nearest' });
  }

  #show({ problems, outputs, texts }: CompileAnswer, ms: number): void {
    const hasErrors = problems.some(({ severity }) => severity === 'error');
    const stale = hasErrors ? ' The CRD is that of the last types without errors.' : '';
    this.#notice.textContent = '';
    this.#status.say(`${summaryOf(problems)}${stale}`, ms);
    this.#problems.show(problems);
    this.#problems.root.hidden = problems.length === 0;
    this.#editor.setProblems(problems);
    if (hasErrors) return;
    const crds = outputs.filter(({ kind }) => kind === 'crd').map(({ path }) => texts[path] ?? '');
    const text = crds.length === 0 ? '# The types have no kind.' : crds.join('---\n').trimEnd();
    this.#crd.code.textContent = text;
    this.#viewer.show('crd.yaml', text);
  }

  #fix({ file, edits }: Problem): void {
    this.#editor.edit(file, edits);
    this.#editor.focus();
  }
}

// The import of this script makes the two figures of the example editable: types, and their CRD.
const [types, crd] = document.querySelectorAll<HTMLElement>('.example figure');
if (types === undefined || crd === undefined) throw new Error('the page has no example');
const example = new LiveExample(types, crd);
crd.after(example.outcome);
example.open();
