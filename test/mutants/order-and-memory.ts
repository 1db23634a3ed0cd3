import { isControlledBy, releaseFinalizer } from '@vmgen/runtime';
import { mutant, mutantByHand, type Mutant } from './mutant.js';
import {
  contentOf,
  correct,
  deletePage,
  keyOf,
  namesOf,
  operatorOf,
  TWIN,
  type CachedSite,
  type Parts,
  type Tools,
} from './operator.js';

const annotate = (
  { metadata }: CachedSite,
  { siteClient }: Tools,
  annotations: Record<string, string>,
) => siteClient.mergePatch(metadata.name, { metadata: { annotations } });

const annotationOf = ({ metadata }: CachedSite, name: string): string =>
  metadata.annotations?.[`web.example.com/${name}`] ?? '';

/** Deletes the pages of an annotation that are not wanted any more. */
async function pruneAnnotated(
  site: CachedSite,
  wanted: readonly string[],
  remove: (name: string) => Promise<unknown>,
): Promise<void> {
  const old = annotationOf(site, 'pages').split(',').filter(Boolean);
  for (const name of old) if (!wanted.includes(name)) await remove(name);
}

/** Mutants that do the right things in the wrong order. */
export const ORDER: readonly Mutant[] = [
  mutant(
    'reports the host before it writes the record, and writes none for a reported host',
    'After a crash between both, the record is never written.',
    {
      async writeRecord(site, tools) {
        if (site.status?.host === site.spec.host) return;
        await tools.setStatus({ host: site.spec.host });
        await correct.writeRecord(site, tools);
      },
    },
  ),
  mutant(
    'releases the finalizer before the clean-up',
    'After a crash between both, nobody deletes the record.',
    {
      async cleanUp(site, tools) {
        await releaseFinalizer(tools.siteClient, site, 'web.example.com/record');
        await correct.cleanUp(site, tools);
      },
    },
  ),
  mutant(
    'does not wait for the clean-up',
    'If the deletion of the record fails, the finalizer is released nevertheless.',
    {
      async cleanUp(site, tools) {
        correct.cleanUp(site, tools).catch(() => undefined);
      },
    },
  ),
  mutant(
    'notes the content of the pages before it writes them, and skips noted content',
    'After a crash between both, the pages keep their old content.',
    {
      async writePages(site, tools) {
        const content = namesOf(site).map((name) => contentOf(site, name, tools).data.text);
        const isWritten = namesOf(site).every((name) => tools.pages.find(keyOf(site, name)));
        if (isWritten && annotationOf(site, 'content') === content.join()) return;
        await annotate(site, tools, { 'web.example.com/content': content.join() });
        await correct.writePages(site, tools);
      },
    },
  ),
  mutantByHand(
    'notes the new list of pages before it deletes those of the old list',
    'After a crash between both, an old page is never deleted.',
    {
      async prune(site, wanted, tools) {
        if (annotationOf(site, 'pages') === wanted.join()) return;
        await annotate(site, tools, { 'web.example.com/pages': wanted.join() });
        await pruneAnnotated(site, wanted, async (name) => {
          const page = tools.pages.find(keyOf(site, name));
          if (page !== undefined) await deletePage(page, tools);
        });
      },
    },
  ),
  mutant(
    'reports the new host before it deletes the record of the reported one',
    'After a crash between both, the old record is never deleted.',
    {
      async writeRecord({ metadata: { name }, spec: { host }, status }, tools) {
        const { dns, effect, setStatus } = tools;
        if ((await dns.find(host)) === undefined) await effect(() => dns.set(host, name));
        const old = status?.host ?? host;
        await setStatus({ host });
        if (old !== host) await effect(() => dns.remove(old));
      },
    },
  ),
  mutant(
    'notes the id of a record after it has created the record',
    'After a crash between both, it creates a second record.',
    {
      async writeRecord(site, tools) {
        const { dns, effect } = tools;
        const { metadata, spec } = site;
        const known = annotationOf(site, 'record');
        if (known.startsWith(`${spec.host}#`)) return;
        const id = await effect(() => dns.add(spec.host, metadata.name));
        await annotate(site, tools, { 'web.example.com/record': id });
        if (known !== '') await effect(() => dns.remove(known));
      },
    },
  ),
];

