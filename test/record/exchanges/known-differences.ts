import { readFile } from 'node:fs/promises';
import { isJsonObject, type JsonValue } from '@vmgen/base/json';
import { parse } from 'yaml';
import { inRepository } from '../../support/repository.js';

/** Why answers differ, and which do: titles of exchanges by the names of their files. */
interface Entry {
  readonly reason: string;
  /** Whether only texts differ: status, reason, and fields of causes are equal. Defaults to false. */
  readonly textOnly?: boolean;
  readonly exchanges: Readonly<Record<string, readonly string[]>>;
}

/** The exchanges of a file in which the embedded server is known to differ, and whether only in texts. */
export async function knownDifferences(
  name: string,
): Promise<ReadonlyMap<string, { readonly textOnly: boolean }>> {
  const file = inRepository('packages/apiserver/testdata/known-differences.yaml');
  const entries = parse(await readFile(file, 'utf8')) as readonly Entry[];
  return new Map(
    entries.flatMap(({ textOnly = false, exchanges }) =>
      (exchanges[name] ?? []).map((title) => [title, { textOnly }] as const),
    ),
  );
}

/** Returns what the answers of a difference in texts have in common. */
export function withoutTexts(answer: JsonValue | undefined): JsonValue {
  if (!isJsonObject(answer)) return null;
  const { status = null, reason = null, message, causes } = answer;
  const errors = Array.isArray(causes) ? causes : reason === 'Invalid' ? [message ?? null] : [];
  const fields = errors.map((error) =>
    typeof error === 'string' ? (/(?:^|invalid: )([^ ]*): /.exec(error)?.[1] ?? null) : null,
  );
  // kube-apiserver reports an error of the metadata several times.
  return { status, reason, fields: [...new Set(fields)] };
}
