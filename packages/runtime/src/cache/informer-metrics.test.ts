import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CollectedMetrics } from '../metrics/collected-metrics.test.helper.js';
import { fixture } from './informer-fixture.test.helper.js';
import { listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';

describe('a measured informer', () => {
  test('counts its lists and watches, their items and durations', async (t) => {
    const metrics = new CollectedMetrics();
    const client = new ScriptedClient(listOf(7, [widget('a', 3), widget('b', 5)]));
    const { clock, start, settle } = fixture(t, client, { metrics, watchList: false });
    await start();
    await clock.advance(20_000);
    client.open.send('MODIFIED', widget('a', 8));
    client.open.send('MODIFIED', widget('a', 9));
    client.open.close();
    await settle();
    client.open.close();
    await settle();
    const name = '{name=widgets.example.com}';
    assert.deepEqual(metrics.samples, {
      [`reflector_lists_total${name}`]: 1,
      [`reflector_list_duration_seconds${name}`]: [0],
      [`reflector_items_per_list${name}`]: [2],
      [`reflector_watches_total${name}`]: 2,
      [`reflector_watch_duration_seconds${name}`]: [20, 0],
      [`reflector_items_per_watch${name}`]: [2, 0],
      [`reflector_short_watches_total${name}`]: 1,
    });
  });

  test('has all counters at 0 before its first list', (t) => {
    const metrics = new CollectedMetrics();
    fixture(t, new ScriptedClient(), { metrics });
    assert.deepEqual(metrics.samples, {
      'reflector_lists_total{name=widgets.example.com}': 0,
      'reflector_watches_total{name=widgets.example.com}': 0,
      'reflector_short_watches_total{name=widgets.example.com}': 0,
    });
  });

  test('counts a streaming list as a list and as a watch', async (t) => {
    const metrics = new CollectedMetrics();
    const client = new ScriptedClient(listOf(90, []));
    client.streams = true;
    const { start, settle } = fixture(t, client, { metrics });
    await start();
    client.open.send('ADDED', widget('a', 3));
    client.open.send('ADDED', widget('b', 5));
    client.open.endInitialEvents(7);
    await settle();
    const name = '{name=widgets.example.com}';
    assert.equal(metrics.samples[`reflector_lists_total${name}`], 1);
    assert.deepEqual(metrics.samples[`reflector_items_per_list${name}`], [2]);
    assert.equal(metrics.samples[`reflector_watches_total${name}`], 1);
  });

  test('reports stored objects and pending events while it runs', async (t) => {
    const metrics = new CollectedMetrics();
    const client = new ScriptedClient(listOf(7, [widget('a', 3), widget('b', 5)]));
    const { informer, start, stop } = fixture(t, client, { metrics });
    let proceed = (): void => {};
    const slow = (): Promise<void> => new Promise((resolve) => void (proceed = resolve));
    informer.addHandler({}, { name: 'quick' });
    const registration = informer.addHandler({ onAdd: slow }, { name: 'slow' });
    await start();
    assert.deepEqual(metrics.read(), {
      'informer_bytes{name=widgets.example.com}': JSON.stringify(informer.lister.list()).length - 3,
      'informer_objects{name=widgets.example.com}': 2,
      'informer_pending_writes{name=widgets.example.com}': 0,
      'informer_pending_events{handler=quick,name=widgets.example.com}': 0,
      'informer_pending_events{handler=slow,name=widgets.example.com}': registration.pending,
    });
    assert.ok(registration.pending >= 2);
    informer.removeHandler(registration);
    proceed();
    await stop();
    assert.deepEqual(metrics.read(), {});
  });
});
