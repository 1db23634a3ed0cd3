/** Sends the requests of a server to webhooks, and verifies what identifies webhooks. */
export interface WebhookNetwork {
  /**
   * Sends one request.
   *
   * @throws Error with client-go's message: `dial tcp: lookup hooks.example.com: no such host`
   */
  exchange(request: WebhookRequest): Promise<WebhookAnswer>;
  /** Whether a PEM block is a certificate. */
  isCertificate(pem: string): boolean;
  /** Closes idle connections. Later requests open new ones. */
  close(): void;
}

/** A request to a webhook, or to where it redirects. */
export interface WebhookRequest {
  /** The host and port to connect to. */
  readonly address: URL;
  /** The URL in the request. */
  readonly url: URL;
  /** The authorities, as PEM; undefined for those of the system. */
  readonly ca: string | undefined;
  /** The name in the certificate. Defaults to the host of the URL. */
  readonly serverName: string | undefined;
  /** The JSON to post; undefined for a GET after a redirect. */
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/** The answer of a webhook: its body, as text, and the headers that clients read. */
export interface WebhookAnswer {
  readonly status: number;
  readonly text: string;
  readonly contentType: string | undefined;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
}
