import type { WaitOptions } from '../async/wait-options.js';
import type { TextSource } from './text-source.js';

/** What a request shows to the server to say who calls. */
export interface RequestCredentials {
  /** The value of the `authorization` header. */
  readonly authorization?: string;
  /** A client certificate and its key, as PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

/** Where requests take their credentials from, however these are come by. */
export interface Credentials {
  /** What to show now: cached, and made anew when it has changed or run out. */
  current(options?: WaitOptions): RequestCredentials | Promise<RequestCredentials>;
  /**
   * Told that the server refused (401) `refused`, whatever is cached where it is left out: that is not to
   * be shown again. What has been made in its place since then stays.
   */
  invalidate(refused?: RequestCredentials): void;
}

/** Who the calls are made as, where the caller may act for others. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** All that is needed to call one API server. Made by `loadKubeConfig`. */
export interface ClusterConfig {
  /** The server's URL without a slash at the end; it may have a path. */
  readonly server: string;
  /** The namespace that the configuration prefers. */
  readonly namespace?: string;
  /** Where this comes from, for messages: the file, or `in-cluster`. */
  readonly source?: string;
  /** A proxy for this server, whatever the environment says. */
  readonly proxyUrl?: string;
  /** The certificates that the server's must be signed by; the system's where it is left out. */
  readonly certificateAuthority?: TextSource;
  /** The name that the server's certificate must be for, if not the URL's host. */
  readonly tlsServerName?: string;
  /** Accepts any certificate. Whoever stands between can read and change everything. */
  readonly insecureSkipTlsVerify?: boolean;
  readonly impersonate?: Impersonation;
  readonly credentials?: Credentials;
}
