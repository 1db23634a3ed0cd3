import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { createLogger } from '@vmgen/runtime';
import { labelsOf } from '../driver/server-identity.js';
import { startEngineProxy } from './engine-proxy.js';

/** A machine, and the ID of its container. */
export const OWNER = { namespace: 'default', name: 'vm', uid: 'u1' };
export const ID = 'a'.repeat(64);
/** The name of a container without labels. */
export const FOREIGN = 'stranger';

/** A request that the engine received. */
interface Received {
  readonly call: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export function json(status: number, body: unknown): Answer {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const inspected = (Id: string, Labels: Record<string, string>): Answer =>
  json(200, {
    ...{ Id, Config: { Image: 'nginx', Labels }, HostConfig: {} },
    State: { Status: 'running', Running: true },
  });

/** A proxy before an engine that records what arrives, and the log of the proxy. */
interface Recorded {
  readonly socket: string;
  readonly received: Received[];
  readonly lines: string[];
  /** Answers by `METHOD /path`. Others are answered with 200 and an empty list. */
  readonly answers: Record<string, Answer>;
  /** Makes the engine unreachable. */
  readonly stopEngine: () => Promise<void>;
  /** Sends a text over a connection, and resolves with all that is answered. */
  readonly sendRaw: (request: string) => Promise<string>;
  /** Sends a request, and resolves with the status and the message of the answer. */
  readonly send: (
    method: string,
    url: string,
    body?: string,
  ) => Promise<{ status: number; message: string }>;
}

/** Starts both, which end after the test. */
export async function startRecorded(t: Pick<TestContext, 'after'>): Promise<Recorded> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-engine-'));
  const [engine, socket] = ['engine.sock', 'proxy.sock'].map((name) => path.join(folder, name));
  if (engine === undefined || socket === undefined) throw new Error('two paths');
  const received: Received[] = [];
  const lines: string[] = [];
  const answers: Record<string, Answer> = {
    [`GET /containers/${ID}/json`]: inspected(ID, labelsOf('c1', OWNER)),
    'GET /containers/vm_default_vm_u1/json': inspected(ID, labelsOf('c1', OWNER)),
    [`GET /containers/${FOREIGN}/json`]: inspected('b'.repeat(64), { app: 'other' }),
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const call = `${request.method} ${request.url}`;
      received.push({ call, headers: request.headers, body });
      (answers[call.split('?')[0] ?? ''] ?? json(200, []))(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(engine, resolve));
  const logger = createLogger({ format: 'json', write: (line) => lines.push(line) });
  const proxy = await startEngineProxy({ engine, listen: socket, logger });
  const stopEngine = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  t.after(async () => {
    await proxy.close();
    await stopEngine();
    rmSync(folder, { recursive: true });
  });
  const sendRaw = (request: string): Promise<string> => {
    const connection = connect(socket);
    connection.write(request);
    return text(connection);
  };
  return {
    ...{ socket, received, lines, answers, stopEngine, sendRaw },
    async send(method, url, body = '') {
      const length = `Content-Length: ${Buffer.byteLength(body)}`;
      const head = [`${method} ${url} HTTP/1.1`, 'Host: a', 'Connection: close', length];
      return parsed(await sendRaw(`${head.join('\r\n')}\r\n\r\n${body}`));
    },
  };
}

/** The status and the message of an answer of the proxy. */
export function parsed(answer: string): { status: number; message: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const { message = '' } = (/"message"/.test(body) ? JSON.parse(body) : {}) as { message?: string };
  return { status: Number(head.split(' ')[1]), message };
}
