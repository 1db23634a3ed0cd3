import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { createHttpTransport, loadKubeConfig, type HttpTransport } from '@vmgen/runtime';
import { createLinkedProject, VMGEN } from '../support/linked-project.js';
import { PseudoTerminal, type PseudoTerminalOptions } from '../support/pseudo-terminal.js';
import { waitFor } from '../support/wait-for.js';

export const CONTROLLER = 'src/controllers/site.ts';
export const TYPES = 'apis/web/v1/types.ts';
export const SAMPLE = 'samples/site.yaml';
export const MAIN = 'src/main.ts';
export const CTRL_C = '\u0003';

/** A project of `vmgen init` in a temporary folder, and runs of `vmgen dev` in it. */
export class DevelopedProject {
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'vmgen dev ü-')));
  /** Ports that were shown. */
  readonly #ports = new Set<number>();
  readonly #terminals: PseudoTerminal[] = [];

  /** The project, and what a failed test has left running in it, are removed after the test. */
  constructor(context: TestContext, { checksTypes = true } = {}) {
    createLinkedProject(this.folder);
    // Most of the time of a first compilation is the check of types.
    if (!checksTypes)
      this.edit('tsconfig.json', (text) =>
        text.replace('"compilerOptions": {', '$& "noCheck": true,'),
      );
    context.after(() => {
      for (const terminal of this.#terminals) terminal.close();
      // An error here would skip what is registered after it: servers, which would keep the process alive.
      for (const { pid } of this.processes()) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended.
        }
      }
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    });
  }

  path(file: string): string {
    return path.join(this.folder, file);
  }

  /** Starts `vmgen dev` on a terminal. */
  start(
    args: readonly string[] = [],
    options: Partial<PseudoTerminalOptions> = {},
  ): PseudoTerminal {
    const command = [process.execPath, VMGEN, 'dev', ...args];
    const terminal = new PseudoTerminal(command, { folder: this.folder, ...options });
    this.#terminals.push(terminal);
    return terminal;
  }

  /** Starts `vmgen dev`, and waits until the operator is ready. */
  async startReady(args: readonly string[] = [], options: Partial<PseudoTerminalOptions> = {}) {
    const terminal = this.start(args, options);
    await this.ready(terminal);
    return terminal;
  }

  /** Resolves with the port of the pages once an operator is ready that has another port than `port`. */
  async ready(terminal: PseudoTerminal, port?: number): Promise<number> {
    const other = port === undefined ? '' : `(?!${port}\\b)`;
    const text = await terminal.shows(
      new RegExp(`operator +ready .*127\\.0\\.0\\.1:${other}\\d+/status`),
      60_000,
    );
    const server = /^server .*127\.0\.0\.1:(\d+)/m.exec(text)?.[1];
    const found = Number(/127\.0\.0\.1:(\d+)\/status/.exec(text)?.[1]);
    for (const each of [server, found]) if (each !== undefined) this.#ports.add(Number(each));
    return found;
  }

  /** Changes a file in one step, as editors do. */
  edit(file: string, change: (text: string) => string): void {
    const text = readFileSync(this.path(file), 'utf8');
    const changed = change(text);
    assert.notEqual(changed, text, `the edit of ${file} changes nothing`);
    this.write(file, changed);
  }

  write(file: string, text: string): void {
    // Beside the project, so that its folders do not change otherwise.
    const temporary = `${this.folder}.edited`;
    writeFileSync(temporary, text);
    renameSync(temporary, this.path(file));
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  /** The API server of the project. */
  async connect(): Promise<HttpTransport> {
    return createHttpTransport(await loadKubeConfig({ kubeconfig: this.path('kubeconfig') }));
  }

  /** The processes in the folder of the project. */
  processes(): { readonly pid: number; readonly command: string }[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          if (readlinkSync(`/proc/${name}/cwd`) !== this.folder) return [];
          const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
          // A process that has ended, and that nobody has waited for.
          if (words.join('') === '') return [];
          return [{ pid: Number(name), command: words.slice(1).join(' ').trim() }];
        } catch {
          return [];
        }
      });
  }

  /** The process ID of a child whose command contains a text. */
  pidOf(text: string): number {
    const [found] = this.processes().filter(({ command }) => command.includes(text));
    assert.ok(found, `no process of ${text}`);
    return found.pid;
  }

  /** Asserts that nothing runs, listens or remains. */
  async leavesNothing(): Promise<void> {
    assert.deepEqual(this.processes(), []);
    for (const port of this.#ports) assert.equal(await isOpen(port), false, `port ${port} is open`);
    for (const file of ['kubeconfig', 'node_modules/.vmgen-dev', 'generated/.vmgen-lock']) {
      assert.equal(existsSync(this.path(file)), false, `${file} remains`);
    }
  }

  /** Ends a run by Ctrl-C, and asserts that it has succeeded and leaves nothing. */
  async quit(terminal: PseudoTerminal): Promise<void> {
    terminal.type(CTRL_C);
    assert.equal(await terminal.ends(), 0);
    await this.leavesNothing();
  }

  /** As {@link leavesNothing}, once the processes have ended by themselves. */
  async endsByItself(): Promise<void> {
    await waitFor('the end of all processes', 20_000, () =>
      this.processes().length === 0 ? true : undefined,
    );
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true));
    socket.once('error', () => resolve(false)).once('close', () => socket.destroy());
    socket.once('connect', () => socket.destroy());
  });
}
