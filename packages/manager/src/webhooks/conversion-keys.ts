import { isAlreadyExists, isConflict, isNotFound, type Persisted } from '@vmgen/runtime';
import { type ConversionKeys, createConversionKey } from '@vmgen/runtime/conversion';
import { pause } from '@vmgen/runtime/async';
import { createFullClient } from '@vmgen/runtime/internal';
import { ErrorLog } from '../process/error-log.js';
import {
  CHECK_MS,
  CONVERSION_KEYS,
  definition,
  type Host,
  RETRY_MS,
  type Secret,
  untilSynced,
} from './managed-certificate.js';

/** Where the keys of conversions are. */
export interface ConversionKeysSecret {
  /** The name of the Secret. Defaults to the name of the manager with `-conversion-keys`. */
  readonly secret?: string;
  /** The namespace of the Secret. Defaults to that of the certificate if the operator creates it, and to that of this pod otherwise. */
  readonly namespace?: string;
}

const MIN_BYTES = 32;
const MAX_CONFLICTS = 10;

/**
 * The keys of conversions, which all replicas read from a Secret: a key per line in base64. The first
 * replica creates the Secret. If the keys are removed while a replica runs, it writes them again: also
 * behind those of a new Secret with the same name, which a replica without them may have created before.
 */
export class SharedConversionKeys {
  readonly #host: Host;
  readonly #name: string;
  readonly #secrets;
  #keys: ConversionKeys = [];
  /** The UID of the Secret that had the keys; undefined before the start. */
  #uid: string | undefined;

  constructor({ secret, namespace }: Required<ConversionKeysSecret>, host: Host) {
    this.#host = host;
    this.#name = secret;
    this.#secrets = createFullClient(
      host.transport,
      definition<Secret, 'Namespaced'>('', 'Secret', 'Namespaced'),
      namespace,
    );
  }

  /** The current keys. Empty before the start. */
  get keys(): ConversionKeys {
    return this.#keys;
  }

  /** Resolves when the keys are known. Rejects with a VmgenError (`ERR_VMGEN_TIMEOUT`) after the limit. */
  async start(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const what = 'the keys of conversions';
    await untilSynced(this.#host, { what, timeoutMs, signal }, () => this.#sync());
  }

  /** Reads the keys again until the signal aborts. Errors are logged, and it tries again. */
  async follow(signal: AbortSignal): Promise<void> {
    const { clock } = this.#host;
    const errors = new ErrorLog(this.#host);
    for (let delayMs = CHECK_MS; ;) {
      await pause(clock, delayMs, signal);
      if (signal.aborted) return;
      delayMs = CHECK_MS;
      try {
        await this.#sync();
        errors.clear();
      } catch (error) {
        delayMs = RETRY_MS;
        errors.log('error', 'could not check the keys of conversions; retrying', error);
      }
    }
  }

  async #sync(): Promise<void> {
    for (let conflicts = 0; ; conflicts++) {
      try {
        const secret = await this.#read();
        const stored = keysIn(secret);
        const isReplaced = this.#uid !== undefined && secret?.metadata.uid !== this.#uid;
        const lost = stored.length === 0 || isReplaced ? missingIn(stored, this.#keys) : [];
        const known = [...stored, ...lost];
        const keys = known.length > 0 ? known : [createConversionKey()];
        const isComplete = keys.length === stored.length;
        this.#uid = isComplete ? secret?.metadata.uid : await this.#write(secret, keys);
        this.#keys = keys;
        return;
      } catch (error) {
        // Another replica was faster.
        const isLate = isConflict(error) || isAlreadyExists(error);
        if (!isLate || conflicts === MAX_CONFLICTS) throw error;
      }
    }
  }

  async #read(): Promise<Persisted<Secret, 'Namespaced'> | undefined> {
    try {
      return await this.#secrets.get(this.#name);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Resolves with the UID of the Secret. */
  async #write(
    secret: Persisted<Secret, 'Namespaced'> | undefined,
    keys: ConversionKeys,
  ): Promise<string> {
    const lines = keys.map((key) => `${Buffer.from(key).toString('base64')}\n`).join('');
    const data = { [CONVERSION_KEYS]: Buffer.from(lines).toString('base64') };
    const created = { apiVersion: 'v1', kind: 'Secret', metadata: { name: this.#name }, data };
    const { metadata } =
      secret === undefined
        ? await this.#secrets.create(created)
        : await this.#secrets.update({ ...secret, data: { ...secret.data, ...data } });
    this.#host.logger.warn('wrote keys of conversions', {
      secret: this.#name,
      areNew: this.#keys.length === 0,
    });
    return metadata.uid;
  }
}

function missingIn(stored: ConversionKeys, keys: ConversionKeys): ConversionKeys {
  return keys.filter((key) => !stored.some((each) => Buffer.compare(each, key) === 0));
}

/** Ignores lines that are not keys of at least 32 bytes. */
function keysIn(secret: Secret | undefined): ConversionKeys {
  const text = Buffer.from(secret?.data?.[CONVERSION_KEYS] ?? '', 'base64').toString();
  const keys = text.split(/\s+/).map((line) => new Uint8Array(Buffer.from(line, 'base64')));
  return keys.filter(({ length }) => length >= MIN_BYTES);
}
