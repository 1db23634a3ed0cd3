import type { Clock } from '@vmgen/runtime';
import { checkNumber } from '@vmgen/runtime/internal';
import { cutText } from '../process/cut-text.js';

/** What a manager keeps of failed reconciles; see {@link ManagerOptions.recordings}. */
export interface RecordingOptions {
  /** The number of recordings of an object, the last ones. Defaults to 3. */
  readonly perObject?: number;
  /**
   * The memory of all recordings, in bytes. Those that are older are removed, and one that is larger
   * than a quarter of it is not kept. Defaults to 4 MiB.
   */
  readonly bytes?: number;
  /**
   * Fields to redact, besides the values of Secrets and tokens: `.spec.password`,
   * `.spec.users[].token`, `.metadata.annotations`. They apply to objects of all kinds, to the bodies
   * of requests and answers, and to the results of `effect`. Defaults to none.
   */
  readonly redact?: readonly string[];
}

/** A kept recording. */
interface Kept {
  readonly id: number;
  readonly controller: string;
  readonly key: string;
  readonly error: string;
  readonly recordedMs: number;
  /** Undefined if it was too large, or if the values are not JSON. */
  readonly content: Buffer | undefined;
  readonly problem: string | undefined;
  /** An approximation of what it takes. */
  readonly bytes: number;
}

/** What a recording without its content takes. */
const OVERHEAD = 1_024;
const MAX_KEY = 500;
/** The maximum number of recordings on the page. */
const MAX_LISTED = 200;

/** Keeps the last recordings in a limited memory. */
export class KeptRecordings {
  /** The largest size of one recording. */
  readonly maxBytes: number;
  readonly #clock: Clock;
  readonly #perObject: number;
  readonly #limit: number;
  /** The oldest first. */
  readonly #kept = new Map<number, Kept>();
  #bytes = 0;
  #lastId = 0;

  constructor(clock: Clock, { perObject = 3, bytes = 4 * 1_048_576 }: RecordingOptions) {
    this.#clock = clock;
    this.#perObject = checkNumber('recordings.perObject', perObject, { min: 1, isWhole: true });
    this.#limit = checkNumber('recordings.bytes', bytes, { min: 65_536 });
    this.maxBytes = Math.floor(this.#limit / 4);
  }

  /** Adds a recording, or the reason why its content is missing. */
  add(
    { controller, key, error }: Pick<Kept, 'controller' | 'key' | 'error'>,
    recorded: { readonly text: string } | { readonly problem: string },
  ): void {
    const content = 'text' in recorded ? Buffer.from(recorded.text) : undefined;
    // A key is as long as its source chooses.
    const shownKey = cutText(key, MAX_KEY);
    const id = ++this.#lastId;
    const bytes = (content?.byteLength ?? 0) + OVERHEAD + 2 * (shownKey.length + error.length);
    const problem = 'problem' in recorded ? recorded.problem : undefined;
    const recordedMs = this.#clock.nowMs();
    const kept: Kept = {
      ...{ id, controller, error, recordedMs, content, problem, bytes },
      key: shownKey,
    };
    this.#kept.set(id, kept);
    this.#bytes += bytes;
    const own = [...this.#kept.values()].filter(
      (each) => each.controller === controller && each.key === shownKey,
    );
    for (const each of own.slice(0, -this.#perObject)) this.#remove(each);
    for (const each of this.#kept.values()) {
      if (this.#bytes <= this.#limit) break;
      this.#remove(each);
    }
  }

  /** Describes the recordings, the newest first. */
  list(): object[] {
    const nowMs = this.#clock.nowMs();
    const newest = [...this.#kept.values()].reverse().slice(0, MAX_LISTED);
    return newest.map(({ id, controller, key, error, recordedMs, content, problem }) => ({
      ...{ id, controller, key, error },
      agoMs: Math.round(nowMs - recordedMs),
      bytes: content?.byteLength ?? 0,
      ...(problem !== undefined && { problem }),
    }));
  }

  /** The number of recordings. */
  get size(): number {
    return this.#kept.size;
  }

  /** Returns the text of a recording; undefined if it is not kept. */
  text(id: number): string | undefined {
    return this.#kept.get(id)?.content?.toString();
  }

  #remove({ id, bytes }: Kept): void {
    if (this.#kept.delete(id)) this.#bytes -= bytes;
  }
}
