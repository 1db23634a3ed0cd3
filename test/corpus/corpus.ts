import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { readDocuments } from '#generator/import/documents/read-documents.js';
import { readSources } from '#generator/import/documents/read-sources.js';
import { formatProblem } from '@vmgen/base/yaml';
import { inRepository } from '../support/repository.js';

/** The CRDs of one folder of a module. */
interface CrdSet {
  /** `sigs.k8s.io/gateway-api@v1.7.0 config/crd/standard`. */
  readonly name: string;
  readonly folder: string;
  /** The reason if they could not be fetched. */
  readonly missing?: string;
}

interface Pin {
  readonly module: string;
  readonly version: string;
  readonly paths: readonly string[];
}

/** hack/fetch-crds.mjs. */
interface FetchCrds {
  readonly PINS: readonly Pin[];
  readonly folderOf: (pin: Pin) => string;
  readonly fetchMissing: () => Promise<ReadonlyMap<Pin, string>>;
}

/** Returns all sets of hack/crds.json, and fetches those that the cache lacks. */
export async function fetchCorpus(): Promise<readonly CrdSet[]> {
  const url = pathToFileURL(inRepository('hack/fetch-crds.mjs')).href;
  const { PINS, folderOf, fetchMissing } = (await import(url)) as FetchCrds;
  const failures = await fetchMissing();
  return PINS.flatMap((pin) => {
    const reason = failures.get(pin);
    const missing = reason === undefined ? {} : { missing: reason };
    return pin.paths.map((each) => {
      const folder = path.join(folderOf(pin), each);
      return { name: `${pin.module}@${pin.version} ${each}`, folder, ...missing };
    });
  });
}

/** Reads the CRDs of a folder. Throws for one that an API server would reject. */
export async function readCrds(folder: string): Promise<readonly CustomResourceDefinition[]> {
  const { texts, problems } = await readSources([folder], nothing());
  const documents = readDocuments(texts);
  const wrong = [...problems, ...documents.problems].map(formatProblem);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return documents.crds.map(({ crd }) => crd);
}

/** An empty standard input. */
async function* nothing(): AsyncGenerator<Uint8Array> {}
