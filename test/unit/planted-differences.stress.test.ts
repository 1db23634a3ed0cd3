import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { createApiServer } from '@vmgen/apiserver';
import type { Transport } from '@vmgen/runtime';
import { compareClass } from '../compare/compare-class.js';
import { questionClasses, type QuestionClass } from '../compare/questions.js';

/** A server that answers writes with another status. */
function withOtherStatus(): Transport {
  const server = createApiServer().transport;
  return {
    ...server,
    async request(call) {
      const response = await server.request(call);
      // Other requests wait until a kind is served.
      if (call.method === 'GET' || !call.path.includes('compared')) return response;
      const text = await response.text();
      const status = response.status + 1;
      return { ...response, status, body: Readable.from([]), text: () => Promise.resolve(text) };
    },
  };
}

const othersOf = async (real: Transport, questions: QuestionClass): Promise<number> => {
  const embedded = createApiServer().transport;
  return (await compareClass({ real, embedded }, questions, 1, 20)).others.length;
};

describe('the comparison of random questions', () => {
  for (const questions of questionClasses) {
    test(`${questions.name}: finds another status`, async () => {
      assert.ok((await othersOf(withOtherStatus(), questions)) > 0);
    });
    test(`${questions.name}: finds no difference between equal servers`, async () => {
      assert.equal(await othersOf(createApiServer().transport, questions), 0);
    });
  }
});
