import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseDocument } from 'yaml';
import { importTypes } from 'vmgen/browser';
import { splitDocuments } from '@vmgen/base/yaml';
import { inRepository } from '../support/repository.js';
import { median } from './measure.js';

const ROUNDS = 3;

/** One CRD as text. */
interface CrdText {
  readonly source: string;
  readonly text: string;
}

/** How long both ways took for one CRD, in milliseconds. */
interface Times {
  readonly baseline: number;
  readonly imported: number;
}

/**
 * The times of `vmgen import` for each CRD of the corpus: reading and validating its text, and writing its package.
 * The baseline is necessary work: the `yaml` library's own reading of the same text, written as
 * JSON. Both in turn, CRD by CRD, after a round of warming up.
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
    'vmgen import',
    perCrd.map((times) => times.imported),
  );
}

async function corpusTexts(): Promise<CrdText[]> {
  const url = pathToFileURL(inRepository('hack/fetch-crds.mjs')).href;
  const { fetchCorpus } = (await import(url)) as {
    readonly fetchCorpus: () => Promise<readonly { readonly folder: string; missing?: string }[]>;
  };
  const sets = await fetchCorpus();
  const folders = sets.flatMap(({ folder, missing }) => (missing === undefined ? [folder] : []));
  return folders.flatMap(filesOf).flatMap((source) =>
    splitDocuments(readFileSync(source, 'utf8'))
      .map(({ text }) => ({ source, text }))
      .filter((each) => importTypes([each]).crds.length === 1),
  );
}

/** The YAML files of a folder, or the file itself. */
const filesOf = (folder: string): string[] =>
  statSync(folder).isFile()
    ? [folder]
    : readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ya?ml|json)$/.test(file))
        .sort()
        .map((file) => path.join(folder, file));

function timesOf(text: CrdText): Times {
  const start = performance.now();
  JSON.stringify(parseDocument(text.text, { version: '1.1' }).toJS());
  const parsed = performance.now();
  importTypes([text]);
  return { baseline: parsed - start, imported: performance.now() - parsed };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0);
