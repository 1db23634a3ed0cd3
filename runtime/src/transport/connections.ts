import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent, AgentOptions, RequestOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { toError } from '../errors/to-error.js';
import type { ClusterConfig, RequestCredentials } from './cluster-config.js';
import { openTunnel } from './tunnel.js';

/** The connections to one server: one agent, made anew when what it shows or trusts changes. */
export interface Connections {
  /** The agent for a request with these credentials. */
  agentFor(credentials: RequestCredentials): HttpAgent;
  close(): void;
}

/** Less than a server's own patience (90 s at kube-apiserver), so that we hang up first. */
const IDLE_SOCKET_MS = 60_000;
/** How often the kernel asks whether the other end of a quiet connection is still there. */
const PROBE_INTERVAL_MS = 30_000;

/**
 * Connections that are kept alive and reused. After a change of certificates, running requests end
 * on their old connections and new ones get new connections.
 */
export function createConnections(config: ClusterConfig, proxy: URL | undefined): Connections {
  const secure = config.server.startsWith('https:');
  let agent: HttpAgent | undefined;
  let retired: HttpAgent[] = [];
  let certificate: RequestCredentials['certificate'];
  let authority: string | undefined;

  const retire = (old: HttpAgent | undefined): void => {
    retired = retired.filter(hasSockets);
    if (old === undefined) return;
    // Its sockets are closed as soon as they fall free.
    old.maxFreeSockets = 0;
    for (const sockets of Object.values(old.freeSockets)) sockets?.forEach((s) => s.destroy());
    retired.push(old);
  };
  return {
    agentFor(credentials) {
      const latestAuthority = config.certificateAuthority?.read();
      const isCurrent =
        agent !== undefined &&
        credentials.certificate === certificate &&
        latestAuthority === authority;
      if (isCurrent && agent !== undefined) return agent;
      const next = secure
        ? createSecureAgent(config, proxy, credentials, latestAuthority)
        : createPlainAgent();
      retire(agent);
      agent = next;
      certificate = credentials.certificate;
      authority = latestAuthority;
      return next;
    },
    close() {
      for (const old of [...retired, ...(agent === undefined ? [] : [agent])]) old.destroy();
      retired = [];
    },
  };
}

const KEEP_ALIVE: AgentOptions = {
  keepAlive: true,
  keepAliveMsecs: PROBE_INTERVAL_MS,
  timeout: IDLE_SOCKET_MS,
};

function hasSockets(agent: HttpAgent): boolean {
  return Object.keys(agent.sockets).length > 0;
}

/*
 * Node's own modules for HTTP and TLS are loaded with the first connection: they are half of what it
 * takes to load this package, and a program that asks for `--help` or runs on a fake opens none.
 */
function createPlainAgent(): HttpAgent {
  const { Agent } = process.getBuiltinModule('node:http');
  return new Agent(KEEP_ALIVE);
}

function createSecureAgent(
  config: ClusterConfig,
  proxy: URL | undefined,
  { certificate }: RequestCredentials,
  ca: string | undefined,
): HttpsAgent {
  const options: AgentOptions = {
    ...KEEP_ALIVE,
    minVersion: 'TLSv1.2',
    ...(ca !== undefined && { ca }),
    ...(certificate !== undefined && { cert: certificate.cert, key: certificate.key }),
    ...(config.tlsServerName !== undefined && { servername: config.tlsServerName }),
    // Node's own environment variable must not switch verification off for a cluster.
    rejectUnauthorized: config.insecureSkipTlsVerify !== true,
  };
  const { Agent } = process.getBuiltinModule('node:https');
  const agent = new Agent(options);
  if (proxy !== undefined) agent.createConnection = createTunneled(proxy);
  return agent;
}

/** How an agent connects through a proxy. */
function createTunneled(proxy: URL) {
  return (options: SecureOptions, callback: ConnectionCallback): undefined => {
    connectThrough(proxy, options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(toError(error)),
    );
  };
}

async function connectThrough(proxy: URL, options: SecureOptions): Promise<TLSSocket> {
  const { host, port, abortSignal } = options;
  const { connect } = process.getBuiltinModule('node:tls');
  const socket = await openTunnel(proxy, host ?? '', port ?? 443, abortSignal);
  try {
    abortSignal?.throwIfAborted();
    return connect({ ...options, socket });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** An agent hands on what it does not know; `signal` would be the pooled socket's, for all its life. */
export interface TransportRequestOptions extends RequestOptions {
  /** Ends the making of a connection. */
  readonly abortSignal?: AbortSignal | undefined;
}

type SecureOptions = TransportRequestOptions & ConnectionOptions;
/** Node's types ask for a stream beside an error, which nobody reads. */
type ConnectionCallback = (error: Error | null, stream?: Duplex) => void;
