import { ensureFinalizer } from '@vmgen/runtime';
import type { Mutant } from './mutant.js';
import { correct, type CachedSite } from './operator.js';
import { generatedPages, ownPages } from './order-and-memory.js';
import { correctRaw, rawOperatorOf } from './raw-operator.js';

const TWIN = rawOperatorOf({});

const raw = (
  does: string,
  breaks: string,
  ...replaced: Parameters<typeof rawOperatorOf>
): Mutant => ({
  does,
  breaks,
  operator: rawOperatorOf(...replaced),
  twin: TWIN,
});

/**
 * Mutants that cannot be written on the manager: it adds the finalizer before the first reconcile, does not
 * reconcile an object that is being deleted without its own finalizer, releases only its own one,
 * passes frozen objects and the newest ones, reads its own writes, starts when the caches have
 * synced, and retries after errors.
 */
export const WITHOUT_MANAGER: readonly Mutant[] = [
  raw(
    'adds the finalizer after the record',
    'A site that is deleted before it has the finalizer leaves its record.',
    {
      async begin(site, tools) {
        const result = await correct.reconcile(site, tools);
        await ensureFinalizer(tools.siteClient, site, 'web.example.com/record');
        return result;
      },
    },
  ),
  raw(
    'changes the object in the cache',
    'The retry of a failed call sees the change as if it had been made.',
    { freezeObjects: false },
    {
      async writeRecord(site, tools) {
        const { host } = site.spec;
        if (site.status?.host === host) return;
        // The type of cached objects forbids this, as freezing does.
        (site as { status?: object }).status = { ...site.status, host };
        await correct.writeRecord(site, tools);
      },
    },
  ),
  {
    does: 'counts pages with generateName in a cache without its own writes',
    breaks: 'While the watch is late, it creates pages again.',
    operator: rawOperatorOf(
      {},
      { writePages: (site, tools) => generatedPages(site, tools, ownPages(site, tools).length) },
    ),
    twin: undefined,
  },
  raw('only logs an error', 'Nothing tries again.', { onError: () => {} }),
  raw(
    'removes all finalizers after the clean-up',
    'The site is gone while another program still cleans up.',
    {
      async end(site, tools) {
        await correct.cleanUp(site, tools);
        await tools.siteClient.mergePatch(site.metadata.name, { metadata: { finalizers: [] } });
      },
    },
  ),
  raw(
    'continues to reconcile a site after its clean-up',
    'While another program keeps the site, its record is created again, and stays.',
    {
      async end(site, tools) {
        await correctRaw.end(site, tools);
        if (!(site.metadata.finalizers ?? []).includes('web.example.com/record')) {
          await correct.writeRecord(site, tools);
        }
      },
    },
  ),
  raw('reconciles the object of the first event', 'A later change has no effect.', {
    read(site, memory) {
      const { uid } = site.metadata;
      if (!memory.has(uid)) memory.set(uid, site);
      return memory.get(uid) as CachedSite;
    },
  }),
  raw(
    'deletes records of unknown sites before its cache has synced',
    'Each start deletes all records.',
    {
      async beforeSync(dns, names) {
        for (const host of await dns.list()) {
          const record = await dns.find(host);
          if (record !== undefined && !names.has(record.owner)) await dns.remove(host);
        }
      },
    },
  ),
];
