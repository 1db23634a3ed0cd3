import { OutputGroups } from './core/output-groups.js';
import { visibleText } from './core/visible-text.js';
import { element } from './dom.js';

/** More characters are not kept; the oldest lines are removed. */
const MOST_CHARACTERS = 200_000;

const HISTORY = 100;

/** A text of the terminal. */
interface Printed {
  readonly text: string;
  readonly kind: 'out' | 'err' | 'command' | 'note';
}

/** What the terminal runs. */
interface TerminalHost {
  /** Runs a command, and resolves with its exit code. */
  readonly run: (line: string) => Promise<void>;
  /** Ends the commands that run. */
  readonly interrupt: () => void;
  /** Applies what is generated, and the objects. */
  readonly applyAll: () => void;
  readonly reset: () => void;
}

/** A terminal for kubectl: the output as text, an input line with history, and buttons. */
export class Terminal {
  readonly root: HTMLElement;
  readonly #host: TerminalHost;
  readonly #log: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #stop: HTMLButtonElement;
  readonly #suggestions: HTMLElement;
  readonly #groups = new OutputGroups<Printed>((parts) => this.#show(parts));
  readonly #history: string[] = [];
  #at = 0;
  #characters = 0;
  /** The number of commands that run. */
  #running = 0;

  constructor(host: TerminalHost) {
    this.#host = host;
    this.#log = element('div', {
      class: 'log',
      role: 'log',
      'aria-label': 'Output of kubectl',
      tabindex: 0,
      on: { keydown: (event) => this.#onKey(event) },
    });
    this.#input = element('input', {
      type: 'text',
      'aria-label': 'Command of kubectl',
      placeholder: 'kubectl get crds',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      on: { keydown: (event) => this.#onKey(event) },
    });
    this.#stop = element('button', {
      type: 'button',
      class: 'quiet',
      text: 'Stop (Ctrl-C)',
      on: { click: () => host.interrupt() },
    });
    this.#stop.hidden = true;
    this.#suggestions = element('div', { class: 'suggestions' });
    this.root = element(
      'div',
      { class: 'terminal' },
      this.#buttons(),
      this.#log,
      element(
        'form',
        { class: 'prompt', on: { submit: (event) => this.#submit(event) } },
        element('span', { 'aria-hidden': 'true', text: '$' }),
        this.#input,
        this.#stop,
      ),
    );
  }

  /** Shows commands to click. */
  suggest(lines: readonly string[]): void {
    this.#suggestions.replaceChildren(
      ...lines.map((line) =>
        element('button', {
          type: 'button',
          class: 'suggestion',
          text: line,
          on: { click: () => void this.run(line) },
        }),
      ),
    );
  }

  /** Prints a text, which may contain several lines: a note at once, and others with those of the same command. */
  print(text: string, kind: Printed['kind']): void {
    if (text === '') return;
    const shown =
      text.length > MOST_CHARACTERS
        ? `${text.slice(0, MOST_CHARACTERS)}\n(the rest is not shown)\n`
        : text;
    this.#groups.add({ text: visibleText(shown), kind });
    if (kind === 'note') this.#groups.end();
  }

  clear(): void {
    this.#groups.clear();
    this.#log.replaceChildren();
    this.#characters = 0;
  }

  /** Runs a command as if the user had typed it. Others may run at the same time, such as a watch. */
  async run(line: string): Promise<void> {
    if (line.trim() === '') return;
    this.#remember(line);
    this.print(`$ ${line}\n`, 'command');
    if (line.trim() === 'clear') return this.clear();
    this.#count(1);
    try {
      await this.#host.run(line);
    } catch (error) {
      this.print(`${error instanceof Error ? error.message : String(error)}\n`, 'err');
    } finally {
      this.#groups.end();
      this.#count(-1);
    }
  }

  /** Adds texts as one element, which a screen reader reads out as one message. */
  #show(parts: readonly Printed[]): void {
    const isAtEnd =
      this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < 40 ||
      parts.some(({ kind }) => kind === 'command');
    const spans = parts.map(({ text, kind }) => element('span', { class: kind, text }));
    this.#log.append(element('span', {}, ...spans));
    this.#characters += parts.reduce((sum, { text }) => sum + text.length, 0);
    while (this.#characters > MOST_CHARACTERS && this.#log.childElementCount > 1) {
      this.#characters -= this.#log.firstElementChild?.textContent.length ?? 0;
      this.#log.firstElementChild?.remove();
    }
    if (isAtEnd) this.#log.scrollTop = this.#log.scrollHeight;
  }

  #buttons(): HTMLElement {
    const button = (text: string, className: string, click: () => void): HTMLElement =>
      element('button', { type: 'button', class: className, text, on: { click } });
    return element(
      'div',
      { class: 'terminal-bar' },
      button('Apply CRD and sample', 'primary small', () => this.#host.applyAll()),
      this.#suggestions,
      element('span', { class: 'spring' }),
      button('Clear', 'quiet', () => this.clear()),
      button('Reset', 'quiet', () => this.#host.reset()),
    );
  }

  #count(change: 1 | -1): void {
    this.#running += change;
    const hadFocus = document.activeElement === this.#stop;
    this.#stop.hidden = this.#running === 0;
    if (hadFocus && this.#stop.hidden) this.#input.focus();
  }

  #submit(event: Event): void {
    event.preventDefault();
    const line = this.#input.value;
    this.#input.value = '';
    void this.run(line);
  }

  #remember(line: string): void {
    if (this.#history.at(-1) !== line) this.#history.push(line);
    if (this.#history.length > HISTORY) this.#history.shift();
    this.#at = this.#history.length;
  }

  #onKey(event: KeyboardEvent): void {
    const hasSelection = getSelection()?.isCollapsed === false;
    if (event.key === 'c' && event.ctrlKey && this.#running > 0 && !hasSelection) {
      event.preventDefault();
      this.#host.interrupt();
      return;
    }
    if (event.currentTarget !== this.#input) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#at = Math.min(Math.max(this.#at + step, 0), this.#history.length);
    this.#input.value = this.#history[this.#at] ?? '';
  }
}
