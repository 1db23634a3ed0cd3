import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { inRepository } from '../../support/repository.js';

/** Why answers differ, and which do: titles of exchanges by the names of their files. */
interface Entry {
  readonly reason: string;
  readonly exchanges: Readonly<Record<string, readonly string[]>>;
}

/** The exchanges of a file in which the embedded server is known to differ, with the reasons. */
export async function knownDifferences(name: string): Promise<ReadonlyMap<string, string>> {
  const file = inRepository('packages/apiserver/testdata/known-differences.yaml');
  const entries = parse(await readFile(file, 'utf8')) as readonly Entry[];
  return new Map(
    entries.flatMap(({ reason, exchanges }) =>
      (exchanges[name] ?? []).map((title): [string, string] => [title, reason]),
    ),
  );
}
