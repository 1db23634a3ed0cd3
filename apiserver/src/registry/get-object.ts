import { notFound, plainServerError } from '../errors/status-error.js';
import { keyOf } from '../resource/endpoint.js';
import type { Answer, RequestContext } from './request-context.js';
import { parseResourceVersion } from './resource-version.js';
import { waitForVersion } from './wait-for-version.js';

/** Answers a GET of one object or its status. */
export async function handleGet(context: RequestContext): Promise<Answer> {
  const { endpoint, info } = context;
  const name = info.name ?? '';
  const asked = info.query.get('resourceVersion') ?? '';
  await waitForVersion(context, parseResourceVersion(asked, plainServerError));
  const revision = endpoint.store.get(keyOf(info.namespace, name));
  if (revision === undefined) throw notFound(endpoint.resource, name);
  return { status: 200, object: endpoint.read(revision), revision };
}
