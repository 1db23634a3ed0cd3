import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { readDocuments } from '#generator/import/documents/read-documents.js';
import { readSources } from '#generator/import/documents/read-sources.js';
import { formatProblem } from '@vmgen/base/yaml';
import { inRepository } from '../support/repository.js';

/** CRDs of a module that go together: those of one of its folders. */
export interface CrdSet {
  /** `sigs.k8s.io/gateway-api@v1.7.0 config/crd/standard`. */
  readonly name: string;
  /** Where they are kept. */
  readonly folder: string;
  /** Why they could not be fetched. */
  readonly missing?: string;
}

interface Pin {
  readonly module: string;
  readonly version: string;
  readonly paths: readonly string[];
}

/** The module that knows the corpus, which scripts share. */
interface CrdPins {
  readonly PINS: readonly Pin[];
  readonly folderOf: (pin: Pin) => string;
  readonly isThere: (pin: Pin) => boolean;
}

/** All that hack/crds.json names, fetched where it was not there. */
export async function fetchCorpus(): Promise<readonly CrdSet[]> {
  const { stderr } = spawnSync(process.execPath, [inRepository('hack/fetch-crds.mjs')], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = pathToFileURL(inRepository('hack/crd-pins.mjs')).href;
  const { PINS, folderOf, isThere } = (await import(url)) as CrdPins;
  return PINS.flatMap((pin) => {
    const module = `${pin.module}@${pin.version}`;
    const missing = isThere(pin) ? {} : { missing: reasonOf(module, stderr) };
    return pin.paths.map((each) => {
      const folder = path.join(folderOf(pin), each);
      return { name: `${module} ${each}`, folder, ...missing };
    });
  });
}

/** What the script says of a module. */
function reasonOf(module: string, stderr: string): string {
  const mark = `${module}: `;
  const line = stderr.split('\n').find((each) => each.includes(mark)) ?? `${mark}unknown`;
  return line.slice(line.indexOf(mark) + mark.length);
}

/** The CRDs of a folder; what of them a cluster would not take is an error. */
export async function readCrds(folder: string): Promise<readonly CustomResourceDefinition[]> {
  const { texts, problems } = await readSources([folder], nothing());
  const documents = readDocuments(texts);
  const wrong = [...problems, ...documents.problems].map(formatProblem);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return documents.crds.map(({ crd }) => crd);
}

/** Standard input without a byte. */
async function* nothing(): AsyncGenerator<Uint8Array> {}
