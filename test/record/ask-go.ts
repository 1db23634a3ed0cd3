import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type JsonValue, parseJson, stringifyJson } from '@vmgen/base/json';

/** Asks packages/apiserver/envtest/cmd/go-answers; rejects with what it wrote unless it ends with 0. */
export async function askGo(
  program: string,
  command: 'rules' | 'selectors' | 'quantities',
  questions: JsonValue = null,
): Promise<JsonValue> {
  const child = spawn(program, [command]);
  child.stdin.end(stringifyJson(questions));
  const [said, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code === 0) return parseJson(said);
  throw new Error(`${program} ${command} ended with ${code ?? 'a signal'}: ${complaint}`);
}
