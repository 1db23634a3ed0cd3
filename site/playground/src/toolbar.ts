import { element } from './dom.js';
import { EXAMPLES, type Example, exampleOf } from './examples.js';

interface ToolbarHost {
  readonly openExample: (example: Example) => void;
  readonly openImport: () => void;
  /** Returns the address with the state; undefined if it would be too long. */
  readonly link: () => Promise<string | undefined>;
}

/** The bar with examples, import and share. */
export class Toolbar {
  readonly root: HTMLElement;
  readonly #host: ToolbarHost;
  readonly #select: HTMLSelectElement;
  readonly #share: HTMLButtonElement;
  readonly #note = element('span', { class: 'share-note', role: 'status' });
  #noteTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ToolbarHost) {
    this.#host = host;
    this.#select = element(
      'select',
      {
        'aria-label': 'Example',
        on: { change: () => this.#open() },
      },
      element('option', { value: '', text: 'Examples' }),
      ...EXAMPLES.map(({ id, title }) => element('option', { value: id, text: title })),
    );
    this.#share = element('button', {
      type: 'button',
      class: 'quiet',
      text: 'Share',
      on: { click: () => void this.#shareLink() },
    });
    const importButton = element('button', {
      type: 'button',
      class: 'quiet',
      text: 'Import a CRD',
      on: { click: () => this.#host.openImport() },
    });
    this.root = element(
      'div',
      { class: 'toolbar' },
      this.#select,
      importButton,
      this.#share,
      this.#note,
    );
  }

  #open(): void {
    const { value } = this.#select;
    // The list is a menu: what is shown may have been changed since.
    this.#select.value = '';
    if (value !== '') this.#host.openExample(exampleOf(value));
  }

  async #shareLink(): Promise<void> {
    const link = await this.#host.link();
    if (link === undefined) {
      this.#say('The files are too long for a link.');
      return;
    }
    history.replaceState(null, '', link);
    try {
      await navigator.clipboard.writeText(location.href);
      this.#say('The link is copied.');
    } catch {
      this.#say('The link is in the address bar.');
    }
  }

  #say(text: string): void {
    clearTimeout(this.#noteTimer);
    this.#note.textContent = text;
    this.#noteTimer = setTimeout(() => (this.#note.textContent = ''), 6_000);
  }
}
