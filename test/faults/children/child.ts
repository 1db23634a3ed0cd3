import {
  createHttpTransport,
  createResourceClient,
  type HttpTransport,
  type SharedInformer,
} from '@vmgen/runtime';
import { createSharedInformer, type SharedInformerOptions } from '@vmgen/runtime/cache';
import { widgetResource, type Widget } from '../model/widget.js';

/** Starts the informer of a child process. The first argument is the URL of the server. */
export function followServer(options: SharedInformerOptions<Widget, 'Namespaced'> = {}): {
  readonly transport: HttpTransport;
  readonly informer: SharedInformer<Widget, 'Namespaced'>;
  readonly end: () => Promise<void>;
} {
  const [, , server = ''] = process.argv;
  const transport = createHttpTransport({ server }, { environment: {} });
  const informer = createSharedInformer(createResourceClient(transport, widgetResource), options);
  const ending = new AbortController();
  const running = informer.run({ signal: ending.signal });
  return {
    transport,
    informer,
    async end() {
      ending.abort();
      await running;
      await transport.close();
    },
  };
}

/** Sends a report to the test, not by standard output, which may be broken. */
export function report(message: Readonly<Record<string, unknown>>): void {
  process.send?.(message);
}
