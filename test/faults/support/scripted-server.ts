import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../../support/listen.js';
import { statusText } from '../model/byte-stream.js';
import { WIDGET_API_VERSION, type StoredWidget } from '../model/widget.js';

/** A received request. */
interface ScriptedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly isWatch: boolean;
  /** Responds with a JSON value. */
  json(status: number, value: unknown, headers?: Readonly<Record<string, string>>): void;
  /** Responds with a JSON text. */
  raw(status: number, text: string): void;
  /** Responds with a Status. */
  refuse(status: number, reason: string, details?: Readonly<Record<string, unknown>>): void;
  /** Starts a streaming response. Written data is sent immediately. */
  write(text: string): void;
  /** Ends the response as a server does. */
  end(): void;
  /** Resets the connection. */
  reset(): void;
}

/** A server whose responses a test defines. */
interface ScriptedServer {
  readonly url: string;
  readonly requests: readonly ScriptedRequest[];
  readonly lists: readonly ScriptedRequest[];
  readonly watches: readonly ScriptedRequest[];
  close(): Promise<void>;
}

/**
 * Starts a server on loopback. `answer` is called with each request and may respond later. A watch
 * without a response remains open and silent.
 */
export async function startScriptedServer(
  answer: (request: ScriptedRequest, index: number) => void,
): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = [];
  const server = createServer((incoming, response) => {
    const [path = '', query = ''] = (incoming.url ?? '').split('?');
    const parameters = new URLSearchParams(query);
    const isWatch = parameters.get('watch') === 'true';
    const request = { path, query: parameters, isWatch, ...answersOf(response) };
    requests.push(request);
    answer(request, requests.length - 1);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get lists() {
      return requests.filter(({ isWatch }) => !isWatch);
    },
    get watches() {
      return requests.filter(({ isWatch }) => isWatch);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answers = Omit<ScriptedRequest, 'path' | 'query' | 'isWatch'>;

function answersOf(response: ServerResponse): Answers {
  const send = (
    status: number,
    text: string,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(text);
  };
  return {
    json: (status, value, headers) => send(status, JSON.stringify(value), headers),
    raw: (status, text) => send(status, text),
    refuse: (status, reason, details) => send(status, statusText(status, reason, details)),
    write: (text) => void response.write(text),
    end: () => void response.end(),
    reset: () => response.socket?.resetAndDestroy(),
  };
}

/** A list of widgets as a server sends it. */
export function widgetList(
  resourceVersion: number,
  items: readonly StoredWidget[],
  more: { readonly continue?: string } = {},
): object {
  const metadata = { resourceVersion: String(resourceVersion), ...more };
  return { kind: 'WidgetList', apiVersion: WIDGET_API_VERSION, metadata, items };
}

/** A widget at a version. */
export function widget(
  name: string,
  resourceVersion: number,
  more: { readonly uid?: string; readonly color?: string } = {},
): StoredWidget {
  const { uid = `uid-${name}`, color = 'red' } = more;
  return {
    apiVersion: WIDGET_API_VERSION,
    kind: 'Widget',
    metadata: {
      name,
      namespace: 'default',
      uid,
      resourceVersion: String(resourceVersion),
      creationTimestamp: '2026-01-02T15:04:05Z',
    },
    spec: { color, size: 1 },
  };
}

/** A line of a watch. */
export function eventLine(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: object): string {
  return `${JSON.stringify({ type, object })}\n`;
}
