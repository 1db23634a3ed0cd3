import type { Output } from './core/compiler-calls.js';
import { element } from './dom.js';
import { Viewer } from './editor.js';

/** The file that is shown first, if it exists. */
const MAIN = /\/client\.ts$/;

/** Generated files of one kind: a list to select from, and the text of the selected one. */
export class OutputPanel {
  readonly root: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #bar: HTMLElement;
  readonly #code: HTMLElement;
  readonly #empty: HTMLElement;
  readonly #copy: HTMLButtonElement;
  readonly #viewer: Viewer;
  readonly #read: (path: string) => Promise<string | undefined>;
  #text = '';

  /**
   * @param empty is shown if there are no files
   * @param read reads the text of a file; undefined if it does not exist any more
   */
  constructor(label: string, empty: string, read: (path: string) => Promise<string | undefined>) {
    this.#read = read;
    this.#select = element('select', {
      'aria-label': `File of ${label}`,
      on: { change: () => void this.refresh() },
    });
    this.#copy = element('button', {
      type: 'button',
      class: 'quiet',
      text: 'Copy',
      on: { click: () => void this.#copyText() },
    });
    this.#bar = element('div', { class: 'file-bar' }, this.#select, this.#copy);
    this.#code = element('div', { class: 'code' });
    this.#empty = element('p', { class: 'empty', text: empty });
    this.root = element('div', { class: 'panel output-panel' }, this.#bar, this.#code, this.#empty);
    this.#viewer = new Viewer(this.#code, label);
    this.#show([]);
  }

  /** Lists files. {@link refresh} shows the text of the selected one. */
  list(outputs: readonly Output[]): void {
    const selected = this.#select.value;
    const paths = outputs.map(({ path }) => path);
    const known = [...this.#select.options].map(({ value }) => value);
    if (paths.join('\n') !== known.join('\n')) {
      this.#select.replaceChildren(
        ...paths.map((path) => element('option', { value: path, text: path })),
      );
      const shown = paths.includes(selected) ? selected : paths.find((each) => MAIN.test(each));
      if (shown !== undefined) this.#select.value = shown;
    }
    this.#show(paths);
  }

  /** Reads the selected file again. */
  async refresh(): Promise<void> {
    const path = this.#select.value;
    if (path === '') return;
    const text = await this.#read(path).catch(() => undefined);
    if (text === undefined || path !== this.#select.value) return;
    this.#text = text;
    this.#viewer.show(path, text);
  }

  #show(paths: readonly string[]): void {
    const isEmpty = paths.length === 0;
    this.#bar.hidden = isEmpty;
    this.#code.hidden = isEmpty;
    this.#empty.hidden = !isEmpty;
  }

  async #copyText(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#text);
      this.#copy.textContent = 'Copied';
    } catch {
      // The user has not permitted it, or the page has no HTTPS and so no clipboard.
      this.#copy.textContent = 'Copy failed';
    }
    setTimeout(() => (this.#copy.textContent = 'Copy'), 1_500);
  }
}
