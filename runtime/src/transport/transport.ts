import type { Duplex } from 'node:stream';

/** One request to an API server. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute path with its query, percent-encoded: `/api/v1/namespaces?limit=5`. */
  readonly path: string;
  /** Header names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Ends the request, and the reading of its answer, with the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * Called right before each sending, repetitions included; what it throws ends the request unsent,
   * and the request rejects with it. Every transport keeps to this.
   */
  readonly beforeSend?: () => void;
}

/** An API server's answer, of any status. */
export interface TransportResponse {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it arrives. May be read once, by this or by {@link text}. */
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole body. */
  text(): Promise<string>;
}

/** The answer to a request that asked for another protocol. */
export interface UpgradeResponse extends TransportResponse {
  /**
   * Speaks the new protocol from its first byte on, and is the caller's to end; undefined where the
   * server refused, as status and body say. The request's signal and the end of the transport destroy
   * it with their reason.
   */
  readonly socket?: Duplex;
}

/**
 * The road to an API server: over HTTPS ({@link HttpTransport}) or in process (the embedded
 * server). Rejects only when there was no answer; an HTTP error status is an answer.
 */
export interface Transport {
  request(request: TransportRequest): Promise<TransportResponse>;
  /**
   * Asks for another protocol by the headers `connection` and `upgrade`, such as WebSocket. Left out by
   * transports that know no other.
   */
  upgrade?(request: TransportRequest): Promise<UpgradeResponse>;
  /** What informers over it do with `freezeObjects` where nobody says; true for a fake. */
  readonly freezeObjects?: boolean;
}
