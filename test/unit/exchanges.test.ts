import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { createApiServer } from '@vmgen/apiserver';
import { parseJson, type JsonObject } from '@vmgen/base/json';
import { exchangeAnswers, exchangeNames, exchangesOf } from '../record/exchange-recordings.js';
import { askExchanges } from '../record/exchanges/ask-exchanges.js';
import { knownDifferences } from '../record/exchanges/known-differences.js';
import { inRepository } from '../support/repository.js';

describe('the embedded server answers as kube-apiserver, except for listed differences:', () => {
  for (const name of exchangeNames) {
    test(name, async () => {
      const recorded = await read(inRepository(exchangeAnswers(name)));
      const given = await askExchanges(createApiServer().transport, await exchangesOf(name));
      const titles = new Set([...Object.keys(recorded), ...Object.keys(given)]);
      const differing = [...titles].filter((it) => !isDeepStrictEqual(recorded[it], given[it]));

      const known = await knownDifferences(name);
      for (const title of differing.filter((it) => !known.has(it))) {
        assert.deepEqual(given[title], recorded[title], `${title}: not a known difference`);
      }
      const unneeded = [...known.keys()].filter((title) => !differing.includes(title));
      assert.deepEqual(unneeded, [], 'obsolete known differences');
    });
  }
});

const read = async (file: string): Promise<JsonObject> =>
  parseJson(await readFile(file, 'utf8')) as JsonObject;
