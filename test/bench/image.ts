import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { request } from 'node:https';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startChild } from '../support/child.js';
import { inRepository } from '../support/repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';
import { median, rowsOf } from './measure.js';

const row = rowsOf(32, 14);

const ROUNDS = 9;
const WITHIN_MS = 30_000;
/** As in the generated Deployment with the default limit of memory. */
const NODE_OPTIONS = '--max-semi-space-size=1 --max-old-space-size=112';

/** A build of the same project. */
interface Build {
  readonly name: string;
  /** The folder /app of the image. */
  readonly app: string;
  readonly args: readonly string[];
}

/** What is printed, and the highest ratio. */
const ROWS = [
  ['layer, compressed', 'MB', 2, '<= 0.6'],
  ['files', '', 0, '<= 0.1'],
  ['start until ready', 'ms', 0, '<= 1.1'],
  ['processor time until ready', 'ms', 0, '<= 1.1'],
  ['memory when ready', 'MB', 1, '<= 1.1'],
] as const;

type Row = (typeof ROWS)[number][0];

/**
 * Measures the image of a new project with node_modules and as a bundle: what is below /app, and its process
 * from its start until the probe /readyz answers, on the embedded API server.
 */
export async function benchImage(print: (line: string) => void): Promise<void> {
  await using folder = await temporaryFolder('image-bench');
  const project = path.join(folder.path, 'site-operator');
  const builds = await buildsOf(project, folder.path);
  const runs = builds.map(({ app }) => [layerOf(app)]);
  const server = startChild(
    path.join(project, 'node_modules/.bin/vmgen-apiserver'),
    ['--crds', 'generated/crds', '--write-kubeconfig', 'kubeconfig'],
    {},
    project,
  );
  try {
    await waitFor('the API server', WITHIN_MS, () => server.stdout() || undefined);
    for (let round = -1; round < ROUNDS; round++) {
      for (const [index, build] of builds.entries()) {
        const figures = await start(build, path.join(project, 'kubeconfig'), 18_100 + index);
        if (round >= 0) runs[index]?.push(figures);
      }
    }
  } finally {
    await server.end('SIGINT');
  }
  print(row(['', ...builds.map(({ name }) => name), 'ratio', 'goal']));
  for (const [name, unit, digits, goal] of ROWS) {
    const figures = runs.map((run) => median(run.flatMap((each) => each[name] ?? [])));
    const ratio = (figures[1] ?? Number.NaN) / (figures[0] ?? Number.NaN);
    const verdict = ratio <= Number(goal.slice(3)) ? 'met' : 'missed';
    const cells = figures.map((figure) => figure.toFixed(digits));
    print(row([`${name}${unit && `, ${unit}`}`, ...cells, ratio.toFixed(2), goal, verdict]));
  }
}

type Figures = Readonly<Partial<Record<Row, number>>>;

/** Creates a project from the packed packages, and executes its Dockerfile for both builds. */
async function buildsOf(project: string, folder: string): Promise<Build[]> {
  const run = (command: string, cwd = project): string =>
    execFileSync('sh', ['-c', command], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  await mkdir(project);
  run(`${inRepository('hack/pack.sh')} packages`);
  const init = `${process.execPath} ${inRepository('generator/bin/vmgen.cjs')} init`;
  run(`${init} . --yes --name site-operator --packages packages --bundle`);
  run('npm install --prefer-offline --no-audit --no-fund');
  run('npm run generate');
  const module = pathToFileURL(inRepository('hack/build-image.mjs')).href;
  const { buildImage } = (await import(module)) as {
    buildImage: (
      from: string,
      root: string,
      run: (command: string, cwd: string) => string,
    ) => string;
  };
  const bundled = buildImage(project, path.join(folder, 'bundled'), run);
  // As vmgen init writes it without --bundle.
  const other = path.join(folder, 'other');
  await cp(project, other, { recursive: true });
  run(`sed -i 's/"bundle": true/"bundle": false/' vmgen.config.json`, other);
  run(`${init} . --force`, other);
  const modules = buildImage(other, path.join(folder, 'modules'), run);
  return [
    { name: 'node_modules', app: modules, args: ['dist/src/main.js'] },
    { name: 'bundle', app: bundled, args: ['--enable-source-maps', 'main.mjs'] },
  ];
}

/** Its size as registries store it. */
function layerOf(app: string): Figures {
  const packed = execFileSync('sh', ['-c', 'tar --sort name --create . | gzip | wc -c'], {
    cwd: app,
  });
  const entries = readdirSync(app, { recursive: true, withFileTypes: true });
  return {
    'layer, compressed': Number(packed) / 1e6,
    files: entries.filter((entry) => entry.isFile()).length,
  };
}

/** Starts the operator, and ends it once it is ready. */
async function start(
  { name, app, args }: Build,
  kubeconfig: string,
  port: number,
): Promise<Figures> {
  const began = performance.now();
  const operator = startChild(
    process.execPath,
    args,
    { KUBECONFIG: kubeconfig, SERVER_PORT: String(port), POD_NAMESPACE: 'default', NODE_OPTIONS },
    app,
  );
  const { pid = 0 } = operator.process;
  while ((await readiness(port)) !== 200) {
    if (performance.now() - began > WITHIN_MS || operator.process.exitCode !== null) {
      await operator.end();
      throw new Error(`${name} does not get ready\n${operator.stderr()}`);
    }
    await sleep(2);
  }
  const readyMs = performance.now() - began;
  const tasks = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kibibytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  await operator.end();
  return {
    'start until ready': readyMs,
    'processor time until ready': nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6,
    'memory when ready': (kibibytes * 1024) / 1e6,
  };
}

/** The answer to the probe; undefined as long as the port is closed. */
function readiness(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const options = { port, path: '/readyz', rejectUnauthorized: false, agent: false };
    request(options, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', () => resolve(undefined))
      .end();
  });
}
