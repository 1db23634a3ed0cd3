import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createApiServer } from '../node/create-api-server.js';

// Answers of kube-apiserver 1.37.2.
describe('a review of a request with selectors', () => {
  const selectors = 'spec.resourceAttributes.';
  for (const [title, attributes, problem] of [
    ['valid texts', { fieldSelector: { rawSelector: 'a=b' }, labelSelector: { rawSelector: 'a' } }],
    [
      'an invalid label selector',
      { labelSelector: { rawSelector: 'a in (b' } },
      'labelSelector ignored',
    ],
    [
      'an invalid field selector',
      { fieldSelector: { rawSelector: 'a!!b' } },
      'fieldSelector ignored',
    ],
    [
      'an unknown operator',
      { labelSelector: { requirements: [{ key: 'a', operator: 'Gt', values: ['1'] }] } },
      'labelSelector ignored',
    ],
    [
      'a requirement for fields that is not an equality',
      {
        fieldSelector: {
          requirements: [
            { key: 'a', operator: 'In', values: ['x'] },
            { key: 'a', operator: 'Exists' },
          ],
        },
      },
      'fieldSelector partially ignored',
    ],
  ] as const) {
    test(`reports ${title}`, async () => {
      const spec = {
        user: 'u',
        resourceAttributes: { verb: 'list', resource: 'pods', ...attributes },
      };
      const answer = await createApiServer().handle({
        method: 'POST',
        path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
        body: JSON.stringify({ spec }),
      });
      const error = problem && { evaluationError: `${selectors}${problem} due to parse error` };
      const { status } = JSON.parse(await answer.text()) as { status: unknown };
      assert.deepEqual(status, { allowed: true, ...error });
    });
  }
});
