import { deleteObject } from './delete-object.js';
import { parseDeleteOptions } from './delete-options.js';
import { listAnswer, listPage } from './list-objects.js';
import { parseListOptions } from './list-options.js';
import { Slices, WRITE_STEPS } from './slices.js';
import type { Answer, RequestContext } from './request-context.js';

/** Answers a DELETE of a collection with the objects before the deletion. */
export async function handleDeleteCollection(context: RequestContext): Promise<Answer> {
  const { endpoint, info } = context;
  const deleteOptions = parseDeleteOptions(context);
  const page = await listPage(context, parseListOptions(endpoint, info.query, 'list'));
  const slices = new Slices();
  for (const { key } of page.revisions) {
    if (slices.isOver(WRITE_STEPS)) await slices.pause();
    const current = endpoint.store.get(key);
    if (current !== undefined) deleteObject(context, current, deleteOptions);
  }
  return listAnswer(endpoint, page);
}
