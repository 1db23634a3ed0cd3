import { controllerReference } from '@vmgen/runtime';
import { mutant, mutantByHand, type Mutant } from './mutant.js';
import {
  correct,
  correctByHand,
  deletePage,
  keyOf,
  namesOf,
  operatorOf,
  POLL_MS,
  ready,
  TWIN_BY_HAND,
  type Parts,
  type Tools,
} from './operator.js';

const withoutOwns: Partial<Parts> = {
  watch: (builder, { secrets }) =>
    builder.refersTo(secrets, ({ metadata, spec }) => [
      { namespace: metadata.namespace, name: spec.secretName },
    ]),
};

/** Mutants of owner references and of the deletion of old children. */
export const CHILDREN: readonly Mutant[] = [
  mutantByHand('creates pages without an owner', 'The pages stay after the site.', {
    ownerOf: () => [],
  }),
  mutantByHand(
    'creates pages with an owner that does not control them',
    'It takes its own pages for those of somebody else.',
    { ownerOf: (site) => [{ ...controllerReference(site), controller: false }] },
  ),
  mutantByHand(
    'keeps the owner reference of the first site for all sites',
    'The pages of the second site are those of the first one.',
    {
      ownerOf(site, { memory }) {
        if (!memory.has('owner')) memory.set('owner', controllerReference(site));
        return [memory.get('owner') as object];
      },
    },
  ),
  mutantByHand('does not delete old pages', 'A page that is not wanted any more stays.', {
    prune: async () => {},
  }),
  mutantByHand(
    'deletes old pages by their label alone',
    'An object of somebody else with this label is deleted.',
    {
      async prune({ metadata }, wanted, tools) {
        for (const page of tools.pages.list()) {
          const isOwn = page.metadata.labels?.['site'] === metadata.name;
          if (isOwn && !wanted.includes(page.metadata.name)) await deletePage(page, tools);
        }
      },
    },
  ),
  mutantByHand(
    'deletes old pages by the beginning of their name',
    'The site shop deletes the pages of the site shop-eu.',
    {
      async prune({ metadata }, wanted, tools) {
        for (const page of tools.pages.list()) {
          const isOwn = page.metadata.name.startsWith(`${metadata.name}-`);
          if (isOwn && !wanted.includes(page.metadata.name)) await deletePage(page, tools);
        }
      },
    },
  ),
  mutant('has no finalizer', 'The record stays after the site.', { hasFinalizer: false }),
  mutant(
    'removes all finalizers of the site in the clean-up',
    'The site is gone while another program still cleans up.',
    {
      async cleanUp(site, tools) {
        await correct.cleanUp(site, tools);
        await tools.siteClient.mergePatch(site.metadata.name, { metadata: { finalizers: [] } });
      },
    },
  ),
];

/** Mutants that start a reconcile too seldom. */
export const TRIGGERS: readonly Mutant[] = [
  mutant(
    'takes the name of a changed Secret for that of its site',
    'A changed Secret changes no page.',
    {
      watch: (builder, { pages, secrets }) =>
        builder.owns(pages).watches(secrets, { keysOf: (secret) => [secret.metadata] }),
    },
  ),
  {
    does: 'does not watch its pages',
    breaks: 'A page that a user has deleted is not created again.',
    operator: operatorOf({ ...correctByHand, ...withoutOwns }),
    twin: TWIN_BY_HAND,
  },
  mutant('reconciles only new sites', 'A changed site changes no page.', {
    options: { predicate: ({ type }) => type !== 'update' },
  }),
  mutant('does not look again at a record that is not active', 'The site does not become ready.', {
    async report(site, tools) {
      await correct.report(site, tools);
    },
  }),
  mutant(
    'looks again only if the status has changed',
    'After a crash that follows the change, it never looks again.',
    {
      async report(site, tools) {
        const result = await correct.report(site, tools);
        const isReported = site.status?.host === site.spec.host;
        const isPending = site.status?.conditions?.[0]?.reason === 'Pending';
        const isPolled = tools.memory.has(site.metadata.name);
        if (isReported && isPending && !isPolled) return undefined;
        tools.memory.set(site.metadata.name, true);
        return result;
      },
    },
  ),
];

/** Mutants of the status and of other writes of the site. */
export const STATUS: readonly Mutant[] = [
  mutant('never clears a reported failure', 'The site is degraded for ever.', {
    async reportFailure(site, tools, error) {
      const conditions = [{ type: 'Degraded', status: 'True', reason: 'Failed', message: '' }];
      await tools.setStatus({ conditions: conditions as never });
      return correct.reportFailure(site, tools, error);
    },
  }),
  mutant('reports ready without a look at the record', 'The site is ready before its record.', {
    async report({ spec: { host, pages } }, { setStatus }) {
      await setStatus({ host, pages: pages.length, ...ready('True', 'Serving') });
    },
  }),
  mutant(
    'adds the pages that it creates to a number in the status',
    'After a crash between both, the number is too small.',
    {
      async reconcile(site, tools) {
        const isMissing = (name: string): boolean =>
          tools.pages.find(keyOf(site, name)) === undefined;
        const pages = (site.status?.pages ?? 0) + namesOf(site).filter(isMissing).length;
        const setStatus: Tools['setStatus'] = (fields) =>
          tools.setStatus('pages' in fields ? { ...fields, pages } : fields);
        return correct.reconcile(site, { ...tools, setStatus });
      },
    },
  ),
  mutant('writes the time of each look at the record', 'The operator never comes to rest.', {
    async report(site, tools) {
      await correct.report(site, tools);
      await tools.setStatus({ starts: tools.clock.nowMs() });
      return { requeueAfterMs: POLL_MS };
    },
  }),
  mutant(
    'replaces the site by its copy in the cache, without the version',
    'A change of a user that the cache does not have yet is lost.',
    {
      async report(site, tools) {
        const result = await correct.report(site, tools);
        const key = 'web.example.com/active';
        const active = String(result === undefined);
        const { resourceVersion: _version, annotations, ...metadata } = site.metadata;
        if (annotations?.[key] === active) return result;
        const changed = { ...metadata, annotations: { ...annotations, [key]: active } };
        await tools.siteClient.update({ ...site, metadata: changed });
        return result;
      },
    },
  ),
  mutant('reports only once for each host', 'The status does not follow the record.', {
    report: async (site, tools) =>
      site.status?.host === site.spec.host ? undefined : correct.report(site, tools),
  }),
];
