import { Agent, createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../listen.js';

/** The outside system that processes change while they lead. */
interface EffectServer {
  readonly port: number;
  close(): void;
}

/** Starts a server that calls `carryOut` for each effect, and confirms it afterwards. */
export async function startEffectServer<T>(
  carryOut: (effect: T, startMs: number) => Promise<void>,
): Promise<EffectServer> {
  const server = createServer((incoming, response) => {
    const startMs = machineMs();
    text(incoming)
      .then((body) => carryOut(JSON.parse(body) as T, startMs))
      .then(
        () => response.end(),
        () => response.destroy(),
      );
  });
  return {
    port: await listen(server),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns a function that sends an effect, and resolves when the server has carried it out. */
export function effectSender<T>(
  port: number,
  maxSockets = Infinity,
): (effect: T, signal: AbortSignal) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets });
  return (effect, signal) =>
    new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, method: 'POST', agent, signal },
        (response) => {
          response.resume();
          response.once('end', resolve).once('error', reject);
        },
      );
      sent.once('error', reject);
      sent.end(JSON.stringify(effect));
    });
}

/** The clock that `process.hrtime` reads in every process of the machine. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
