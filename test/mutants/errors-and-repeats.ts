import { randomUUID } from 'node:crypto';
import { ApiError, isConflict, isNotFound, TerminalError } from '@vmgen/runtime';
import { mutant, mutantByHand, type Mutant } from './mutant.js';
import { contentOf, correct, keyOf, namesOf, type CachedSite, type Tools } from './operator.js';

const ignored = (): undefined => undefined;

/** Writes the record with a name that `nameOf` makes at each attempt, unless the host is reported. */
const recordNamed =
  (nameOf: (host: string, tools: Tools) => string) =>
  async (site: CachedSite, tools: Tools): Promise<void> => {
    const { dns, effect, setStatus } = tools;
    const { metadata, spec, status } = site;
    if (status?.host === spec.host) return;
    const old = await dns.list(metadata.name);
    const name = nameOf(spec.host, tools);
    await effect(() => dns.set(name, metadata.name));
    await setStatus({ host: spec.host });
    if (status?.host === undefined) return;
    for (const each of old) await effect(() => dns.remove(each));
  };

/** Mutants that do something else, or fail, if they do it again. */
export const REPEATS: readonly Mutant[] = [
  mutant(
    'fails to delete a record that is already deleted',
    'After a crash in the clean-up, the finalizer is never released.',
    {
      async cleanUp({ spec: { host } }, { dns, effect }) {
        await effect(() => dns.removeExisting(host));
      },
    },
  ),
  mutant(
    'fails to create a record that exists',
    'After a crash before the report, every retry fails.',
    {
      async writeRecord(site, tools) {
        const { dns, effect } = tools;
        const { metadata, spec, status } = site;
        if (status?.host !== spec.host) await effect(() => dns.create(spec.host, metadata.name));
        await correct.writeRecord(site, tools);
      },
    },
  ),
  mutantByHand(
    'creates all pages until it has reported, and fails if one exists',
    'After a crash before the report, every retry fails.',
    {
      async writePage(site, name, tools) {
        const { byHand } = correct;
        const isReported = site.status?.pages !== undefined;
        // Only the cache of the first reconcile is as empty as this one.
        const pages = isReported ? tools.pages : { ...tools.pages, find: ignored };
        if (tools.pages.find(keyOf(site, name))?.data?.['text'] === 'mine') {
          await byHand.writePage(site, name, tools);
        }
        await byHand.writePage(site, name, { ...tools, pages });
      },
    },
  ),
  mutantByHand(
    'fails to delete a page that is already deleted',
    'After a crash before the note, every retry fails.',
    {
      async prune({ metadata }, wanted, { pageClient, siteClient }) {
        const key = 'web.example.com/pages';
        const old = (metadata.annotations?.[key] ?? '').split(',').filter(Boolean);
        if (old.join() === wanted.join()) return;
        for (const name of old) if (!wanted.includes(name)) await pageClient.delete(name);
        const annotations = { [key]: wanted.join() };
        await siteClient.mergePatch(metadata.name, { metadata: { annotations } });
      },
    },
  ),
  mutant(
    'names the record at random at each attempt',
    'A retry after a lost answer leaves a second record.',
    { writeRecord: recordNamed((host) => `${host} ${randomUUID()}`) },
  ),
  mutant('names the record by the time', 'A retry after a lost answer leaves a second record.', {
    writeRecord: recordNamed((host, { clock }) => `${host} ${clock.nowMs()}`),
  }),
  mutantByHand(
    'takes over a page that somebody else has created',
    'The page of a user is overwritten, and deleted with the site.',
    {
      async writePage(site, name, tools) {
        const { metadata, data } = contentOf(site, name, tools);
        const ownerReferences = tools.parts.byHand.ownerOf(site, tools) as never;
        const found = tools.pages.find(keyOf(site, name));
        if (found?.data?.['text'] === data.text) return;
        const configuration = { metadata: { ...metadata, ownerReferences }, data };
        await tools.pageClient.apply(configuration, { fieldManager: 'sites', force: true });
      },
    },
  ),
  mutant(
    'reads the Secret in the clean-up, and fails without it',
    'A user who deletes the Secret first cannot delete the site.',
    {
      async cleanUp(site, tools) {
        if (tools.secretOf(site) === 'no colour') throw new Error('the Secret does not exist');
        await correct.cleanUp(site, tools);
      },
    },
  ),
];

/** Replaces an error that `isMeant` selects. */
const replacing =
  (isMeant: (error: unknown) => boolean, replace: () => undefined) => (error: unknown) => {
    if (isMeant(error)) return replace();
    throw error;
  };
const giveUp = (): never => {
  throw new TerminalError('it does not make sense to try again');
};
const isServerError = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === 'InternalError';

/** Mutants that take an error for something else. */
export const ERRORS: readonly Mutant[] = [
  mutant('ignores an error of the pages', 'A page that could not be written is never written.', {
    writePages: (site, tools) => correct.writePages(site, tools).catch(ignored),
  }),
  mutant('ignores an error of the status', 'The status stays old.', {
    report: (site, tools) => correct.report(site, tools).catch(ignored),
  }),
  mutant(
    'takes every error of the clean-up for "already deleted"',
    'The finalizer is released, and the record stays.',
    { cleanUp: (site, tools) => correct.cleanUp(site, tools).catch(ignored) },
  ),
  mutantByHand(
    'ignores an error of the deletion of an old page',
    'The old page stays until something else changes.',
    { prune: (site, wanted, tools) => correct.byHand.prune(site, wanted, tools).catch(ignored) },
  ),
  mutant(
    'writes the pages concurrently, and does not look at the results',
    'A page that could not be written is never written.',
    {
      writePages: (site, tools) =>
        Promise.allSettled(
          namesOf(site).map((name) => correct.byHand.writePage(site, name, tools)),
        ).then(() => correct.byHand.prune(site, namesOf(site), tools)),
    },
  ),
  mutantByHand('takes a conflict for a success', 'The change of the page is lost.', {
    writePage: (site, name, tools) =>
      correct.byHand.writePage(site, name, tools).catch(replacing(isConflict, ignored)),
  }),
  mutantByHand(
    'takes "not found" for a success when it updates a page',
    'A page that a user has deleted is not created again.',
    {
      async writePage(site, name, tools) {
        const { data } = contentOf(site, name, tools);
        const isCreated = site.status?.pages !== undefined && tools.memory.has(name);
        tools.memory.set(name, true);
        if (!isCreated) return correct.byHand.writePage(site, name, tools);
        if (tools.pages.find(keyOf(site, name))?.data?.['text'] === data.text) return undefined;
        return tools.pageClient.mergePatch(name, { data }).catch(replacing(isNotFound, ignored));
      },
    },
  ),
  mutant('does not try again after an error', 'The site stays as it was at the error.', {
    reportFailure: (site, tools, error) => correct.reportFailure(site, tools, error).catch(ignored),
  }),
  mutant('takes every error for a final one', 'The site stays as it was at the error.', {
    reportFailure: (site, tools, error) =>
      correct.reportFailure(site, tools, error).catch(replacing(() => true, giveUp)),
  }),
  mutant(
    'takes an error of the server for a final one',
    'The site stays as it was while the server was overloaded.',
    {
      reportFailure: (site, tools, error) =>
        correct.reportFailure(site, tools, error).catch(replacing(isServerError, giveUp)),
    },
  ),
];
