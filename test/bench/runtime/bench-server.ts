import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inRepository } from '../../support/repository.js';

/** What the server has for the next subject. */
interface ServerState {
  readonly objects: number;
  readonly events: number;
  readonly streaming: boolean;
  readonly expires: boolean;
}

/** The one server of all subjects, in a process of its own. */
export interface BenchServer extends AsyncDisposable {
  readonly url: string;
  /** Where it has one machine, over TLS. */
  readonly tlsUrl: string;
  /** Resolves when the state's bytes are made. */
  reset(state: ServerState): Promise<void>;
}

/** Starts `server.ts`; it ends with the disposal, or with this process. */
export async function startBenchServer(): Promise<BenchServer> {
  const script = inRepository('test', 'dist', 'test', 'bench', 'runtime', 'server.js');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { plain, tls } = JSON.parse(line) as { plain: number; tls: number };
  const url = `http://127.0.0.1:${plain}`;
  return {
    url,
    tlsUrl: `https://127.0.0.1:${tls}`,
    async reset(state) {
      const { objects, events, streaming, expires } = state;
      const sizes = `objects=${objects}&events=${events}`;
      const query = `${sizes}&streaming=${streaming}&expires=${expires}`;
      await (await fetch(`${url}/bench/reset?${query}`)).text();
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
