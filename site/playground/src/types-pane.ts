import type { CompletionSource } from '@codemirror/autocomplete';
import type { HoverTooltipSource } from '@codemirror/view';
import type { Problem } from './core/compiler-calls.js';
import { element } from './dom.js';
import { Editor } from './editor.js';
import { pane } from './pane-switch.js';
import type { PlaygroundState } from './core/state.js';
import { Tabs } from './tabs.js';

interface TypesHost {
  readonly complete: CompletionSource;
  readonly hovers: readonly HoverTooltipSource[];
  readonly onChange: () => void;
  readonly onFix: (problem: Problem) => void;
}

/** The left side: the files, in tabs. */
export class TypesPane {
  readonly root: HTMLElement;
  readonly editor: Editor;
  readonly #code = element('div', { class: 'panel code shown' });
  readonly #bar = element('div', { class: 'pane-bar' });
  #tabs: Tabs | undefined;
  #problems: readonly Problem[] = [];

  constructor({ complete, hovers, onChange, onFix }: TypesHost) {
    this.editor = new Editor({ parent: this.#code, complete, hovers, onChange, onFix });
    this.root = pane('types', this.#bar, this.#code);
  }

  get state(): PlaygroundState {
    return { files: this.editor.texts(), active: this.editor.active };
  }

  load({ files, active }: PlaygroundState): void {
    this.#problems = [];
    const tabs = Object.keys(files).map((path) => ({ id: path, label: path, panel: this.#code }));
    this.#tabs = new Tabs('file', 'Files', tabs, (path) => this.#show(path));
    this.#bar.replaceChildren(this.#tabs.list);
    this.editor.load(files, active);
    this.#tabs.show(active);
  }

  setProblems(problems: readonly Problem[]): void {
    this.#problems = problems;
    this.editor.setProblems(problems);
    for (const path of this.editor.paths) {
      const count = problems.filter(({ file }) => file === path).length;
      this.#tabs?.badge(path, count === 0 ? '' : String(count), 'bad');
    }
  }

  fix({ file, edits }: Problem): void {
    this.#tabs?.show(file);
    this.editor.edit(file, edits);
  }

  goTo(file: string, line: number, column: number): void {
    this.#tabs?.show(file);
    this.editor.goTo(file, line, column);
  }

  #show(path: string): void {
    this.editor.show(path);
    this.editor.setProblems(this.#problems);
  }
}
