import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compareClass } from '../compare/compare-class.js';
import { questionClasses } from '../compare/questions.js';
import { startBothServers, type BothServers } from '../support/both-servers.js';

const SEED = 20_261;
const COUNT = 100;

/** The real server reports some errors in random order, so repeated questions can miss an answer that it gives. */
const MOST_OTHERS = 1;

describe('random questions to the embedded and the real server', () => {
  let servers: BothServers;
  before(async () => {
    servers = await startBothServers();
  });
  after(() => servers.stop());

  for (const questions of questionClasses) {
    test(`${questions.name}: answers agree, except for listed differences`, async (t) => {
      const own = questions.needsOwnServers === true ? await startBothServers() : undefined;
      t.after(() => own?.stop());
      const compared = compareClass(own ?? servers, questions, SEED, COUNT);
      const { agreed, listed, others } = await compared;
      const titles = others.map(({ title }) => title).join('\n');
      const counts = `${agreed.length} agree, ${listed.length} differences are listed`;
      assert.ok(agreed.length > 0 && others.length <= MOST_OTHERS, `${counts}; others:\n${titles}`);
    });
  }
});
