import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent, AgentOptions } from 'node:https';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import { VmgenError } from '../errors/vmgen-error.js';
import { systemClock, type Clock } from '../async/clock.js';
import { errorText } from '../logging/error-text.js';
import type { ClusterConfig, RequestCredentials } from './cluster-config.js';
import { connectWithLimit, connectThrough } from './connect-through.js';
import { latestGood, type LatestGood } from './latest-good.js';
import { checkAuthorities } from './pem.js';
import { isSocks, serverNameOf } from './proxy.js';
import { PROBE_INTERVAL_MS } from './tunnel.js';

/**
 * The connections to one server: one agent, which is replaced when the client certificate or the
 * authorities change.
 */
export interface Connections {
  /** Returns the agent for a request with these credentials. */
  agentFor(credentials: RequestCredentials): HttpAgent;
  close(): void;
}

/**
 * Shorter than the idle timeout of servers (90 s at kube-apiserver), so that the client closes idle
 * connections first.
 */
const IDLE_SOCKET_MS = 60_000;

/**
 * Creates connections that are kept alive and reused. They use HTTP/1.1, because sequential
 * requests were slower over HTTP/2, and upgrades need HTTP/1.1 anyway. After a change of
 * certificates, running requests finish on their old connections and new requests use new
 * connections.
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
    // Its sockets are closed as soon as they are idle.
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

/** Fails closed: there is no connection until valid certificates were read. */
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
 * Node's modules for HTTP and TLS are loaded with the first connection. They take half of the time
 * to load this package, and a program that only prints its help or uses a fake opens no connection.
 */
function createPlainAgent(proxy: URL | undefined, clock: Clock): HttpAgent {
  const { Agent } = process.getBuiltinModule('node:http');
  const agent = oneNameFor(new Agent(KEEP_ALIVE));
  // An HTTP proxy receives the request itself.
  agent.createConnection =
    proxy !== undefined && isSocks(proxy)
      ? connectThrough(proxy, clock, { isSecure: false })
      : connectWithLimit(agent.createConnection.bind(agent), clock, false);
  return agent;
}

/**
 * For a proxy that receives the request itself over TLS. Its certificate is verified with the
 * system's authorities.
 */
function createSecureProxyAgent(proxy: URL, clock: Clock): HttpsAgent {
  const { Agent } = process.getBuiltinModule('node:https');
  const agent = oneNameFor(new Agent({ ...KEEP_ALIVE, servername: serverNameOf(proxy) }));
  agent.createConnection = connectWithLimit(agent.createConnection.bind(agent), clock, true);
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
    // Created once. Otherwise, each connection would parse all certificates again and throw errors
    // in them.
    secureContext: secureContext(ca, certificate),
    servername: config.tlsServerName ?? serverNameOf(new URL(config.server)),
    // Node's environment variable must not disable verification for a cluster.
    rejectUnauthorized: config.insecureSkipTlsVerify !== true,
  };
  const { Agent } = process.getBuiltinModule('node:https');
  const agent = oneNameFor(new Agent(options));
  agent.createConnection =
    proxy !== undefined
      ? connectThrough(proxy, clock, { isSecure: true })
      : connectWithLimit(agent.createConnection.bind(agent), clock, true);
  return agent;
}

/** All connections of an agent have the same options. Node would join them to a name twice per request. */
function oneNameFor<A extends HttpAgent>(agent: A): A {
  agent.getName = () => 'server';
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
