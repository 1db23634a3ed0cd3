import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { inRepository } from '../support/repository.js';
import { askExchanges } from './exchanges/ask-exchanges.js';
import { readExchanges, type ExchangeFile } from './exchanges/exchange.js';
import type { Recording } from './recording.js';

const QUESTIONS = 'packages/apiserver/testdata/exchanges';

/** The kinds that there are questions about, by the names of their files. */
export const exchangeNames: readonly string[] = readdirSync(inRepository(QUESTIONS))
  .map((file) => file.replace(/\.yaml$/, ''))
  .sort();

/** The folder of the recorded answers, from the repository's root. */
export const exchangeAnswers = (name: string): string =>
  `packages/apiserver/testdata/recorded/exchanges/${name}.json`;

/** The questions about a kind. */
export async function exchangesOf(name: string): Promise<ExchangeFile> {
  const text = await readFile(inRepository(QUESTIONS, `${name}.yaml`), 'utf8');
  return readExchanges(name, text);
}

/** What is said about objects of built-in kinds. */
export const exchangeRecordings: readonly Recording[] = exchangeNames.map((name) => ({
  file: exchangeAnswers(name),
  record: async ({ server }) => askExchanges(server, await exchangesOf(name)),
}));
