import { isAlreadyExists, isConflict, isNotFound, VmgenError } from '@vmgen/runtime';
import type {
  Clock,
  KubernetesObject,
  Logger,
  ResourceDefinition,
  ResourceScope,
  Transport,
} from '@vmgen/runtime';
import type { JsonPatchOperation } from '@vmgen/runtime/client';
import type { HealthServerCertificate } from '@vmgen/runtime/health';
import { childAbort, pause, within } from '@vmgen/runtime/async';
import { createFullClient, Pace } from '@vmgen/runtime/internal';
import { distinctErrors } from '../process/distinct-errors.js';
import { ErrorLog } from '../process/error-log.js';
import {
  rotateCertificates,
  trustedBundle,
  type StoredCertificates,
} from './rotate-certificates.js';

/**
 * A certificate that the operator creates and replaces, with an authority of its own. They are in a
 * Secret, through which the replicas agree. The operator writes the authority to `caBundle` of the
 * named objects, where they refer to the Service. It needs permissions: `get`, `create` and `update` of
 * the Secret, and `get` and `patch` of the named objects.
 */
export interface ManagedCertificate {
  /** The name of the Service through which API servers call the webhooks. */
  readonly service: string;
  /** The namespace of the Service and the Secret. Defaults to the one of this pod. */
  readonly namespace?: string;
  /** The name of the Secret. Defaults to the name of the manager with `-webhook-certificate`. */
  readonly secret?: string;
  /** The names of ValidatingWebhookConfigurations. Defaults to none. */
  readonly validating?: readonly string[];
  /** The names of MutatingWebhookConfigurations. Defaults to none. */
  readonly mutating?: readonly string[];
  /** The names of CustomResourceDefinitions with a conversion webhook. Defaults to none. */
  readonly crds?: readonly string[];
}

/** A Secret, as far as the operator uses it. */
export interface Secret extends KubernetesObject {
  type?: string;
  data?: Record<string, string>;
}

interface ClientConfig {
  caBundle?: string;
  service?: { name: string; namespace: string };
}

interface WebhookConfiguration extends KubernetesObject {
  webhooks?: { name: string; clientConfig: ClientConfig }[];
}

interface CustomResourceDefinition extends KubernetesObject {
  spec: { conversion?: { webhook?: { clientConfig?: ClientConfig } } };
}

/** What setting up certificates and keys uses of the manager. */
export interface Host {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How often the Secret and the configurations are read by default. */
export const CHECK_MS = 60_000;
export const RETRY_MS = 5_000;
/** The entry of the keys of conversions, which can be in the same Secret. */
export const CONVERSION_KEYS = 'conversion.keys';
const MAX_CONFLICTS = 10;

/**
 * Resolves when a call succeeds. Tries again after errors. Rejects with a VmgenError
 * (`ERR_VMGEN_TIMEOUT`) after the limit.
 */
export async function untilSynced<T>(
  { clock, logger }: Host,
  {
    what,
    timeoutMs,
    signal,
  }: { readonly what: string; readonly timeoutMs: number; readonly signal: AbortSignal },
  sync: () => Promise<T>,
): Promise<T> {
  let last: unknown;
  const timeoutError = (): Error => {
    const reason = last instanceof Error ? last.message : 'no answer of the API server';
    return new VmgenError(
      'ERR_VMGEN_TIMEOUT',
      `${what} was not set up within ${timeoutMs} ms: ${reason}`,
      { cause: last },
    );
  };
  const limit = timeoutMs > 0 ? { timeoutMs } : {};
  return within({ clock, signal, ...limit }, timeoutError, async (ending) => {
    for (;;) {
      try {
        return await sync();
      } catch (error) {
        last = error;
        logger.warn(`could not set up ${what}; retrying`, { error });
      }
      await pause(clock, RETRY_MS, ending);
      ending.throwIfAborted();
    }
  });
}

/** Creates, stores and replaces the certificate of a webhook server. */
export class CertificateRotation {
  readonly #options: Required<ManagedCertificate>;
  readonly #host: Host;
  readonly #dnsNames: readonly string[];
  readonly #secrets;

