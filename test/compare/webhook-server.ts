import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { createServingCertificate } from '../support/serving-certificate.js';

/** What a scripted webhook answers. Its URL contains it: `https://HOST/NAME/SCRIPT`. */
export interface Script {
  /** Before the answer, in milliseconds. */
  readonly delayMs?: number;
  /** The HTTP status. Defaults to 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, which replaces the review. */
  readonly text?: string;
  /** Merged into the review; null removes a member. */
  readonly review?: JsonObject;
  /** Merged into the response, whose `uid` is that of the request. */
  readonly response?: JsonObject;
  /** A JSON patch, which the response contains in base64. */
  readonly patch?: JsonValue;
  readonly closes?: boolean;
  /** Redirects the first request to the same path with this HTTP status. */
  readonly redirect?: number;
}

/** A call that a webhook received. */
export interface ReceivedCall {
  /** The name of the webhook in the URL. */
  readonly hook: string;
  readonly method: string;
  readonly review: JsonValue;
}

/** A local HTTPS server whose webhooks answer what their URLs say. */
export interface WebhookServer {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  /** The CA in base64, for `caBundle`. */
  readonly caBundle: string;
  /** Returns the calls since the last time, and forgets them. */
  take(): ReceivedCall[];
  close(): Promise<void>;
}

/** The path of a webhook that answers by a script. */
export const scriptPath = (hook: string, script: Script): string =>
  `/${hook}/${Buffer.from(JSON.stringify(script)).toString('base64url')}`;

/** Answers a call instead of a script: the status and the body, or undefined to close the connection. */
export type AnswerCall = (review: JsonValue) => { status?: number; text: string } | undefined;

/** @param answerCall answers the calls. Defaults to the script in the URL */
export async function startWebhookServer(answerCall?: AnswerCall): Promise<WebhookServer> {
  const { cert, key } = await createServingCertificate();
  let calls: ReceivedCall[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    const answered =
      answerCall === undefined
        ? answer(request, response, (call) => calls.push(call))
        : answerBy(answerCall, request, response);
    answered.catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    caBundle: Buffer.from(cert).toString('base64'),
    take() {
      const taken = calls;
      calls = [];
      return taken;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answerBy(
  answerCall: AnswerCall,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answered = answerCall(parseJson(await textOf(request)));
  if (answered === undefined) {
    response.destroy();
    return;
  }
  response.writeHead(answered.status ?? 200, { 'content-type': 'application/json' });
  response.end(answered.text);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  receive: (call: ReceivedCall) => void,
): Promise<void> {
  const url = new URL(request.url ?? '', 'https://localhost');
  const [, hook = '', script = '', redirected] = url.pathname.split('/');
  const answer = JSON.parse(Buffer.from(script, 'base64url').toString()) as Script;
  const text = await textOf(request);
  const review = text === '' ? null : parseJson(text);
  receive({ hook, method: request.method ?? '', review });
  if (answer.redirect !== undefined && redirected === undefined) {
    response.writeHead(answer.redirect, { location: `${url.pathname}/again` }).end();
    return;
  }
  if (answer.delayMs !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
  }
  if (answer.closes === true) {
    response.destroy();
    return;
  }
  response.writeHead(answer.status ?? 200, {
    'content-type': 'application/json',
    ...answer.headers,
  });
  response.end(answer.text ?? JSON.stringify(reviewOf(answer, review)));
}

function reviewOf({ review = {}, response = {}, patch }: Script, sent: JsonValue): JsonObject {
  const request = isJsonObject(sent) && isJsonObject(sent['request']) ? sent['request'] : {};
  return merged(
    {
      apiVersion: (isJsonObject(sent) ? sent['apiVersion'] : undefined) ?? null,
      kind: 'AdmissionReview',
      response: merged(
        {
          uid: request['uid'] ?? null,
          allowed: true,
          ...(patch === undefined
            ? {}
            : {
                patchType: 'JSONPatch',
                patch: Buffer.from(JSON.stringify(patch)).toString('base64'),
              }),
        },
        response,
      ),
    },
    review,
  );
}

const merged = (base: JsonObject, changes: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...base, ...changes }).filter(([, value]) => value !== null));
