// Asks random questions of the embedded server and of a real kube-apiserver with etcd, and prints
// how many answers agree, per class. Run it by `npm run suite compare`.
import { parseArgs } from 'node:util';
import { stringifyJson } from '@vmgen/base/json';
import { startBothServers, type BothServers } from '../support/both-servers.js';
import { compareClass, type Comparison } from './compare-class.js';
import { questionClasses, type QuestionClass } from './questions.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    class: { type: 'string', default: '' },
    show: { type: 'boolean', default: false },
  },
});
const [seed, count] = [Number(values.seed), Number(values.count)];

/** How many there are of each; the listed differences are not among the agreed. */
function counts({ agreed, listed, others }: Comparison): string {
  const asked = agreed.length + listed.length + others.length;
  return `${agreed.length} of ${asked} agreed, ${listed.length} listed differences, ${others.length} others`;
}

const all: Comparison[] = [];
const asked = questionClasses.filter(({ name }) => name.includes(values.class));
for (const classes of [
  asked.filter(({ needsOwnServers }) => needsOwnServers !== true),
  ...asked.filter(({ needsOwnServers }) => needsOwnServers).map((each) => [each]),
]) {
  if (classes.length === 0) continue;
  const servers = await startBothServers();
  try {
    await compareAll(servers, classes);
  } finally {
    await servers.stop();
  }
}

async function compareAll(servers: BothServers, classes: readonly QuestionClass[]): Promise<void> {
  for (const each of classes) {
    const comparison = await compareClass(servers, each, seed, count);
    all.push(comparison);
    console.log(`${each.name}: ${counts(comparison)}`);
    if (!values.show) continue;
    for (const { title, reason } of comparison.listed) console.log(`  ${title}\n    ${reason}`);
    for (const { title, real, embedded } of comparison.others) {
      console.log(`  ${title}\n    real     ${stringifyJson(real)}`);
      console.log(`    embedded ${stringifyJson(embedded)}`);
    }
  }
}

const total: Comparison = {
  agreed: all.flatMap(({ agreed }) => agreed),
  listed: all.flatMap(({ listed }) => listed),
  others: all.flatMap(({ others }) => others),
};
const number = total.agreed.length + total.listed.length + total.others.length;
const percent = ((total.agreed.length / number) * 100).toFixed(1);
console.log(`${counts(total)} (${percent} %), seed ${seed}`);
