import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { formatProblem } from '@vmgen/base/yaml';
import { readDocuments } from '../documents/read-documents.js';
import { readSources } from '../documents/read-sources.js';

/** hack/fetch-crds.mjs. */
interface FetchCrds {
  /** The CRDs of each folder of a module, with the reason if they could not be fetched. */
  readonly fetchCorpus: () => Promise<
    readonly { readonly name: string; readonly folder: string; readonly missing?: string }[]
  >;
}

const url = pathToFileURL(path.resolve('hack/fetch-crds.mjs')).href;
export const { fetchCorpus } = (await import(url)) as FetchCrds;

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