/** Mutants that know something only in memory. */
export const MEMORY: readonly Mutant[] = [
  mutant(
    'keeps the id of the record only in memory',
    'The next process creates a second record, and deletes none.',
    {
      async writeRecord({ metadata, spec: { host } }, { dns, effect, memory }) {
        const known = memory.get(metadata.name);
        if (typeof known === 'string' && known.startsWith(`${host}#`)) return;
        memory.set(metadata.name, await effect(() => dns.add(host, metadata.name)));
        if (typeof known === 'string') await effect(() => dns.remove(known));
      },
      async cleanUp({ metadata }, { dns, effect, memory }) {
        await effect(() => dns.remove(String(memory.get(metadata.name))));
      },
    },
  ),
  mutant('counts its starts in the status', 'The status depends on the number of crashes.', {
    async report(site, tools) {
      const { memory, setStatus } = tools;
      const { name } = site.metadata;
      if (!memory.has(name)) await setStatus({ starts: (site.status?.starts ?? 0) + 1 });
      memory.set(name, true);
      return correct.report(site, tools);
    },
  }),
  mutant(
    'writes the record only when it has written a new page',
    'After a crash between both, no page is new, and the record is never written.',
    {
      async reconcile(site, tools) {
        const isNew = namesOf(site).some(
          (name) => tools.pages.find(keyOf(site, name)) === undefined,
        );
        const writeRecord: Parts['writeRecord'] = (of, its) =>
          isNew ? correct.writeRecord(of, its) : Promise.resolve();
        return correct.reconcile(site, { ...tools, parts: { ...tools.parts, writeRecord } });
      },
    },
  ),
  mutant(
    'remembers a record as written before the call',
    'The retry after a failed call skips the record.',
    {
      async writeRecord(site, tools) {
        const { memory } = tools;
        const { host } = site.spec;
        if (memory.has(host)) return;
        memory.set(host, true);
        await correct.writeRecord(site, tools);
      },
    },
  ),
  mutantByHand(
    'deletes the pages that it remembers from an earlier spec',
    'The next process remembers nothing, and the old page stays.',
    {
      async prune(site, wanted, tools) {
        const { memory, pages } = tools;
        const old = (memory.get(site.metadata.uid) ?? []) as string[];
        for (const name of old) {
          const page = pages.find(keyOf(site, name));
          if (page !== undefined && !wanted.includes(name)) await deletePage(page, tools);
        }
        memory.set(site.metadata.uid, wanted);
      },
    },
  ),
  mutant(
    'deletes the record of the host that it remembers',
    'The next process remembers no host, and the old record stays.',
    {
      async writeRecord({ metadata: { name }, spec: { host } }, { dns, effect, memory }) {
        const old = (memory.get(name) ?? host) as string;
        if ((await dns.find(host)) === undefined) await effect(() => dns.set(host, name));
        if (old !== host) await effect(() => dns.remove(old));
        memory.set(name, host);
      },
    },
  ),
  {
    does: 'counts the pages that it has created with generateName in memory',
    breaks: 'The next process creates all of them again.',
    operator: operatorOf({
      ...correct,
      writePages: (site, tools) =>
        generatedPages(site, tools, Number(tools.memory.get(site.metadata.uid) ?? 0)),
    }),
    twin: undefined,
  },
  {
    does: 'counts the pages with generateName in the cache',
    breaks: 'A creation that arrives late is not in the cache, and there is a page too many.',
    operator: operatorOf({
      ...correct,
      writePages: (site, tools) => generatedPages(site, tools, ownPages(site, tools).length),
    }),
    twin: undefined,
  },
  {
    does: 'deletes the record when it sees the deletion, without a finalizer',
    breaks: 'A deletion while no process runs is never seen, and the record stays.',
    operator: (manager, outside) =>
      operatorOf({
        ...correct,
        hasFinalizer: false,
        options: {
          onGone: async ({ key, effect }) => {
            for (const host of await outside.dns.list(key.name)) {
              await effect(() => outside.dns.remove(host));
            }
          },
        },
      })(manager, outside),
    twin: TWIN,
  },
  {
    does: 'ignores objects that are older than its process',
    breaks: 'After a restart, changes of existing objects have no effect.',
    operator: (manager, outside) => {
      const started = manager.clock.date();
      operatorOf({
        ...correct,
        reconcile: async (site, tools) =>
          new Date(site.metadata.creationTimestamp ?? '') < started
            ? undefined
            : correct.reconcile(site, tools),
      })(manager, outside);
    },
    twin: TWIN,
  },
];

export const ownPages = (site: CachedSite, { pages }: Tools) =>
  pages.list().filter((page) => isControlledBy(page, site));

/** Creates pages with names of the server, if fewer than enough are known, and updates those in the cache. */
export async function generatedPages(site: CachedSite, tools: Tools, known: number): Promise<void> {
  const { pageClient, memory, parts } = tools;
  const { name } = site.metadata;
  const { metadata, data } = contentOf(site, name, tools);
  for (let count = known; count < site.spec.pages.length; count++) {
    const ownerReferences = parts.byHand.ownerOf(site, tools) as never;
    const { labels } = metadata;
    await pageClient.create({
      metadata: { generateName: `${name}-`, labels, ownerReferences },
      data,
    });
    memory.set(site.metadata.uid, count + 1);
  }
  for (const page of ownPages(site, tools)) {
    if (page.data?.['text'] === data.text) continue;
    await pageClient.mergePatch(page.metadata.name, { data });
  }
}
