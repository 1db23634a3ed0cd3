import type { RequestVerb } from '../request/request-info.js';
import type { Action } from './action.js';

/** Which actions a reactor wants: `*` stands for every verb or resource. */
export interface ReactorFilter {
  readonly verb: RequestVerb | '*';
  /** A plural name, `PLURAL/SUBRESOURCE` for one subresource, `PLURAL/*` for all, or `*`. */
  readonly resource: string;
}

interface Link<R> extends ReactorFilter {
  readonly react: (action: Action) => R | undefined | Promise<R | undefined>;
}

/** Reactors in the order in which they are asked, until one answers. */
export class ReactorChain<R> {
  readonly #links: Link<R>[] = [];

  prepend(filter: ReactorFilter, react: Link<R>['react']): void {
    this.#links.unshift({ ...filter, react });
  }

  append(filter: ReactorFilter, react: Link<R>['react']): void {
    this.#links.push({ ...filter, react });
  }

  /** The first answer; undefined where all leave the action alone. */
  async react(action: Action): Promise<R | undefined> {
    for (const link of this.#links) {
      if (!matches(link, action)) continue;
      const reaction = await link.react(action);
      if (reaction !== undefined) return reaction;
    }
    return undefined;
  }
}

/** As client-go's testing: a plain resource does not stand for its subresources. */
function matches(filter: ReactorFilter, action: Action): boolean {
  if (filter.verb !== '*' && filter.verb !== action.verb) return false;
  if (filter.resource === '*') return true;
  const [resource, subresource] = filter.resource.split('/');
  if (resource !== action.resource) return false;
  return subresource === '*' || subresource === action.subresource;
}
