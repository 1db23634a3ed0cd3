import type { RequestVerb } from '../request/request-info.js';
import type { FakeAction } from './fake-action.js';

/** Selects the actions of a reactor. By default all actions match. */
export interface FakeActionFilter {
  /** The verb. Defaults to `*`, which matches every verb. */
  readonly verb?: RequestVerb | '*';
  /**
   * A plural name, `PLURAL/SUBRESOURCE` for one subresource, `PLURAL/*` for all of them, or `*`.
   * Defaults to `*`.
   */
  readonly resource?: string;
}

interface Link<R> extends FakeActionFilter {
  readonly react: (action: FakeAction) => R | undefined | Promise<R | undefined>;
}

/** Reactors in the order in which they are called, until one of them answers. */
export class ReactorChain<R> {
  readonly #links: Link<R>[] = [];

  prepend(filter: FakeActionFilter, react: Link<R>['react']): void {
    this.#links.unshift({ ...filter, react });
  }

  append(filter: FakeActionFilter, react: Link<R>['react']): void {
    this.#links.push({ ...filter, react });
  }

  /** Returns the first response; undefined if no reactor answers. */
  async react(action: FakeAction): Promise<R | undefined> {
    for (const link of this.#links) {
      if (!matches(link, action)) continue;
      const reaction = await link.react(action);
      if (reaction !== undefined) return reaction;
    }
    return undefined;
  }
}

/** As in client-go's testing package, a plain resource does not match its subresources. */
function matches(filter: FakeActionFilter, action: FakeAction): boolean {
  const { verb = '*', resource: wanted = '*' } = filter;
  if (verb !== '*' && verb !== action.verb) return false;
  if (wanted === '*') return true;
  const [resource, subresource] = wanted.split('/');
  if (resource !== action.resource) return false;
  return subresource === '*' || subresource === action.subresource;
}
