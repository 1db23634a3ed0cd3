import { Writable } from 'node:stream';

/** The input of a terminal. */
interface KeyInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
  unref?(): unknown;
}

/** The output of a terminal. */
interface ScreenOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** Options of {@link Terminal}. */
interface TerminalOptions {
  readonly input: KeyInput;
  readonly output: ScreenOutput;
  /** Receives each key, such as `a`, or `\u0003` for Ctrl-C. */
  readonly onKey: (key: string) => void;
  readonly onResize: () => void;
  /** The terminal does not exist any more. */
  readonly onLost: () => void;
}

const ENTER = '\u001b[?1049h\u001b[?25l\u001b[2J';
const LEAVE = '\u001b[?25h\u001b[?1049l';
/** Between them, a terminal shows what was before: synchronized updates, which other terminals ignore. */
const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';
/** For a terminal that reports no size. */
const DEFAULT_SIZE = { columns: 80, rows: 24 };

/**
 * Draws a screen of lines on a terminal. Only lines that have changed are written, as one update, so that nothing
 * flickers and no screen is seen in part. The lines must be safe to print and fit.
 */
export class Terminal {
  readonly #options: TerminalOptions;
  #drawn: readonly string[] = [];
  #isOpen = true;
  /** Whether the screen is not that of a shell. */
  #isEntered = false;

  constructor(options: TerminalOptions) {
    this.#options = options;
    const { input, output } = options;
    input.on('data', this.#read).on('end', this.#lose).on('error', this.#lose);
    // A question before has paused it.
    input.resume();
    output.on('resize', this.#resize).on('error', this.#lose);
    this.enter();
  }

  /** Takes the terminal, also after a stop, when a shell has used it. The next call draws the whole screen. */
  enter(): void {
    if (!this.#isOpen) return;
    const { input } = this.#options;
    // A mode that is set already would not be set again.
    input.setRawMode?.(false);
    input.setRawMode?.(true);
    this.#drawn = [];
    this.#isEntered = true;
    this.#write(ENTER);
  }

  /** Restores the terminal, and draws nothing until {@link enter}. */
  leave(): void {
    if (!this.#isEntered) return;
    this.#write(LEAVE);
    this.#isEntered = false;
    try {
      this.#options.input.setRawMode?.(false);
    } catch {
      // The terminal does not exist any more.
    }
  }

  get size(): { readonly columns: number; readonly rows: number } {
    const { columns, rows } = this.#options.output;
    // A terminal without a size reports 0.
    return { columns: columns || DEFAULT_SIZE.columns, rows: rows || DEFAULT_SIZE.rows };
  }

  draw(lines: readonly string[]): void {
    if (!this.#isEntered) return;
    const text = Array.from({ length: Math.max(lines.length, this.#drawn.length) }, (_, index) => {
      const line = lines[index] ?? '';
      return line === this.#drawn[index] ? '' : `\u001b[${index + 1};1H${line}\u001b[K`;
    }).join('');
    this.#drawn = lines;
    if (text !== '') this.#write(BEGIN + text + END);
  }

  /** Restores the terminal. */
  close(): void {
    if (!this.#isOpen) return;
    this.leave();
    this.#isOpen = false;
    const { input, output } = this.#options;
    input.off('data', this.#read).off('end', this.#lose).pause();
    output.off('resize', this.#resize);
    input.unref?.();
  }

  readonly #read = (data: Buffer | string): void => {
    const text = String(data);
    // Keys such as arrows are sequences, whose characters are not keys.
    if (text.startsWith('\u001b')) return;
    for (const key of text) this.#options.onKey(key);
  };

  readonly #resize = (): void => {
    if (!this.#isEntered) return;
    this.#drawn = [];
    this.#write('\u001b[2J');
    this.#options.onResize();
  };

  readonly #lose = (): void => {
    if (this.#isOpen) this.#options.onLost();
  };

  #write(text: string): void {
    if (!this.#isOpen || text === '') return;
    // Output of config code is redirected away from standard output (config/contain-code.ts).
    Writable.prototype.write.call(this.#options.output, text, 'utf8');
  }
}
