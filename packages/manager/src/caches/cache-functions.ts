import type { KubernetesObject } from '@vmgen/runtime';
import type { Indexers } from '@vmgen/runtime/cache';
import { checkIndexValues } from '@vmgen/runtime/internal';
import { failuresOf, reporting, type FunctionHost } from '../process/user-functions.js';
import type { CachedKind, CachedObjects } from './cached-kinds.js';

type Functions = CachedObjects<KubernetesObject>;

/** The functions of the user that a cache calls: their failures are reported. */
export class CacheFunctions {
  readonly #host: FunctionHost;
  readonly #cache: string;
  readonly #kind: string;

  constructor(host: FunctionHost, cache: string, { resource }: Pick<CachedKind, 'resource'>) {
    this.#host = { ...host, logger: host.logger.with({ cache }) };
    this.#cache = cache;
    this.#kind = resource.plural;
  }

  /** Index functions that return nothing where those of the user throw, or return no texts. */
  indexers(indexers: Functions['indexers'] = {}): Indexers<KubernetesObject> {
    const reported = Object.entries(indexers).map(([index, run]): [string, typeof run] => {
      const checked: typeof run = (object) => {
        const values = run(object);
        checkIndexValues(values);
        return values;
      };
      const failed = this.#failures(`index ${index}`, 'the object is not in the index');
      return [index, reporting(checked, failed, () => [])];
    });
    return Object.fromEntries(reported);
  }

  /** A transform that returns its argument where that of the user throws. */
  transform(transform: Functions['transform']): Functions['transform'] {
    if (transform === undefined) return undefined;
    const failed = this.#failures('transform', 'the object is cached as it is');
    return reporting(transform, failed, (object) => object);
  }

  #failures(name: string, outcome: string) {
    return failuresOf(this.#host, { owner: this.#cache, kind: this.#kind, name, outcome });
  }
}
