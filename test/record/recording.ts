import type { JsonValue } from '@vmgen/base/json';
import type { Transport } from '@vmgen/runtime';

/** Where answers come from. */
interface Sources {
  /** A real API server with nothing in it yet. */
  readonly server: Transport;
  /** The program packages/apiserver/envtest/cmd/go-answers. */
  readonly goAnswers: string;
}

/** A file of answers; the requests are in code. */
export interface Recording {
  /** From the repository's root. */
  readonly file: string;
  readonly record: (sources: Sources) => Promise<JsonValue>;
}

/** What was answered to each case. */
export type Answers<Answer extends JsonValue = JsonValue> = { [title: string]: Answer };

/** Asks about some cases at a time. Throws where two have the same title. */
export async function answersTo<Case, Answer extends JsonValue>(
  cases: readonly Case[],
  titleOf: (each: Case) => string,
  ask: (each: Case) => Promise<Answer>,
): Promise<Answers<Answer>> {
  const answers: Answers<Answer> = {};
  const queue = cases.values();
  const work = async (): Promise<void> => {
    for (const each of queue) {
      const title = titleOf(each);
      const answer = await ask(each);
      if (Object.hasOwn(answers, title)) throw new Error(`two cases have the title ${title}`);
      answers[title] = answer;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}

const AT_ONCE = 8;
