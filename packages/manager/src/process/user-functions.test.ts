import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { silentLogger } from '@vmgen/runtime';
import type { Cached, DeepReadonly, KubernetesObject, Logger } from '@vmgen/runtime';
import { startManager, siteResource, type Site } from '../site.test.helper.js';
import { settle } from '../testing/settle.js';

test('functions that throw for an object do not stop others, and are counted and named in logs', async (t) => {
  const clock = createFakeClock();
  const registry = createPrometheusRegistry({ processMetrics: false });
  const [reconciled, lines]: [string[], string[]] = [[], []];
  const loggerOf = (fields: object): Logger => ({
    ...silentLogger,
    with: (more) => loggerOf({ ...fields, ...more }),
    error: (message, { error, ...more } = {}) =>
      void lines.push(`${message} ${JSON.stringify({ ...fields, ...more })}: ${String(error)}`),
  });
  const fail = ({ metadata }: DeepReadonly<KubernetesObject>): void => {
    if (metadata.name === 'bad') throw new Error('bad');
  };
  const byHtml = (site: Cached<Site>): string[] => {
    fail(site);
    return [site.spec.html];
  };
  const { sites } = await startManager(
    t,
    (manager) => {
      const kinds = manager.cache({
        sites: { resource: siteResource, indexers: { byHtml } },
        maps: configMapResource,
      });
      manager
        .controller(kinds.sites, {
          predicate: ({ object }) => {
            fail(object);
            return true;
          },
        })
        .refersTo(kinds.maps, (site) => {
          fail(site);
          return [{ name: 'map' }];
        })
        .reconcile(async ({ metadata: { name } }) => void reconciled.push(name));
    },
    { clock, metrics: registry.metrics, logger: loggerOf({}) },
  );
  for (const name of ['bad', 'good'])
    await sites.create({ metadata: { name }, spec: { html: '' } });
  await settle(() => String(reconciled.length));
  assert.deepEqual(reconciled.toSorted(), ['bad', 'good']);
  const of = (owner: string, run: string) =>
    `a function threw; OUTCOME {"${owner}":"sites","kind":"sites","function":"${run}","key":"default/bad"}: Error: bad`;
  assert.deepEqual(lines.map((line) => line.replace(/; [^{]* /, '; OUTCOME ')).toSorted(), [
    of('cache', 'index byHtml'),
    of('controller', 'predicate'),
    of('controller', 'refersTo'),
  ]);
  const counted = (await registry.text()).match(/^vmgen_function_errors_total.*$/gm);
  assert.deepEqual(counted?.toSorted(), [
    'vmgen_function_errors_total{owner="sites",kind="configmaps",function="keysOf"} 0',
    'vmgen_function_errors_total{owner="sites",kind="sites",function="index byHtml"} 1',
    'vmgen_function_errors_total{owner="sites",kind="sites",function="predicate"} 1',
    'vmgen_function_errors_total{owner="sites",kind="sites",function="refersTo"} 1',
  ]);
});

test('of many failures, all are counted and few are logged', async (t) => {
  const registry = createPrometheusRegistry({ processMetrics: false });
  const lines: string[] = [];
  const logger: Logger = {
    ...silentLogger,
    with: () => logger,
    error: (message) => void lines.push(message),
  };
  const { sites } = await startManager(
    t,
    (manager) => {
      const kinds = manager.cache({ sites: siteResource });
      const predicate = () => {
        throw new Error('bad');
      };
      manager.controller(kinds.sites, { predicate }).reconcile(async () => {});
    },
    { clock: createFakeClock(), metrics: registry.metrics, logger },
  );
  for (let n = 0; n < 20; n++)
    await sites.create({ metadata: { name: `bad-${n}` }, spec: { html: '' } });
  await settle(() => String(lines.length));
  assert.equal(lines.length, 5);
  assert.match(await registry.text(), /^vmgen_function_errors_total\{.*predicate.*\} 20$/m);
});
