import { test } from 'node:test';
import { createApiServer } from '@vmgen/apiserver';
import { assertDatabasePolicies } from '../support/database-policies.js';

test('applies the policies that markers in docs/webhooks.md define', async () => {
  await assertDatabasePolicies(createApiServer().transport);
});
