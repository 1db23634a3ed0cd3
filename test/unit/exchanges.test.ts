import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { createApiServer } from '@vmgen/apiserver';
import { parseJson, type JsonObject } from '@vmgen/base/json';
import { exchangeAnswers, exchangeNames, exchangesOf } from '../record/exchange-recordings.js';
import { askExchanges } from '../record/exchanges/ask-exchanges.js';
import { extentOf, knownDifferences } from '../record/exchanges/known-differences.js';
import { inRepository } from '../support/repository.js';

describe('the embedded server answers as kube-apiserver, except for listed differences:', () => {
  for (const name of exchangeNames) {
    test(name, async () => {
      const recorded = await read(inRepository(exchangeAnswers(name)));
      const given = await askExchanges(createApiServer().transport, await exchangesOf(name));
      const known = await knownDifferences(name);
      const titles = new Set([...Object.keys(recorded), ...Object.keys(given), ...known.keys()]);
      for (const title of titles) {
        const extent = extentOf(given[title], recorded[title]);
        if (extent === known.get(title)) continue;
        const listed = known.get(title) ?? 'nothing';
        const message = `${title}: the ${extent ?? 'nothing'} differs; listed: ${listed}`;
        assert.deepEqual(given[title], recorded[title], message);
        assert.fail(`${message}: an obsolete known difference`);
      }
    });
  }
});

const read = async (file: string): Promise<JsonObject> =>
  parseJson(await readFile(file, 'utf8')) as JsonObject;
