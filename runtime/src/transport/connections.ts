import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent, AgentOptions } from 'node:https';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import { VmgenError } from '../errors/vmgen-error.js';
import { systemClock, type Clock } from '../async/clock.js';
import { errorText } from '../logging/error-text.js';
import type { ClusterConfig, RequestCredentials } from './cluster-config.js';
import { connectInTime, connectThrough } from './connect-through.js';
import { latestGood, type LatestGood } from './latest-good.js';
import { checkAuthorities } from './pem.js';
import { isSocks, serverNameOf } from './proxy.js';
import { PROBE_INTERVAL_MS } from './tunnel.js';

/** The connections to one server: one agent, made anew when what it shows or trusts changes. */
export interface Connections {
  /** The agent for a request with these credentials. */
  agentFor(credentials: RequestCredentials): HttpAgent;
  close(): void;
}

/** Less than a server's own patience (90 s at kube-apiserver), so that we hang up first. */
const IDLE_SOCKET_MS = 60_000;

/**
 * Connections that are kept alive and reused. They speak HTTP/1.1: over HTTP/2 a request that waits for the
 * one before took longer, and upgrades need this way anyhow. After a change of certificates, running requests end
 * on their old connections and new ones get new connections.
 */
export function createConnections(
  config: ClusterConfig,
  proxy: URL | undefined,
  clock: Clock = systemClock,
): Connections {
  const secure = config.server.startsWith('https:');
  const authorities = trustedAuthorities(config, clock);
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
      const latestAuthority = secure ? authorities?.current() : undefined;
      const isCurrent =
        agent !== undefined &&
        credentials.certificate === certificate &&
        latestAuthority === authority;
      if (isCurrent && agent !== undefined) return agent;
      const next = secure
        ? createSecureAgent(config, proxy, clock, credentials, latestAuthority)
        : proxy?.protocol === 'https:'
          ? createSecureProxyAgent(proxy, clock)
          : createPlainAgent(proxy, clock);
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

/** Fails closed: where no good certificates were ever read, there is no connection. */
function trustedAuthorities(
  { certificateAuthority: source, insecureSkipTlsVerify }: ClusterConfig,
  clock: Clock,
): LatestGood<string> | undefined {
  if (source === undefined || insecureSkipTlsVerify === true) return undefined;
  const check = ([pem = '']: readonly string[]): string => {
    checkAuthorities(pem, source.name);
    return pem;
  };
  return latestGood([source], check, clock);
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
function createPlainAgent(proxy: URL | undefined, clock: Clock): HttpAgent {
  const { Agent } = process.getBuiltinModule('node:http');
  const agent = new Agent(KEEP_ALIVE);
  // Another proxy is handed the request itself.
  agent.createConnection =
    proxy !== undefined && isSocks(proxy)
      ? connectThrough(proxy, clock, false)
      : connectInTime(agent.createConnection.bind(agent), clock, false);
  return agent;
}

/** For a proxy that is handed the request itself, over TLS. It is trusted as the system does. */
function createSecureProxyAgent(proxy: URL, clock: Clock): HttpsAgent {
  const { Agent } = process.getBuiltinModule('node:https');
  const agent = new Agent({ ...KEEP_ALIVE, servername: serverNameOf(proxy) });
  agent.createConnection = connectInTime(agent.createConnection.bind(agent), clock, true);
  return agent;
}

function createSecureAgent(
  config: ClusterConfig,
  proxy: URL | undefined,
  clock: Clock,
  { certificate }: RequestCredentials,
  ca: string | undefined,
): HttpsAgent {
  const options: AgentOptions & ConnectionOptions = {
    ...KEEP_ALIVE,
    // Made once: each connection would read all the certificates again, and throw what is wrong with them.
    secureContext: secureContext(ca, certificate),
    ...(config.tlsServerName !== undefined && { servername: config.tlsServerName }),
    // Node's own environment variable must not switch verification off for a cluster.
    rejectUnauthorized: config.insecureSkipTlsVerify !== true,
  };
  const { Agent } = process.getBuiltinModule('node:https');
  const agent = new Agent(options);
  agent.createConnection =
    proxy !== undefined
      ? connectThrough(proxy, clock, true)
      : connectInTime(agent.createConnection.bind(agent), clock, true);
  return agent;
}

function secureContext(
  ca: string | undefined,
  certificate: RequestCredentials['certificate'],
): SecureContext {
  const { createSecureContext } = process.getBuiltinModule('node:tls');
  try {
    return createSecureContext({
      minVersion: 'TLSv1.2',
      ...(ca !== undefined && { ca }),
      ...(certificate !== undefined && { cert: certificate.cert, key: certificate.key }),
    });
  } catch (cause) {
    const message = `cannot use the client certificate: ${errorText(cause)}`;
    throw new VmgenError('ERR_VMGEN_CREDENTIALS', message, { cause });
  }
}
