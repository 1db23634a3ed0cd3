import type { WaitOptions } from '../async/wait-options.js';
import type { TextSource } from './text-source.js';

/** The credentials of a request. */
export interface RequestCredentials {
  /** The value of the `authorization` header. */
  readonly authorization?: string;
  /** A client certificate and its key, as PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

/** A source of credentials for requests. */
export interface Credentials {
  /**
   * Returns the current credentials. They are cached, and renewed when they have changed or
   * expired.
   */
  current(options?: WaitOptions): RequestCredentials | Promise<RequestCredentials>;
  /**
   * Called after the server has rejected (401) `refused`, or the cached credentials if omitted.
   * They are not returned again. Credentials that were renewed in the meantime are kept.
   */
  invalidate(refused?: RequestCredentials): void;
}

/** The user that the caller impersonates. */
export interface Impersonation {
  /** The name of the user. */
  readonly user: string;
  /** The UID of the user. */
  readonly uid?: string;
  /** The groups of the user. Defaults to the groups that the server assigns. */
  readonly groups?: readonly string[];
  /** Additional attributes of the user, by name. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The configuration of the connection to one API server. Created by `loadKubeConfig`. */
export interface ClusterConfig {
  /** The URL of the server without a trailing slash. It may have a path. */
  readonly server: string;
  /** The default namespace of the configuration. */
  readonly namespace?: string;
  /** The origin of the configuration in messages: the file, or `in-cluster`. */
  readonly source?: string;
  /**
   * The proxy for this server, which takes precedence over the environment. Defaults to the proxy
   * of the environment.
   */
  readonly proxyUrl?: string;
  /** The certificate authorities of the server, as PEM. Defaults to those of the system. */
  readonly certificateAuthority?: TextSource;
  /** The name that the server's certificate must contain. Defaults to the host of the URL. */
  readonly tlsServerName?: string;
  /**
   * Accepts any certificate. This is insecure: an attacker on the network can read and change all
   * requests. Defaults to false.
   */
  readonly insecureSkipTlsVerify?: boolean;
  /** The user to act as. Defaults to the user of the credentials. */
  readonly impersonate?: Impersonation;
  /** Identifies the caller. Defaults to no credentials. */
  readonly credentials?: Credentials;
}
