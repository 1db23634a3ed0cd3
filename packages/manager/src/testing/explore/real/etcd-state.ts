import { VmgenError } from '@vmgen/runtime';
import { errorText } from '@vmgen/runtime/observability';

/** The values of etcd by their keys, both in base64, in the order of their creation. */
export type EtcdState = ReadonlyMap<string, string>;

/** The keys that kube-apiserver itself changes at any time. They are not put back. */
const SERVERS =
  /^\/registry\/(leases\/kube-system|masterleases|peerserverleases|apiregistration\.k8s\.io|apiextensions\.k8s\.io|flowschemas|prioritylevelconfigurations)\//;

const encoded = (text: string): string => Buffer.from(text).toString('base64');

interface RangeAnswer {
  readonly kvs?: readonly { readonly key: string; readonly value: string }[];
}

/** Reads and puts back the objects of kube-apiserver in its etcd, with their UIDs, generations and field managers. */
export class Etcd {
  readonly #url: string;

  /** @param url the address of the gRPC gateway */
  constructor(url: string) {
    this.#url = url;
  }

  async read(): Promise<EtcdState> {
    // The end is the first key after those with the prefix.
    const range = { key: encoded('/registry/'), range_end: encoded('/registry0') };
    const order = { sort_order: 'ASCEND', sort_target: 'CREATE' };
    const { kvs = [] } = (await this.#call('range', { ...range, ...order })) as RangeAnswer;
    if (kvs.length === 0) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `${this.#url} has no objects at /registry/; use the etcd of the server, without --etcd-prefix`,
      );
    }
    const entries = kvs.map(({ key, value }) => [key, value] as const);
    return new Map(entries.filter(([key]) => !SERVERS.test(Buffer.from(key, 'base64').toString())));
  }

  /** Resolves with whether anything had changed. */
  async restore(state: EtcdState): Promise<boolean> {
    const now = await this.read();
    const created = [...now.keys()].filter((key) => !state.has(key));
    const changed = [...state].filter(([key, value]) => now.get(key) !== value);
    for (const key of created) await this.#call('deleterange', { key });
    // Each in a revision of its own: objects of one revision would have the same version.
    for (const [key, value] of changed) await this.#call('put', { key, value });
    return created.length + changed.length > 0;
  }

  async #call(method: string, body: object): Promise<unknown> {
    const url = `${this.#url}/v3/kv/${method}`;
    let response: Response;
    try {
      response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    } catch (error) {
      const { cause = error } = error instanceof Error ? error : {};
      const message = `etcd does not answer at ${url}: ${errorText(cause)}`;
      throw new VmgenError('ERR_VMGEN_CONNECTION', message, { cause });
    }
    if (response.ok) return response.json();
    throw new VmgenError(
      'ERR_VMGEN_STATE',
      `etcd answers ${response.status} at ${url}: ${(await response.text()).slice(0, 1_000)}`,
    );
  }
}
