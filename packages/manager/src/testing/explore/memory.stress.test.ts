import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Manager } from '../../manager.js';
import { explore } from './explore.js';
import { correct, sitesExplored, type Outside } from './explored-sites.test.helper.js';

/** Resolves when the objects without references are gone. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // A WeakRef keeps its object until the end of a turn.
  for (let turns = 0; turns < 5; turns++) {
    await turn();
    collect();
  }
}

for (const replicas of [1, 2] as const) {
  test(`the memory of processes that have ended is released: ${replicas} at a time`, async () => {
    const started: WeakRef<Manager>[] = [];
    let steps = 0;
    let alive = 0;
    const { plans } = await explore({
      ...sitesExplored((manager: Manager, outside: Outside) => {
        started.push(new WeakRef(manager));
        correct(manager, outside);
      }),
      replicas,
      faults: ['crash after'],
      atRest: {
        'few managers exist': async () => {
          if (++steps % 5 !== 0) return;
          await collectGarbage();
          alive = Math.max(alive, started.filter((each) => each.deref() !== undefined).length);
        },
      },
    });
    assert.ok(plans >= 10 && started.length >= 20, `${plans} plans, ${started.length} processes`);
    assert.ok(alive > 0 && alive <= 2 * replicas, `${alive} of ${started.length} managers exist`);
  });
}
