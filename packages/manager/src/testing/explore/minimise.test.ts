import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import type { Manager } from '../../manager.js';
import { siteCrd, siteResource } from '../../site.test.helper.js';
import type { Violation } from './explore-options.js';
import { explore } from './explore.js';
import { forgetful, sitesExplored, sitesOf } from './explored-sites.test.helper.js';
import { minimised, simplerPlans } from './minimise.js';
import { planText, type Plan } from './plan.js';
import { violationText } from './violation-text.js';

const pair: Plan = {
  step: 'change',
  faults: [
    { name: 'dns.set shop', occurrence: 1, fault: 'crash after' },
    { name: 'create pods default/a', occurrence: 1, fault: 'late' },
  ],
};

test('drops a fault, weakens faults, and omits steps, in this order', () => {
  assert.deepEqual([...simplerPlans(pair, ['create'])].map(planText), [
    'step "change", late: create pods default/a',
    'step "change", crash after: dns.set shop',
    'step "change", lost after: dns.set shop, then late: create pods default/a',
    'step "change", crash after: dns.set shop, then server error: create pods default/a',
    'step "change", crash after: dns.set shop, then lost before: create pods default/a',
    'step "change", crash after: dns.set shop, then crash before: create pods default/a',
    'step "change" without "create", crash after: dns.set shop, then late: create pods default/a',
  ]);
});

test('drops the later steps first', () => {
  const [first] = simplerPlans({ ...pair, toEnd: true }, []);
  assert.deepEqual(first, pair);
});

test('keeps a simpler plan only if it breaks one of the same promises', async () => {
  const violationOf = (plan: Plan, problem: string): Violation => ({
    plan,
    problems: [problem],
    timeline: [],
  });
  const run = async (plan: Plan): Promise<Violation | undefined> => {
    const [first, second] = plan.faults;
    if (second !== undefined) return undefined;
    return violationOf(plan, first?.name.startsWith('create') === true ? 'another' : 'the one');
  };
  const { plan } = await minimised(violationOf(pair, 'the one'), run);
  assert.equal(planText(plan), 'step "change", lost after: dns.set shop');
  assert.equal((await minimised(violationOf(pair, 'a third'), run)).plan, pair);
});

test('does not continue with a promise that only a simpler plan breaks', async () => {
  const violationOf = (plan: Plan, ...problems: string[]): Violation => ({
    plan,
    problems,
    timeline: [],
  });
  const run = async (plan: Plan): Promise<Violation | undefined> => {
    const [first, second] = plan.faults;
    if (second !== undefined) return undefined;
    return first?.fault === 'late'
      ? violationOf(plan, 'the one', 'another')
      : violationOf(plan, 'another');
  };
  const { plan, problems } = await minimised(violationOf(pair, 'the one'), run);
  assert.equal(planText(plan), 'step "change", late: create pods default/a');
  assert.deepEqual(problems, ['the one', 'another']);
});

test('the text of a violation contains no control characters of errors and of names', () => {
  const red = '\u001b[31mred';
  const plan: Plan = { step: 'a', faults: [{ name: red, occurrence: 1, fault: 'late' }] };
  const timeline = [{ ms: 0, who: 'operator 1', what: red }];
  const text = violationText({ plan, problems: [red], timeline });
  assert.equal(text.split('\\u001b[31mred').length, 5);
  assert.ok(!text.includes('\u001b'));
  assert.ok(!planText(plan).includes('\u001b'));
});

/** An outside object that plans cannot begin with, so that they run all steps before theirs. */
class Register {
  names: string[] = [];
  async add(name: string): Promise<void> {
    this.names.push(name);
  }
}

const steps = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      ({ server }: { readonly server: FakeTransport }) =>
        sitesOf(server).create({ metadata: { name }, spec: { html: '' } }),
    ]),
  );

const registering = {
  operator: (manager: Manager, { register }: { readonly register: Register }) => {
    const { sites } = manager.cache({ sites: siteResource });
    manager.controller(sites).reconcile(async (site, { effect, status }) => {
      if (site.status?.url !== undefined) return;
      await effect(() => register.add(site.metadata.name));
      await status.set({ url: 'registered' });
    });
  },
  server: (options: Parameters<typeof createFakeTransport>[0]) =>
    createFakeTransport({ ...options, crds: [siteCrd] }),
  outside: { register: () => new Register() },
};

test('omits the steps that a violation does not need, and its replay omits them too', async (t) => {
  const options = {
    ...registering,
    name: 'registers',
    workload: steps(['one', 'two', 'three']),
    atRest: {
      'three is registered once': ({ outside }: { readonly outside: { register: Register } }) =>
        outside.register.names.filter((name) => name === 'three').length <= 1,
    },
    faults: ['crash after'] as const,
  };
  const { violations, violated, plans } = await explore(options);
  assert.deepEqual([plans, violated], [6, 3]);
  const last = violations.at(-1);
  assert.ok(last !== undefined);
  assert.equal(
    planText(last.plan),
    'step "three" without "one", "two", lost after: register.add three',
  );
  t.after(() => delete process.env['VMGEN_PLAN']);
  process.env['VMGEN_PLAN'] = JSON.stringify(last.plan);
  const again = await explore(options);
  assert.deepEqual(again.violations, [last]);
  const { name: _, ...unnamed } = options;
  assert.equal((await explore(unnamed)).plans, 0);
});

test('writes violations into the folder of the environment, under the hash of their plan', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vmgen-plans-'));
  t.after(async () => {
    delete process.env['VMGEN_PLANS'];
    await rm(folder, { recursive: true });
  });
  process.env['VMGEN_PLANS'] = join(folder, 'plans');
  const { violations } = await explore({ ...sitesExplored(forgetful), stopsAtFirst: true });
  const [violation] = violations;
  assert.ok(violation?.file !== undefined);
  assert.deepEqual(await readdir(join(folder, 'plans')), [
    '5a5df704bc6a.html',
    '5a5df704bc6a.json',
  ]);
  assert.match(
    violationText(violation),
    /\n {2}replay: npx vmgen replay \/.*\/plans\/5a5df704bc6a\.json -- npm test$/,
  );
  assert.equal(
    await readFile(violation.file, 'utf8'),
    `{
  "step": "create",
  "faults": [
    {
      "name": "patch sites/status default/shop",
      "occurrence": 1,
      "fault": "lost after"
    }
  ],
  "problems": [
    "dns differs:\\n    - .shop: \\"10.0.0.1\\""
  ]
}
`,
  );
});
