import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHttpTransport, loadKubeConfig } from '@vmgen/runtime';
import { createDynamicClient } from '@vmgen/runtime/discovery';
import { run, startChild, type Child } from '../support/child.js';
import { createLinkedProject, VMGEN } from '../support/linked-project.js';
import { median } from './measure.js';

const ROUNDS = 15;
const GOAL_MS = 1_000;
const TIMEOUT_MS = 60_000;
const POLL_MS = 4;
const CRD = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'sites.web.example.com' },
};
const SITE = { apiVersion: 'web.example.com/v1', kind: 'Site', metadata: { namespace: 'default' } };
const CONFIG_MAP = { ...SITE, apiVersion: 'v1', kind: 'ConfigMap' };

/**
 * Measures `vmgen dev` in a new project: the time from a change of a file until its effect. The baseline is what it
 * replaces: a build of the project, and a start of the operator.
 */
export async function benchDev(print: (line: string) => void): Promise<void> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'vmgen-bench-dev-')));
  createLinkedProject(folder);
  const child = startChild(process.execPath, [VMGEN, 'dev', '--plain'], {}, folder);
  try {
    await new DevBench(folder, child, print).measure();
  } finally {
    await child.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

class DevBench {
  readonly #folder: string;
  readonly #child: Child;
  readonly #print: (line: string) => void;

  constructor(folder: string, child: Child, print: (line: string) => void) {
    this.#folder = folder;
    this.#child = child;
    this.#print = print;
  }

  async measure(): Promise<void> {
    const startMs = performance.now();
    await this.#until(() => this.#starts() > 0);
    this.#print(`from the start of vmgen dev to a ready operator: ${this.#since(startMs)} ms`);
    const kubeconfig = path.join(this.#folder, 'kubeconfig');
    await using transport = createHttpTransport(await loadKubeConfig({ kubeconfig }));
    const dynamic = createDynamicClient(transport);
    const crds = await dynamic.forObject(CRD);
    const sites = await dynamic.forObject(SITE);
    const configMaps = await dynamic.forObject(CONFIG_MAP);

    await this.#rounds('a change of code to a ready operator', GOAL_MS, async (round) => {
      const starts = this.#starts();
      this.#edit('src/controllers/site.ts', /\w+ the text/, `has${round} the text`);
      return () => this.#starts() > starts;
    });
    await this.#rounds('a change of a type to an updated CRD', GOAL_MS, async (round) => {
      this.#edit(
        'apis/web/v1/types.ts',
        / {2}message: string;.*/,
        `  message: string; more${round}?: string;`,
      );
      return async () => JSON.stringify(await crds.get(CRD.metadata.name)).includes(`more${round}`);
    });
    await this.#rests();
    await this.#rounds('a new object to its reconciled child', GOAL_MS, async (round) => {
      const name = `site-${round}`;
      await sites.create({ ...SITE, metadata: { name }, spec: { message: 'hello' } });
      return async () => (await configMaps.find(`site-${name}`)) !== undefined;
    });
    await this.#rounds('a change of code to a changed child', GOAL_MS, async (round) => {
      this.#edit('src/controllers/site.ts', /^ {4}data: .*/m, `    data: { message: '${round}' },`);
      return async () =>
        JSON.stringify(await configMaps.get('site-site-1')).includes(`"message":"${round}"`);
    });
    await this.#baseline();
  }

  /** Prints the times until the condition that each round returns is true. */
  async #rounds(
    name: string,
    goalMs: number,
    round: (round: number) => Promise<() => boolean | Promise<boolean>>,
  ): Promise<void> {
    const times: number[] = [];
    for (let each = 1; each <= ROUNDS; each++) {
      // tsc and the operator rest between the rounds.
      await new Promise((resolve) => setTimeout(resolve, 400));
      const startMs = performance.now();
      await this.#until(await round(each));
      times.push(performance.now() - startMs);
    }
    const [middle, most] = [median(times), Math.max(...times)];
    const verdict = middle <= goalMs ? 'met' : 'missed';
    this.#print(
      `${name.padEnd(40)} ${middle.toFixed(0).padStart(6)} ms, at most ${most.toFixed(0)} ms; goal <= ${goalMs}: ${verdict}`,
    );
  }

  /** What a user does without vmgen dev. */
  async #baseline(): Promise<void> {
    const tsc = path.join(this.#folder, 'node_modules/typescript/bin/tsc');
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const startMs = performance.now();
      await run('sh', ['-c', `cd '${this.#folder}' && node '${VMGEN}' generate && node '${tsc}'`]);
      times.push(performance.now() - startMs);
    }
    this.#print(
      `vmgen generate and tsc, which it replaces${median(times).toFixed(0).padStart(6)} ms`,
    );
  }

  /** Resolves when nothing was printed for a second. */
  async #rests(): Promise<void> {
    let length = -1;
    while (length !== this.#child.stdout().length) {
      length = this.#child.stdout().length;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }

  /** How often an operator has become ready. */
  #starts(): number {
    return [...this.#child.stdout().matchAll(/^operator: ready, after \d+ ms {2}http/gm)].length;
  }

  #since(ms: number): string {
    return (performance.now() - ms).toFixed(0);
  }

  #edit(file: string, pattern: RegExp, text: string): void {
    const target = path.join(this.#folder, file);
    writeFileSync(target, readFileSync(target, 'utf8').replace(pattern, text));
  }

  async #until(condition: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = performance.now() + TIMEOUT_MS;
    while (!(await condition())) {
      if (performance.now() > deadline) throw new Error(`too late:\n${this.#child.stdout()}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}
