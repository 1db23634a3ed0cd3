import { spawn, type ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitFor } from './wait-for.js';

/** How a program is started on a terminal. */
export interface PseudoTerminalOptions {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** A program on a terminal of its own, made by `script` of util-linux, and the screen that it has drawn. */
export class PseudoTerminal {
  readonly #script: ChildProcess;
  readonly #folder: string;
  readonly screen: Screen;
  readonly #exited: Promise<number | string>;

  constructor(command: readonly string[], options: PseudoTerminalOptions) {
    const { folder, environment = {}, columns = 100, rows = 30 } = options;
    this.#folder = mkdtempSync(path.join(tmpdir(), 'vmgen-terminal-'));
    this.screen = new Screen(rows);
    const words = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    const shell = `stty cols ${columns} rows ${rows}; { tty; echo $$; } > ${this.#file}; exec ${words}`;
    this.#script = spawn('script', ['-qfec', shell, '/dev/null'], {
      cwd: folder,
      env: { ...process.env, SHELL: '/bin/sh', TERM: 'xterm', ...environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#script.stdout?.setEncoding('utf8').on('data', (text: string) => this.screen.write(text));
    this.#exited = once(this.#script, 'close').then(
      ([code, signal]: (number | string | null)[]) => {
        rmSync(this.#folder, { recursive: true, force: true });
        return code ?? signal ?? 'unknown';
      },
    );
  }

  get #file(): string {
    return path.join(this.#folder, 'terminal');
  }

  /** The process ID of the program. */
  get pid(): number {
    return Number(readFileSync(this.#file, 'utf8').split('\n')[1]);
  }

  /** Types keys. */
  type(keys: string): void {
    this.#script.stdin?.write(keys);
  }

  /** Changes the size, as a window does. */
  resize(columns: number, rows: number): void {
    const [device = ''] = readFileSync(this.#file, 'utf8').split('\n');
    this.screen.resize(rows);
    execFileSync('stty', ['-F', device, 'cols', String(columns), 'rows', String(rows)]);
  }

  /** Closes the terminal, as the end of a window does. */
  close(): void {
    this.#script.kill('SIGKILL');
  }

  /** Resolves with the exit code of the program, or the name of the signal that has ended `script`. */
  async ends(timeoutMs = 20_000): Promise<number | string> {
    let code: number | string | undefined;
    void this.#exited.then((found) => (code = found));
    try {
      return await waitFor('the end of the program', timeoutMs, () => code);
    } catch (error) {
      throw new Error(`the program has not ended:\n${this.screen.text()}`, { cause: error });
    }
  }

  /** Resolves with the screen once it matches. */
  async shows(pattern: RegExp, timeoutMs = 40_000): Promise<string> {
    try {
      return await waitFor(String(pattern), timeoutMs, () => {
        const text = this.screen.text();
        return pattern.test(text) ? text : undefined;
      });
    } catch (error) {
      throw new Error(`the screen does not match:\n${this.screen.text()}`, { cause: error });
    }
  }
}

/** The sequences that vmgen writes, and colours. */
const SEQUENCE = /^\u001b\[(\??)([\d;]*)([A-Za-z])/;

/** A screen: what remains of the written text. Throws at a control character that vmgen does not write. */
class Screen {
  #lines: string[] = [];
  #rows: number;
  #row = 0;
  #column = 0;
  /** The beginning of a sequence whose rest has not arrived. */
  #rest = '';
  #unknown = '';
  /** What a terminal shows during an update; undefined outside of one. */
  #shown: string | undefined;
  /** Whether the alternate screen is shown. */
  isAlternate = false;
  /** The number of characters that were written. */
  written = 0;

  constructor(rows: number) {
    this.#rows = rows;
  }

  resize(rows: number): void {
    this.#rows = rows;
  }

  text(): string {
    if (this.#unknown !== '') throw new Error(`unknown sequence ${JSON.stringify(this.#unknown)}`);
    return this.#shown ?? this.#lines.map((line) => line.trimEnd()).join('\n');
  }

  write(text: string): void {
    this.written += text.length;
    let rest = this.#rest + text;
    this.#rest = '';
    while (rest !== '') {
      const [whole, mark = '', numbers = '', letter = ''] = SEQUENCE.exec(rest) ?? [];
      if (whole !== undefined) {
        this.#control(mark, numbers, letter);
        rest = rest.slice(whole.length);
      } else if (rest.startsWith('\u001b') && rest.length < 20) {
        this.#rest = rest;
        return;
      } else {
        const [character = ''] = rest;
        this.#put(character);
        rest = rest.slice(character.length);
      }
    }
  }

  #put(character: string): void {
    if (character === '\r') this.#column = 0;
    else if (character === '\n') this.#row += 1;
    else if (character < ' ' || character === '\u007f') this.#unknown ||= character;
    else {
      while (this.#lines.length <= this.#row) this.#lines.push('');
      const line = (this.#lines[this.#row] ?? '').padEnd(this.#column);
      this.#lines[this.#row] =
        line.slice(0, this.#column) + character + line.slice(this.#column + character.length);
      this.#column += character.length;
      if (this.#row >= this.#rows && this.isAlternate) this.#unknown ||= 'a line below the screen';
    }
  }

  #control(mark: string, numbers: string, letter: string): void {
    const [first = 1, second = 1] = numbers.split(';').map((each) => Number(each) || 1);
    if (letter === 'm') return;
    if (mark === '?' && (letter === 'h' || letter === 'l')) {
      if (numbers === '2026') this.#shown = letter === 'h' ? this.text() : undefined;
      if (numbers !== '1049') return;
      this.isAlternate = letter === 'h';
      this.#lines = [];
    } else if (letter === 'H') [this.#row, this.#column] = [first - 1, second - 1];
    else if (letter === 'G') this.#column = first - 1;
    else if (letter === 'J')
      this.#lines = this.#lines.slice(0, numbers === '2' ? 0 : this.#row + 1);
    else if (letter === 'K') {
      const line = this.#lines[this.#row];
      if (line !== undefined) this.#lines[this.#row] = line.slice(0, this.#column);
    } else this.#unknown ||= mark + numbers + letter;
  }
}
