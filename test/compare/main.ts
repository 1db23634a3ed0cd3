// Asks random questions of the embedded server and of a real kube-apiserver with etcd, and prints
// how many answers agree, per class. Run it by `npm run compare:apiserver`.
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { stringifyJson } from '@vmgen/base/json';
import { startBothServers } from '../support/both-servers.js';
import { compareClass } from './compare-class.js';
import { questionClasses } from './questions.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    class: { type: 'string', default: '' },
    show: { type: 'boolean', default: false },
  },
});
const [seed, count] = [Number(values.seed), Number(values.count)];
const servers = await startBothServers();
let [agreed, asked] = [0, 0];
try {
  for (const each of questionClasses.filter(({ name }) => name.includes(values.class))) {
    const answers = await compareClass(servers, each, seed, count);
    const differing = answers.filter(({ real, embedded }) => !isDeepStrictEqual(real, embedded));
    agreed += answers.length - differing.length;
    asked += answers.length;
    console.log(`${each.name}: ${answers.length - differing.length} of ${answers.length} agree`);
    if (!values.show) continue;
    for (const { title, real, embedded } of differing) {
      console.log(`  ${title}\n    real     ${stringifyJson(real)}`);
      console.log(`    embedded ${stringifyJson(embedded)}`);
    }
  }
} finally {
  await servers.stop();
}
console.log(`${agreed} of ${asked} agree (${((agreed / asked) * 100).toFixed(1)} %), seed ${seed}`);
