/** The address that the clients of a server use. */
export interface ServerAddress {
  /** The host as in a URL: IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
}
