import type { JsonObject } from '@vmgen/base/json';

/** The answer of an API server. */
export interface ClusterAnswer {
  readonly status: number;
  /** Empty if the body is not a JSON object. */
  readonly body: JsonObject;
}

/** The connection to the API server of a context. */
export interface ClusterConnection {
  /** The URL of the server, without a password. */
  readonly server: string;
  /** The namespace of the context. */
  readonly namespace: string;
  /** The client certificate of the user, as PEM; undefined without one. */
  readonly certificate: string | undefined;
  /** Sends a request. Rejects if there is no answer. */
  request(path: string, signal: AbortSignal, body?: JsonObject): Promise<ClusterAnswer>;
}
