import type { CustomResourceDefinition } from '@vmgen/crd';
import type { ChangeCode } from '../definitions/registry.js';
import type { Change, DocumentPath } from './change.js';

/** The name of a CRD, derived from its parts if its metadata has no name. */
export function crdName({ metadata, spec }: CustomResourceDefinition): string {
  return metadata.name ?? `${spec.names.plural}.${spec.group}`;
}

/** Collects the changes of one kind. */
export class KindChanges {
  readonly all: Change[] = [];
  readonly #crd: string;
  readonly #side: Change['side'];

  constructor(crd: CustomResourceDefinition, side: Change['side'] = 'new') {
    this.#crd = crdName(crd);
    this.#side = side;
  }

  /** @param at defaults to the whole CRD */
  add(
    code: ChangeCode,
    message: string,
    at: DocumentPath = [],
    more: Pick<Change, 'version' | 'field' | 'isUncorrelated'> = {},
  ): void {
    this.all.push({ code, crd: this.#crd, message, side: this.#side, at, ...more });
  }

  /** The one change that there is. */
  get only(): Change {
    const [change] = this.all;
    if (!change) throw new Error('no change was added');
    return change;
  }
}
