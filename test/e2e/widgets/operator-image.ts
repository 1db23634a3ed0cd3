import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createHttpTransport, loadKubeConfig } from '@vmgen/runtime';
import type { HttpTransport } from '@vmgen/runtime/transport';
import type { endsAfterTests } from '../../support/ends-after.js';
import { loadImage, requiredVariable, type RealCluster } from '../../support/real-cluster.js';

export const SYSTEM = 'widget-system';
export const NAME = 'widget-operator';
/** The clients that send requests during an action, and their pause between rounds. */
export const CLIENTS = 4;
const PAUSE_MS = 20;

/**
 * Loads the image of an operator of this folder into the cluster, and creates its namespace. Returns
 * a connection, and a folder for files of the test.
 */
export async function loadOperator(
  cluster: RealCluster,
  program: 'main.js' | 'releases.js',
  atEnd: ReturnType<typeof endsAfterTests>,
): Promise<{ folder: string; transport: HttpTransport }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-e2e-'));
  atEnd(() => rm(folder, { recursive: true }));
  const config = await loadKubeConfig({ kubeconfig: requiredVariable('KUBECONFIG') });
  const transport = createHttpTransport(config);
  atEnd(() => transport.close());
  const app = path.join(folder, 'app');
  await mkdir(app);
  await writeFile(path.join(app, 'package.json'), '{ "type": "module" }\n');
  for (const file of [program, 'conversion.js', 'widget.js']) {
    await cp(path.join(import.meta.dirname, file), path.join(app, file));
  }
  await loadImage(cluster, {
    tags: [`${NAME}:0.1.0`],
    packages: ['runtime', 'manager'],
    entrypoint: ['node', program],
    app,
  });
  await cluster.kubectl('create', 'namespace', SYSTEM);
  return { folder, transport };
}

interface Load {
  /** What the requests are, for the report. */
  readonly what: string;
  /** How many requests of interest a round sends. */
  readonly perRound: number;
  /** Sends them. Rejects if one of them fails. */
  readonly round: (client: number, round: number) => Promise<void>;
}

/** Sends requests while an action runs. Fails if one of them fails. */
export async function withoutFailures(load: Load, action: () => Promise<void>): Promise<void> {
  const failures: string[] = [];
  let sent = 0;
  const ended = new AbortController();
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let round = 0; !ended.signal.aborted; round++) {
      await load.round(client, round).catch((error: unknown) => failures.push(String(error)));
      sent += load.perRound;
      await wait(PAUSE_MS);
    }
  });
  try {
    await action();
  } finally {
    ended.abort();
    await Promise.all(clients);
  }
  const notes = process.env['VMGEN_NOTES'];
  const note = `${sent} ${load.what}, ${failures.length} failed\n`;
  if (notes !== undefined) await appendFile(notes, note);
  assert.deepEqual(failures, []);
  assert.ok(sent > 100, `only ${sent} ${load.what}`);
}
