import { builtIns } from '@vmgen/apiserver/built-ins';
import { createApiServer } from '@vmgen/apiserver/browser';
import { runKubectl } from '../../kubectl/kubectl.js';
import { serveCalls, type WorkerScope } from './core/serve-calls.js';
import { answerReview } from './core/renaming-conversion.js';
import type { ServerCalls, TerminalEvent } from './core/server-calls.js';

/** Kubectl on a server in memory. @param report receives what commands print */
function createServerCalls(report: (event: TerminalEvent) => void): ServerCalls {
  // The server looks for a handler when it calls a webhook.
  const webhookHandlers: Record<string, (review: object) => Promise<object>> = {};
  let server = createApiServer(builtIns, { webhookHandlers });
  const running = new Set<AbortController>();
  const interrupt = (): void => {
    for (const stopping of running) stopping.abort();
  };
  return {
    async kubectl(line, files) {
      const stopping = new AbortController();
      running.add(stopping);
      const print = (stream: 'out' | 'err') => (text: string) => report({ stream, text });
      try {
        return await runKubectl(line, {
          transport: server.transport,
          readFile: (name) => (Object.hasOwn(files, name) ? files[name] : undefined),
          out: print('out'),
          err: print('err'),
          signal: stopping.signal,
        });
      } finally {
        running.delete(stopping);
      }
    },
    setConversions(conversions) {
      for (const service of Object.keys(webhookHandlers))
        Reflect.deleteProperty(webhookHandlers, service);
      for (const { service } of conversions) {
        webhookHandlers[service] = async (review) => answerReview(review, conversions);
      }
    },
    interrupt,
    async reset() {
      interrupt();
      await server.close();
      server = createApiServer(builtIns, { webhookHandlers });
    },
  };
}

// The scope of a worker, not of a page, for which the library of this project has types.
const scope = self as unknown as WorkerScope;
serveCalls(
  scope,
  createServerCalls((event) => scope.postMessage({ type: 'event', event })),
);
