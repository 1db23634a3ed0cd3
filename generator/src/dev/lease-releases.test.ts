import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@vmgen/runtime/client';
import { LeaseReleases } from './lease-releases.js';

const errorOf = (code: number): ApiError => new ApiError({ code, message: 'refused' });

test('releases Leases again until the server answers', async () => {
  const answers = [new Error('ECONNREFUSED'), errorOf(503), errorOf(429), undefined];
  const asked: string[] = [];
  const cluster = {
    releaseLeases: async ({ pod }: { readonly pod: string }): Promise<void> => {
      asked.push(pod);
      const error = answers.shift();
      if (error) throw error;
    },
  };
  let isKnown = false;
  const leases = new LeaseReleases(() => (isKnown ? cluster : undefined));
  leases.add({ namespace: 'default', pod: 'first' });
  await leases.run();
  assert.deepEqual(asked, []);
  isKnown = true;
  for (let attempt = 0; attempt < 6; attempt++) await leases.run();
  assert.deepEqual(asked, ['first', 'first', 'first', 'first']);

  // Without the permission, each further request would have the same answer.
  answers.push(errorOf(403));
  leases.add({ namespace: 'default', pod: 'second' });
  await leases.run();
  await leases.run();
  assert.deepEqual(asked.slice(4), ['second']);
});
