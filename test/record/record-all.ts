import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createHttpTransport, loadKubeConfig } from '@vmgen/runtime';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { crdRecordings } from './crd-recordings.js';
import { exchangeRecordings } from './exchange-recordings.js';
import { objectRecordings } from './object-recordings.js';
import { ownershipRecordings } from './ownership-recordings.js';
import { printRecording } from './print-recording.js';
import type { Recording } from './recording.js';
import { ruleRecordings } from './rule-recordings.js';
import { selectorRecordings } from './selector-recordings.js';
import { updateRecordings } from './update-recordings.js';

/** All that is recorded. */
export const recordings: readonly Recording[] = [
  ...crdRecordings,
  ...exchangeRecordings,
  ...objectRecordings,
  ...ownershipRecordings,
  ...ruleRecordings,
  ...selectorRecordings,
  ...updateRecordings,
];

/** The program that answers for Kubernetes' Go packages, in the folder that vmgen-envtest builds. */
export const goAnswersOf = (assets: string): string => path.join(assets, 'go-answers');

/** Writes every recording below `root`, from a control plane that is started and ended for it. */
export async function recordAll(root: string): Promise<void> {
  const plane = await startEnvtest();
  const server = createHttpTransport(await loadKubeConfig({ kubeconfig: plane.kubeconfig }), {});
  try {
    const sources = { server, goAnswers: goAnswersOf(plane.assets) };
    await Promise.all(
      recordings.map(async ({ file, record }) => {
        const text = printRecording(await record(sources));
        await mkdir(path.join(root, path.dirname(file)), { recursive: true });
        await writeFile(path.join(root, file), text);
      }),
    );
  } finally {
    await server.close();
    await plane.stop();
  }
}
