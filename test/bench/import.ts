import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { readDocuments } from '#generator/import/documents/read-documents.js';
import { readSources } from '#generator/import/documents/read-sources.js';
import { splitDocuments } from '@vmgen/base/yaml';
import { importDefinitions } from '#generator/import/import-definitions.js';
import { fetchCorpus } from '../corpus/corpus.js';
import { median } from './measure.js';

const ROUNDS = 3;

/** One CRD as text. */
interface CrdText {
  readonly source: string;
  readonly text: string;
}

/** How long the three ways took for one CRD, in milliseconds. */
interface Times {
  readonly baseline: number;
  readonly read: number;
  readonly imported: number;
}

/**
 * The times of `vmgen import` for each CRD of the corpus: reading and validating its text, and writing its package.
 * The baseline is necessary work: the `yaml` library's own reading of the same text, written as
 * JSON. All three in turn, CRD by CRD, after a round of warming up.
 */
export async function benchImport(print: (line: string) => void): Promise<void> {
  const texts = await corpusTexts();
  if (texts.length === 0) {
    print('skipped: the CRDs of other projects cannot be fetched (node hack/fetch-crds.mjs)');
    return;
  }
  const rounds = Array.from({ length: ROUNDS + 1 }, () => texts.map(timesOf)).slice(1);
  const perCrd = texts.map((_, index) => {
    const of = (pick: (times: Times) => number): number =>
      median(rounds.flatMap((round) => round[index] ?? []).map(pick));
    return {
      baseline: of((it) => it.baseline),
      read: of((it) => it.read),
      imported: of((it) => it.imported),
    };
  });
  const baseline = sumOf(perCrd.map((times) => times.baseline));
  const bytes = sumOf(texts.map(({ text }) => Buffer.byteLength(text)));
  print(
    `${texts.length} CRDs, ${(bytes / 2 ** 20).toFixed(1)} MiB of YAML; medians of ${ROUNDS} rounds`,
  );
  print('                       total   per CRD median        max  x baseline');
  const line = (name: string, times: readonly number[]): void => {
    const ratio = (sumOf(times) / baseline).toFixed(2);
    const parts = [sumOf(times), median(times), Math.max(...times)].map((ms) => ms.toFixed(1));
    const [total = '', middle = '', most = ''] = parts;
    print(
      `${name.padEnd(18)} ${total.padStart(6)} ms ${middle.padStart(13)} ms ${most.padStart(7)} ms ${ratio.padStart(10)}`,
    );
  };
  line(
    'baseline: yaml, JSON',
    perCrd.map((times) => times.baseline),
  );
  line(
    'read and validated',
    perCrd.map((times) => times.read),
  );
  line(
    'package made',
    perCrd.map((times) => times.imported),
  );
  line(
    'vmgen import',
    perCrd.map(({ read, imported }) => read + imported),
  );
}

async function corpusTexts(): Promise<CrdText[]> {
  const sets = await fetchCorpus();
  const folders = sets.flatMap(({ folder, missing }) => (missing === undefined ? [folder] : []));
  const { texts } = await readSources(folders, nothing());
  return texts.flatMap(({ source }) =>
    splitDocuments(readFileSync(source, 'utf8'))
      .map(({ text }) => ({ source, text }))
      .filter((each) => readDocuments([each]).crds.length === 1),
  );
}

function timesOf(text: CrdText): Times {
  const start = performance.now();
  JSON.stringify(parseDocument(text.text, { version: '1.1' }).toJS());
  const parsed = performance.now();
  const { crds } = readDocuments([text]);
  const read = performance.now();
  importDefinitions(crds.map(({ crd }) => crd));
  return { baseline: parsed - start, read: read - parsed, imported: performance.now() - read };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0);

/** Standard input without a byte. */
async function* nothing(): AsyncGenerator<Uint8Array> {}
