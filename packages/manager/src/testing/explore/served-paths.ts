import type { DeepReadonly, KubernetesObject, Transport } from '@vmgen/runtime';

/** The paths of requests for an object. */
interface ServedPath {
  readonly path: string;
  /** The path of its kind in its namespace. */
  readonly collection: string;
}

/** A kind in a discovery document. */
interface ServedKind {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** Finds the paths of objects by the discovery documents of a server. */
export class ServedPaths {
  readonly #transport: Transport;
  readonly #kinds = new Map<string, readonly ServedKind[]>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Resolves with undefined if the server does not serve the kind. */
  async of(object: DeepReadonly<KubernetesObject>): Promise<ServedPath | undefined> {
    const { apiVersion = '', kind, metadata } = object;
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const served = (await this.#kindsIn(root)).find(
      (each) => each.kind === kind && !each.name.includes('/'),
    );
    if (served === undefined) return undefined;
    const { namespace = '', name = '' } = metadata;
    const scope = served.namespaced ? `/namespaces/${encodeURIComponent(namespace)}` : '';
    const collection = `${root}${scope}/${served.name}`;
    return { path: `${collection}/${encodeURIComponent(name)}`, collection };
  }

  async #kindsIn(root: string): Promise<readonly ServedKind[]> {
    const known = this.#kinds.get(root);
    if (known !== undefined) return known;
    const answer = await this.#transport.request({ method: 'GET', path: root });
    const { resources = [] } = JSON.parse(await answer.text()) as {
      readonly resources?: readonly ServedKind[];
    };
    this.#kinds.set(root, resources);
    return resources;
  }
}
