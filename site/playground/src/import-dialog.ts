import type { ImportAnswer } from './core/compiler-calls.js';
import { element } from './dom.js';
import { crdOf, type Example } from './examples.js';
import { LIMITS } from './core/state.js';

/** The problems that are listed. */
const MOST_PROBLEMS = 20;

interface ImportHost {
  /** Makes types from a text with CRDs or OpenAPI documents. */
  readonly importTypes: (text: string) => Promise<ImportAnswer>;
  /** Shows the types of a text, which may be that of an example; returns why it cannot, as a phrase. */
  readonly accept: (
    files: Readonly<Record<string, string>>,
    example: Example | undefined,
  ) => string | undefined;
}

/** A dialog into which the user pastes CRDs to get their types. */
export class ImportDialog {
  readonly root: HTMLDialogElement;
  readonly #host: ImportHost;
  readonly #text: HTMLTextAreaElement;
  readonly #problems: HTMLElement;
  readonly #submit: HTMLButtonElement;
  #example: Example | undefined;

  constructor(host: ImportHost) {
    this.#host = host;
    this.#text = element('textarea', {
      'aria-labelledby': 'import-title',
      'aria-describedby': 'import-about',
      spellcheck: 'false',
      placeholder: 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n…',
    });
    this.#problems = element('div', { class: 'import-problems', role: 'alert' });
    this.#submit = element('button', { type: 'submit', class: 'primary', text: 'Import' });
    const cancel = element('button', {
      type: 'button',
      class: 'quiet',
      text: 'Cancel',
      on: { click: () => this.root.close() },
    });
    this.root = element(
      'dialog',
      { class: 'import', 'aria-labelledby': 'import-title' },
      element(
        'form',
        { on: { submit: (event) => void this.#import(event) } },
        element('h2', { id: 'import-title', text: 'Import a CRD' }),
        element('p', {
          id: 'import-about',
          text: 'Paste CustomResourceDefinitions or an OpenAPI v3 document, as YAML or JSON. Their types replace the files of the playground. The text stays in this page.',
        }),
        this.#text,
        this.#problems,
        element('div', { class: 'dialog-buttons' }, cancel, this.#submit),
      ),
    );
  }

  /** Keeps what the user pasted before, unless an example has a text. */
  open(example?: Example): void {
    const text = example && crdOf(example);
    if (text !== undefined) this.#text.value = text;
    this.#example = example;
    this.#problems.replaceChildren();
    this.root.showModal();
    this.#text.focus();
  }

  async #import(event: Event): Promise<void> {
    event.preventDefault();
    this.#submit.disabled = true;
    this.#problems.replaceChildren();
    try {
      this.#report(await this.#read(this.#text.value));
    } catch (error) {
      this.#report([error instanceof Error ? error.message : String(error)]);
    } finally {
      this.#submit.disabled = false;
    }
  }

  /** Returns what prevents the import. */
  async #read(text: string): Promise<readonly string[]> {
    if (text.trim() === '') return ['The text is empty.'];
    if (text.length > LIMITS.importLength) {
      const [length, most] = [text.length, LIMITS.importLength].map((count) =>
        count.toLocaleString('en'),
      );
      return [`The text has ${length ?? ''} characters; the playground accepts ${most ?? ''}.`];
    }
    const { files, problems } = await this.#host.importTypes(text);
    if (problems.length > 0) return problems;
    if (Object.keys(files).length === 0) return ['The text contains no CustomResourceDefinition.'];
    const excess = this.#host.accept(files, this.#example);
    if (excess !== undefined) return [excess];
    this.root.close();
    this.#text.value = '';
    return [];
  }

  #report(problems: readonly string[]): void {
    const more = problems.length - MOST_PROBLEMS;
    this.#problems.replaceChildren(
      ...problems
        .slice(0, MOST_PROBLEMS)
        .map((text) => element('p', { text: text.slice(0, 1_000) })),
      ...(more > 0 ? [element('p', { text: `${more} more problems are not shown.` })] : []),
    );
  }
}
