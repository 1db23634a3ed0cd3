import { X509Certificate } from 'node:crypto';
import { request as sendHttp, type IncomingMessage } from 'node:http';
import { Agent, request as sendHttps, type RequestOptions } from 'node:https';
import { errorMessage } from '@vmgen/base/text';
import type {
  WebhookAnswer,
  WebhookNetwork,
  WebhookRequest,
} from '../admission/webhook-network.js';
import { errorCode } from '../errors/error-code.js';
import { certificateProblem, isCertificateCode } from './certificate-problem.js';

/**
 * The maximum size of an answer in bytes. kube-apiserver has no limit. Ten may arrive at the same time for
 * each list of converted objects, none of which can be stored with more than 1.5 MiB.
 */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Connects to webhooks over HTTPS and HTTP. */
export class WebhookConnections implements WebhookNetwork {
  /** Keeps connections open between requests. */
  #agent: Agent | undefined;

  async exchange(request: WebhookRequest): Promise<WebhookAnswer> {
    try {
      return await this.#send(request);
    } catch (cause) {
      const { url, ca, serverName = hostOf(url), signal } = request;
      const problem = isCertificateCode(errorCode(cause))
        ? await certificateProblem(serverOf(request), serverName, ca, signal)
        : dialProblem(cause, url);
      throw new Error(problem, { cause });
    }
  }

  isCertificate(pem: string): boolean {
    try {
      return new X509Certificate(pem).raw.length > 0;
    } catch {
      return false;
    }
  }

  close(): void {
    this.#agent?.destroy();
    this.#agent = undefined;
  }

  #send(request: WebhookRequest): Promise<WebhookAnswer> {
    const { url, body, signal } = request;
    const isHttps = request.address.protocol === 'https:';
    this.#agent ??= new Agent({ keepAlive: true });
    const options: RequestOptions = {
      ...serverOf(request),
      method: body === undefined ? 'GET' : 'POST',
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        accept: 'application/json, */*',
        'user-agent': 'kube-apiserver-admission',
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
      },
      ...(isHttps ? { agent: this.#agent } : {}),
      signal,
    };
    return new Promise((resolve, reject) => {
      const sent = (isHttps ? sendHttps : sendHttp)(options, (response) => {
        readAnswer(response).then(resolve, reject);
      });
      sent.on('error', (error) => {
        // The webhook has restarted, or closed an idle connection while it was reused.
        const isStale = sent.reusedSocket && errorCode(error) === 'ECONNRESET';
        if (isStale) resolve(this.#send(request));
        else reject(error);
      });
      sent.end(body);
    });
  }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** The server of a request, and how its certificate is verified. */
function serverOf({ address, ca, serverName }: WebhookRequest) {
  return {
    host: hostOf(address),
    port: Number(address.port) || (address.protocol === 'https:' ? 443 : 80),
    // As in Go, any certificate of the bundle is trusted, even if it is not an authority.
    ...(ca !== undefined && { ca, allowPartialTrustChain: true }),
    ...(serverName !== undefined && { servername: serverName }),
  };
}

async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) {
      response.destroy();
      throw new Error(`the answer has more than ${MAX_ANSWER_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  const { statusCode: status = 0, headers } = response;
  return {
    status,
    text: Buffer.concat(chunks).toString('utf8'),
    contentType: headers['content-type'],
    location: headers.location,
    retryAfter: headers['retry-after'],
  };
}

/** Errors of Node in the words of Go. */
function dialProblem(error: unknown, { hostname, port }: URL): string {
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
      return `dial tcp ${hostname}:${port === '' ? '443' : port}: connect: connection refused`;
    case 'ECONNRESET':
      return 'EOF';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `dial tcp: lookup ${hostname}: no such host`;
    default:
      return errorMessage(error);
  }
}