  readonly #checkMs: number;
  readonly #errors: ErrorLog;
  /** The authorities that all configurations have trusted. */
  #trusted = '';
  /** The certificate of the authority that signed at the last check. */
  #former: string | undefined;
  /** Limits the checks that clients cause. */
  readonly #pace: Pace;
  #wake = (): void => {};

  constructor(options: Required<ManagedCertificate>, host: Host, checkMs = CHECK_MS) {
    this.#options = options;
    this.#checkMs = checkMs;
    this.#host = host;
    this.#errors = new ErrorLog(host);
    this.#pace = new Pace(host.clock);
    const { service, namespace } = options;
    const name = `${service}.${namespace}.svc`;
    this.#dnsNames = [name, `${name}.cluster.local`];
    this.#secrets = createFullClient(
      host.transport,
      definition<Secret, 'Namespaced'>('', 'Secret', 'Namespaced'),
      namespace,
    );
  }

  /**
   * Resolves with the certificate when the configurations trust its authority. Tries again after
   * errors. Rejects with a VmgenError (`ERR_VMGEN_TIMEOUT`) after the limit.
   */
  async start(timeoutMs: number, signal: AbortSignal): Promise<HealthServerCertificate> {
    const what = 'the certificate of the webhooks';
    return untilSynced(this.#host, { what, timeoutMs, signal }, async () => {
      return (await this.#sync()).server;
    });
  }

  /** Passes each new certificate until the signal aborts. Errors are logged, and it tries again. */
  async follow(use: (certificate: HealthServerCertificate) => void, signal: AbortSignal) {
    const { clock } = this.#host;
    let used: string | undefined;
    for (let delayMs = this.#checkMs; ;) {
      const woken = childAbort(signal);
      this.#wake = () => woken.abort();
      await pause(clock, delayMs, woken.signal);
      woken.abort();
      if (signal.aborted) return;
      delayMs = this.#checkMs;
      try {
        const { server, isTrusted } = await this.#sync();
        if (isTrusted) this.#errors.clear();
        else delayMs = RETRY_MS;
        if (server.cert === used) continue;
        use(server);
        used = server.cert;
      } catch (error) {
        delayMs = RETRY_MS;
        const message = 'could not check the certificate of the webhooks; retrying';
        this.#errors.log('error', message, error);
      }
    }
  }

