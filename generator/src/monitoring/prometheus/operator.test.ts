import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { evaluate, parseSamples } from '../evaluate.js';
import { FIGURES } from '../figures.js';
import { promQL } from '../query.js';
import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createManager, type ManagerOptions } from '@vmgen/manager';
import { ApiError, interceptTransport, silentLogger, type TransportRequest } from '@vmgen/runtime';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { createFakeClock } from '@vmgen/runtime/testing';
import { askPrometheus, type Case, ruleSpec, TARGET } from '@vmgen/fixtures/prometheus';

const MINUTE = 60;

type Page = NonNullable<Case['pages']>[number];

/** An operator whose time passes only while it is scraped, once a minute. */
class ScrapedOperator {
  readonly fake: FakeTransport = createFakeTransport();
  readonly pages: Page[] = [];
  isFailing = false;
  readonly #clock = createFakeClock();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  readonly #port: () => number | undefined;

  /** `forbids` returns whether the API server rejects a request. */
  constructor(
    t: TestContext,
    options: Partial<ManagerOptions> = {},
    forbids: (request: TransportRequest) => boolean = () => false,
  ) {
    const transport = interceptTransport(this.fake, [
      async (request, send) => {
        if (!forbids(request)) return send(request);
        throw new ApiError({ code: 403, reason: 'Forbidden', message: 'it is forbidden' });
      },
    ]);
    const registry = createPrometheusRegistry();
    const { contentType } = registry;
    const metricsPage = async () => ({ contentType, text: await registry.text() });
    const manager = createManager(transport, {
      name: 'site-operator',
      clock: this.#clock,
      logger: silentLogger,
      metrics: registry.metrics,
      leaderElection: false,
      server: { port: 0, metricsPage },
      ...options,
    });
    const { configMaps } = manager.cache({ configMaps: configMapResource });
    manager.controller(configMaps, { name: 'site' }).reconcile(async () => {
      if (this.isFailing) throw new Error('the registry does not answer');
    });
    this.#port = () => manager.port;
    this.#running = manager.run({ signal: this.#stopping.signal });
    this.#running.catch(() => undefined);
    t.after(() => this.stop());
  }

  async scrape(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute++) {
      const atSeconds = this.pages.length * MINUTE;
      this.pages.push({ atSeconds, labels: { ...TARGET, pod: 'a' }, text: await this.#page() });
      await this.#clock.advance(MINUTE * 1000);
    }
  }

  /** The page with the sample that Prometheus adds. */
  async #page(): Promise<string> {
    if (this.#stopping.signal.aborted) return 'up 0\n';
    while (this.#port() === undefined) await setImmediate();
    const response = await fetch(`http://127.0.0.1:${this.#port()}/metrics`);
    assert.equal(response.status, 200);
    return `${await response.text()}up 1\n`;
  }

  /** The minutes in which an alert fires. */
  firing(alert: string): number[] {
    const minutes = this.pages.map((_page, minute) => minute);
    const at = minutes.map((minute) => minute * MINUTE);
    const one = { intervalSeconds: MINUTE, pages: this.pages, alerts: [alert], at };
    const [answer] = askPrometheus({ rules: ruleSpec(), cases: [one] }).cases;
    return minutes.filter((minute) => (answer?.firing[minute] ?? []).length > 0);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#clock.advance(MINUTE * 1000);
    await this.#running.catch(() => undefined);
    await this.fake.close();
  }
}

test('reconciles that fail in an operator cause an alert after half an hour, which ends after them', async (t) => {
  const operator = new ScrapedOperator(t);
  await createConfigMapClient(operator.fake, 'default').create({ metadata: { name: 'a' } });
  await operator.scrape(5);
  operator.isFailing = true;
  const changed = createConfigMapClient(operator.fake, 'default');
  await changed.mergePatch('a', { data: { changed: 'yes' } });
  await operator.scrape(60);
  operator.isFailing = false;
  await operator.scrape(50);
  const firing = operator.firing('OperatorReconcilesFail');
  assert.ok((firing[0] ?? 0) >= 35 && (firing[0] ?? 0) <= 40, firing.join());
  const last = firing.at(-1) ?? 0;
  assert.ok(last >= 60 && last < 110, firing.join());
});

test('an operator whose lists are forbidden causes an alert', async (t) => {
  const limits = { syncTimeoutMs: 0 };
  const operator = new ScrapedOperator(t, { limits }, ({ path }) => path.includes('configmaps'));
  await operator.scrape(12);
  assert.deepEqual(operator.firing('OperatorCacheNotSynced')[0], 5);
});

test('an operator that cannot write its Lease has no leader, and one that can has', async (t) => {
  const leaderElection = { leaseNamespace: 'default' };
  const operator = new ScrapedOperator(t, { leaderElection });
  await operator.scrape(5);
  const forbids = ({ method, path }: TransportRequest) =>
    method === 'POST' && path.includes('leases');
  const other = new ScrapedOperator(t, { leaderElection }, forbids);
  await other.scrape(5);
  assert.deepEqual(operator.firing('OperatorHasNoLeader'), []);
  assert.deepEqual(other.firing('OperatorHasNoLeader'), [2, 3, 4]);
});

test('an operator that has ended is down', async (t) => {
  const operator = new ScrapedOperator(t);
  await operator.scrape(3);
  await operator.stop();
  await operator.scrape(8);
  assert.deepEqual(operator.firing('OperatorDown'), [8, 9, 10]);
});

test('the figures of two pages are those of Prometheus', async (t) => {
  const operator = new ScrapedOperator(t, { leaderElection: { leaseNamespace: 'default' } });
  const client = createConfigMapClient(operator.fake, 'default');
  await operator.scrape(3);
  operator.isFailing = true;
  for (const name of ['a', 'b', 'c']) await client.create({ metadata: { name } });
  await operator.scrape(2);
  const [before, after] = operator.pages.slice(-2).map(({ text }) => parseSamples(text));
  assert.ok(before !== undefined && after !== undefined);
  const figures = Object.entries(FIGURES);
  // The range begins after its first point in time.
  const scope = { operator: '', range: '61s' };
  const at = [(operator.pages.length - 1) * MINUTE];
  const queries = figures.map(([, { query }]) => promQL(query, scope));
  const one = { intervalSeconds: MINUTE, pages: operator.pages, alerts: ['none'], queries, at };
  const [answer] = askPrometheus({ rules: ruleSpec(), cases: [one] }).cases;
  let compared = 0;
  for (const [index, [name, { query }]] of figures.entries()) {
    const expected = answer?.results[0]?.[index] ?? [];
    const found = evaluate(query, before, after, MINUTE);
    assert.equal(found.length, expected.length, name);
    for (const { labels, value } of expected) {
      const { pod: _, ...own } = labels;
      const same = found.find((each) => JSON.stringify(each.labels) === JSON.stringify(own));
      const other = found.length === 1 ? found[0] : same;
      assert.ok(other !== undefined, `${name} ${JSON.stringify(labels)}`);
      const isNear = Math.abs(other.value - Number(value)) <= 0.02 * Math.abs(Number(value));
      assert.ok(isNear || String(other.value) === value, `${name}: ${other.value}, not ${value}`);
      if (Number(value) > 0) compared += 1;
    }
  }
  assert.ok(compared >= 15, String(compared));
});
