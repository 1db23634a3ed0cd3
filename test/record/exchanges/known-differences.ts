import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonValue } from '@vmgen/base/json';
import { parse } from 'yaml';
import { inRepository } from '../../support/repository.js';
import { comparable } from './comparable.js';

/** What may differ: parts that a message quotes, a whole message, or the answer. */
type Extent = 'quoted' | 'message' | 'answer';

/** Why answers differ, and which do: titles of exchanges by the names of their files. */
interface Entry {
  readonly reason: string;
  /** Defaults to `answer`. */
  readonly extent?: Extent;
  readonly exchanges: Readonly<Record<string, readonly string[]>>;
}

/** The exchanges of a file in which the embedded server is known to differ, and in what. */
export async function knownDifferences(name: string): Promise<ReadonlyMap<string, Extent>> {
  const file = inRepository('packages/apiserver/testdata/known-differences.yaml');
  const entries = parse(await readFile(file, 'utf8')) as readonly Entry[];
  return new Map(
    entries.flatMap(({ extent = 'answer', exchanges }) =>
      (exchanges[name] ?? []).map((title): [string, Extent] => [title, extent]),
    ),
  );
}

/** Returns in what the answers to one exchange differ; undefined if they are equal. */
export function extentOf(
  given: JsonValue | undefined,
  recorded: JsonValue | undefined,
): Extent | undefined {
  if (isDeepStrictEqual(given, recorded)) return undefined;
  const [left, right] = [comparable(given ?? null), comparable(recorded ?? null)];
  if (isDeepStrictEqual(left, right)) return 'quoted';
  return isDeepStrictEqual(withoutMessage(left), withoutMessage(right)) ? 'message' : 'answer';
}

function withoutMessage(answer: JsonValue): JsonValue {
  if (!isJsonObject(answer)) return answer;
  const { message: _, ...rest } = answer;
  return rest;
}
