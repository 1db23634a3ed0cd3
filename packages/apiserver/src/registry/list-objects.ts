import { ApiError } from '@vmgen/runtime/client';
import type { JsonObject } from '@vmgen/base/json';
import { badRequest, expired } from '../errors/status-error.js';
import { HeldRevisions } from '../storage/held-revisions.js';
import type { Revision } from '../storage/revision.js';
import { isOver } from './before-deadline.js';
import { decodeContinueToken, encodeContinueToken, keyAfter } from './continue-token.js';
import type { Endpoint } from '../resource/endpoint.js';
import { loadAll } from './load-all.js';
import {
  isSelected,
  onlyKey,
  parseListOptions,
  selectionSteps,
  type ListOptions,
} from './list-options.js';
import type { Answer, RequestContext } from './request-context.js';
import { parseResourceVersion } from './resource-version.js';
import { groupVersionOf } from '../resource/served-resource.js';
import { Slices } from './slices.js';
import { waitForVersion } from './wait-for-version.js';

/** Answers a GET of a collection. */
export async function handleList(context: RequestContext): Promise<Answer> {
  const options = parseListOptions(context.endpoint, context.info.query, 'list');
  return listAnswer(context.endpoint, await listPage(context, options));
}

/** A part of a collection. */
interface Page {
  readonly version: number;
  readonly revisions: readonly Revision[];
  readonly continueToken: string;
  /** The number of objects that follow; undefined if there are selectors. */
  readonly remaining: number | undefined;
}

export async function listPage(context: RequestContext, options: ListOptions): Promise<Page> {
  const { store } = context.endpoint;
  const limit = options.resourceVersion === '0' ? 0 : options.limit;
  if (options.continueToken !== '') return nextPage(context, options, limit);
  const asked = await waitForVersion(
    context,
    parseResourceVersion(options.resourceVersion, (message) =>
      badRequest(`invalid resource version: ${message}`),
    ),
  );
  const isExact = asked > 0 && (options.match === 'Exact' || (options.match === '' && limit > 0));
  if (isExact && asked < store.log.horizon) throw tooOld();
  const version = isExact ? asked : store.version;
  return collect(context, options, { version, isExact, limit, from: '' });
}

async function nextPage(
  context: RequestContext,
  options: ListOptions,
  limit: number,
): Promise<Page> {
  const { store } = context.endpoint;
  const { version: asked, from } = decodeContinueToken(options.continueToken);
  if (!['', '0'].includes(options.resourceVersion)) {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  if (asked < 0)
    return collect(context, options, { version: store.version, isExact: false, limit, from });
  const version = await waitForVersion(context, asked);
  if (version < store.log.horizon) throw tooOld(from);
  return collect(context, options, { version, isExact: true, limit, from });
}

/**
 * The error for a page whose version is older than the log. The list can continue without
 * consistency.
 */
function tooOld(from?: string): ApiError {
  if (from === undefined) {
    return expired('The resourceVersion for the provided list is too old.');
  }
  const { status } = expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
  );
  return new ApiError({
    ...status,
    metadata: { continue: encodeContinueToken({ version: -1, from }) },
  });
}

interface Range {
  readonly version: number;
  readonly isExact: boolean;
  /** 0 means no limit. */
  readonly limit: number;
  /** The first key, without the prefix of the list. */
  readonly from: string;
}

async function collect(context: RequestContext, options: ListOptions, range: Range): Promise<Page> {
  const { endpoint, info } = context;
  const { version, isExact, limit } = range;
  const prefix = info.namespace === undefined ? '' : `${info.namespace}/`;
  const only = onlyKey(endpoint, options, info.namespace);
  const [start, from] = only === undefined ? [prefix, `${prefix}${range.from}`] : [only, only];
  // Copied at once, because the store may change while the selection pauses.
  const found = isExact
    ? [...endpoint.store.scanAt(version, start, from)]
    : [...endpoint.store.scan(start, from)];
  const stored = only === undefined ? found : found.filter(({ key }) => key === only);
  const isUnfiltered =
    options.labels.requirements.length === 0 && options.fields.requirements.length === 0;
  const { conversion } = endpoint;
  const count = isUnfiltered && limit !== 0 ? limit : stored.length;
  const all =
    conversion === undefined
      ? stored
      : await loadAll(endpoint, conversion, stored, () => isOver(context), count);

  const steps = isUnfiltered ? 0 : selectionSteps(options);
  const slices = new Slices();
  const revisions: Revision[] = [];
  let remaining = 0;
  for (const revision of all) {
    if (slices.isOver(steps)) await slices.pause();
    // The next page determines whether the following objects match.
    if (limit !== 0 && revisions.length === limit) {
      remaining++;
      if (!isUnfiltered) break;
    } else if (isUnfiltered || isSelected(endpoint, options, endpoint.read(revision))) {
      revisions.push(revision);
    }
  }
  const last = revisions.at(-1)?.key.slice(prefix.length) ?? '';
  return {
    version,
    revisions,
    continueToken: remaining === 0 ? '' : encodeContinueToken({ version, from: keyAfter(last) }),
    remaining: remaining > 0 && isUnfiltered ? remaining : undefined,
  };
}

/** Returns the response that lists the objects of a page. */
export function listAnswer(endpoint: Endpoint, page: Page): Answer {
  const metadata: JsonObject = { resourceVersion: String(page.version) };
  if (page.continueToken !== '') metadata['continue'] = page.continueToken;
  if (page.remaining !== undefined) metadata['remainingItemCount'] = page.remaining;
  const { listKind } = endpoint.resource;
  return {
    status: 200,
    object: { kind: listKind, apiVersion: groupVersionOf(endpoint.resource), metadata },
    items: page.revisions,
    held: new HeldRevisions(endpoint.store, page.version, page.revisions),
  };
}
