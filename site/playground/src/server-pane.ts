import { pane } from './pane-switch.js';
import type { RenamingConversion } from './core/renaming-conversion.js';
import type { ServerCalls, TerminalEvent } from './core/server-calls.js';
import { Terminal } from './terminal.js';
import { WorkerClient, type WorkerLike, WorkerReplacedError } from './core/worker-client.js';

const WELCOME = `An API server of Kubernetes runs in this page. Apply the CRD, then ask it:
kubectl apply, create, get, describe, explain, patch and delete.\n`;

interface ServerHost {
  readonly start: () => WorkerLike;
  /** The files that `kubectl apply -f` reads. */
  readonly files: () => Readonly<Record<string, string>>;
  /** The conversions of the types that generated these files. */
  readonly conversions: () => readonly RenamingConversion[];
}

/** The bottom: the embedded API server in a worker, and a terminal with kubectl. */
export class ServerPane {
  readonly root: HTMLElement;
  readonly #host: ServerHost;
  readonly #client: WorkerClient<ServerCalls, TerminalEvent>;
  readonly #terminal: Terminal;

  constructor(host: ServerHost) {
    this.#host = host;
    this.#client = new WorkerClient<ServerCalls, TerminalEvent>({
      start: host.start,
      onEvent: ({ stream, text }) => this.#terminal.print(text, stream),
      onReplaced: (reason) =>
        this.#terminal.print(
          `The API server ${reason}. Another one was started, without objects.\n`,
          'note',
        ),
    });
    this.#terminal = new Terminal({
      run: (line) => this.#kubectl(line),
      interrupt: () => void this.#client.call('interrupt').catch(() => undefined),
      applyAll: () => void this.#applyAll(),
      reset: () => void this.#reset(),
    });
    this.root = pane('server', this.#terminal.root);
    this.#terminal.print(WELCOME, 'note');
  }

  /** Loads the server, so that the first command need not wait for it. */
  ready(): Promise<void> {
    return this.#client.ready();
  }

  suggest(lines: readonly string[]): void {
    this.#terminal.suggest(lines);
  }

  async #kubectl(line: string): Promise<void> {
    try {
      await this.#client.call('setConversions', this.#host.conversions());
      await this.#client.run('kubectl', line, this.#host.files());
    } catch (error) {
      // The terminal has printed it.
      if (!(error instanceof WorkerReplacedError)) throw error;
    }
  }

  async #applyAll(): Promise<void> {
    const files = this.#host.files();
    for (const name of ['crds.yaml', 'policies.yaml', 'objects.yaml']) {
      if (Object.hasOwn(files, name)) await this.#terminal.run(`kubectl apply -f ${name}`);
    }
  }

  async #reset(): Promise<void> {
    await this.#client.call('reset').catch(() => undefined);
    this.#terminal.print('The server is empty.\n', 'note');
  }
}
