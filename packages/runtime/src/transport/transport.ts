import type { Duplex } from 'node:stream';

/** One request to an API server. */
export interface TransportRequest {
  /** The HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute path with its query, percent-encoded: `/api/v1/namespaces?limit=5`. */
  readonly path: string;
  /** Header names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body. Defaults to none. */
  readonly body?: string | Uint8Array;
  /** Aborts the request and the reading of its response with the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * Called directly before each attempt, including retries. If it throws, the request is not sent
   * and rejects with that error. All transports must implement this.
   */
  readonly beforeSend?: () => void;
  /**
   * Called when the server has certainly not executed an attempt, because it answered 429, before the
   * request is sent again. A transport that does not call it makes its caller assume the opposite.
   */
  readonly onRejected?: () => void;
}

/** A response of the API server with any status. */
export interface TransportResponse {
  /** The HTTP status code. */
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it arrives. May be read once, by this or by {@link text}. */
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole body. */
  text(): Promise<string>;
}

/** The response to an upgrade request. */
export interface UpgradeResponse extends TransportResponse {
  /**
   * The connection with the new protocol, starting at its first byte. The caller must end it.
   * Undefined if the server rejected the upgrade with an error response. The request's signal and
   * the end of the transport destroy it with their reason.
   */
  readonly socket?: Duplex;
}

/**
 * A transport to an API server: over HTTPS ({@link HttpTransport}) or in process (the embedded
 * server). Requests reject only if there is no response. A response with an error status resolves.
 */
export interface Transport {
  /**
   * Sends a request. Resolves when the headers of the response have arrived, whatever the status
   * code. Rejects if there is no response, or with the reason of the signal.
   */
  request(request: TransportRequest): Promise<TransportResponse>;
  /**
   * Requests another protocol, such as WebSocket, by the headers `connection` and `upgrade`.
   * Undefined if the transport does not support upgrades.
   */
  upgrade?(request: TransportRequest): Promise<UpgradeResponse>;
  /**
   * The default of `freezeObjects` for informers of this transport. True for the fake transport.
   */
  readonly freezeObjects?: boolean;
}