  /**
   * Checks the certificate now, because a client did not accept it: another replica may have replaced a
   * Secret that was deleted. Clients are not authenticated, so there are at most five such checks at once,
   * and then one in 5 s.
   */
  checkSoon(): void {
    if (this.#pace.tryTake()) this.#wake();
  }

  /** Replaces what is due, and writes the authorities to the configurations; `isTrusted`: to all. */
  async #sync(): Promise<{ server: HealthServerCertificate; isTrusted: boolean }> {
    for (let conflicts = 0; ; conflicts++) {
      const secret = await this.#read();
      const stored = secret && certificatesIn(secret);
      const trustedSince = stored?.next && (await this.#trustedSince(stored));
      const now = this.#host.clock.date();
      const options = { now, trustedSince, former: this.#former };
      const wanted = await rotateCertificates(stored, this.#dnsNames, options);
      try {
        if (wanted !== stored) await this.#write(secret, wanted);
        this.#former = wanted.authority.cert;
        return { server: wanted.server, isTrusted: await this.#trustIfPossible(wanted) };
      } catch (error) {
        // Another replica was faster.
        const isLate = isConflict(error) || isAlreadyExists(error);
        if (!isLate || conflicts === MAX_CONFLICTS) throw error;
      }
    }
  }

  /**
   * Like {@link #trust}, but only logs errors if the authority that signs was trusted before. Returns
   * whether there were none.
   */
  async #trustIfPossible(wanted: StoredCertificates): Promise<boolean> {
    try {
      await this.#trust(trustedBundle(wanted));
      return true;
    } catch (error) {
      if (isConflict(error) || !this.#trusted.includes(wanted.authority.cert.trim())) throw error;
      const message = 'could not write the authority of the webhooks to all configurations';
      this.#errors.log('error', message, error);
      return false;
    }
  }

  /** Returns since when all configurations have had the authorities; undefined if they could not be written. */
  async #trustedSince(stored: StoredCertificates): Promise<Date | undefined> {
    try {
      const hasChanged = await this.#trust(trustedBundle(stored));
      const since = Date.parse(stored.nextTrustedSince ?? '');
      return hasChanged || Number.isNaN(since) ? this.#host.clock.date() : new Date(since);
    } catch (error) {
      this.#errors.log('warn', 'the next authority is not trusted yet', error);
      return undefined;
    }
  }

  async #read(): Promise<(Secret & { metadata: { resourceVersion: string } }) | undefined> {
    try {
      return await this.#secrets.get(this.#options.secret);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async #write(secret: Secret | undefined, certificates: StoredCertificates): Promise<void> {
    const data = dataOf(certificates);
    const { secret: name, namespace } = this.#options;
    if (secret === undefined) {
      await this.#secrets.create({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name, namespace },
        type: 'kubernetes.io/tls',
        data,
      });
    } else {
      const { [CONVERSION_KEYS]: keys } = secret.data ?? {};
      if (keys !== undefined) data[CONVERSION_KEYS] = keys;
      await this.#secrets.update({ ...secret, data });
    }
    this.#host.logger.info('replaced certificates of the webhooks', { secret: name });
  }

  /**
   * Writes the bundle to all configurations that have another one. Returns whether there were any.
   * Throws the errors after it has tried all; only a conflict, if there is one, because it is retried at once.
   */
  async #trust(bundle: string): Promise<boolean> {
    const caBundle = Buffer.from(bundle).toString('base64');
    const { validating, mutating, crds } = this.#options;
    const kinds = [
      ['ValidatingWebhookConfiguration', validating],
      ['MutatingWebhookConfiguration', mutating],
    ] as const;
    const writes = kinds.flatMap(([kind, names]) =>
      names.map((name) => () => this.#trustInWebhooks(kind, name, caBundle)),
    );
    writes.push(...crds.map((name) => () => this.#trustInConversion(name, caBundle)));
    let hasChanged = false;
    const errors: unknown[] = [];
    for (const write of writes) {
      try {
        if (await write()) hasChanged = true;
      } catch (error) {
        errors.push(error);
      }
    }
    const late = errors.find(isConflict);
    if (late !== undefined) throw late;
    const distinct = distinctErrors(errors);
    if (distinct.size > 1)
      throw new AggregateError(distinct.values(), [...distinct.keys()].join('; '));
    if (errors.length > 0) throw errors[0];
    this.#trusted = bundle;
    return hasChanged;
  }

  async #trustInWebhooks(kind: string, name: string, caBundle: string): Promise<boolean> {
    const client = createFullClient(
      this.#host.transport,
      definition<WebhookConfiguration, 'Cluster'>('admissionregistration.k8s.io', kind, 'Cluster'),
    );
    const { webhooks = [] } = await client.get(name);
    const own = [...webhooks.entries()].filter(([, each]) => this.#isOwn(each.clientConfig));
    if (own.length === 0) throw this.#unrelated(kind, name);
    const patch = own
      .filter(([, { clientConfig }]) => clientConfig.caBundle !== caBundle)
      .flatMap(([index, webhook]): JsonPatchOperation[] => [
        { op: 'test', path: `/webhooks/${index}/name`, value: webhook.name },
        { op: 'add', path: `/webhooks/${index}/clientConfig/caBundle`, value: caBundle },
      ]);
    if (patch.length > 0) await client.jsonPatch(name, patch);
    return patch.length > 0;
  }

  async #trustInConversion(name: string, caBundle: string): Promise<boolean> {
    const kind = 'CustomResourceDefinition';
    const client = createFullClient(
      this.#host.transport,
      definition<CustomResourceDefinition, 'Cluster'>('apiextensions.k8s.io', kind, 'Cluster'),
    );
    const { clientConfig } = (await client.get(name)).spec.conversion?.webhook ?? {};
    if (clientConfig === undefined || !this.#isOwn(clientConfig)) throw this.#unrelated(kind, name);
    if (clientConfig.caBundle === caBundle) return false;
    const path = '/spec/conversion/webhook/clientConfig/caBundle';
    await client.jsonPatch(name, [{ op: 'add', path, value: caBundle }]);
    return true;
  }

  #isOwn({ service }: ClientConfig): boolean {
    const own = this.#options;
    return service?.name === own.service && service.namespace === own.namespace;
  }

  #unrelated(kind: string, name: string): VmgenError {
    const { namespace, service } = this.#options;
    return new VmgenError(
      'ERR_VMGEN_CONFIG',
      `the ${kind} ${name} has no webhook of the Service ${namespace}/${service}; correct its clientConfig, or the options of the certificate`,
    );
  }
}

/** Defines a kind of Kubernetes whose version is v1. */
export function definition<T extends KubernetesObject, S extends ResourceScope>(
  group: string,
  kind: string,
  scope: S,
): ResourceDefinition<T, S> {
  const singular = kind.toLowerCase();
  const listKind = `${kind}List`;
  const plural = `${singular}s`;
  const deepCopy = (object: unknown) => structuredClone(object) as T;
  return { group, version: 'v1', kind, listKind, plural, singular, scope, deepCopy };
}

const FIELDS = [
  ['server', 'tls'],
  ['authority', 'authority'],
  ['next', 'next-authority'],
] as const;
const NEXT_TRUSTED_SINCE = 'next-authority.trusted-since';
const PREVIOUS = 'previous-authority.crt';
/** The trusted authorities, for other clients. */
const BUNDLE = 'ca.crt';

function dataOf(certificates: StoredCertificates): Record<string, string> {
  const texts: [string, string][] = [[BUNDLE, trustedBundle(certificates)]];
  for (const [field, name] of FIELDS) {
    const { cert, key } = certificates[field] ?? {};
    if (cert === undefined || key === undefined) continue;
    texts.push([`${name}.crt`, cert], [`${name}.key`, key]);
  }
  const { previous, nextTrustedSince } = certificates;
  if (nextTrustedSince !== undefined) texts.push([NEXT_TRUSTED_SINCE, nextTrustedSince]);
  if (previous !== undefined) texts.push([PREVIOUS, previous]);
  return Object.fromEntries(
    texts.map(([name, text]) => [name, Buffer.from(text).toString('base64')]),
  );
}

/** Returns undefined if the Secret has no certificates, such as an empty one of a manifest. */
function certificatesIn({ data = {} }: Secret): StoredCertificates | undefined {
  const text = (name: string): string | undefined => {
    const value = data[name];
    return value === undefined ? undefined : Buffer.from(value, 'base64').toString();
  };
  const pair = (name: string): HealthServerCertificate | undefined => {
    const [cert, key] = [text(`${name}.crt`), text(`${name}.key`)];
    return cert === undefined || key === undefined ? undefined : { cert, key };
  };
  const [server, authority, next] = FIELDS.map(([, name]) => pair(name));
  const [previous, nextTrustedSince] = [text(PREVIOUS), text(NEXT_TRUSTED_SINCE)];
  if (server === undefined || authority === undefined) return undefined;
  return {
    server,
    authority,
    ...(next && { next }),
    ...(nextTrustedSince !== undefined && { nextTrustedSince }),
    ...(previous !== undefined && { previous }),
  };
}
