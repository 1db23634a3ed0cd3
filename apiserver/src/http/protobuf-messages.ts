import { readFileSync } from 'node:fs';

/** One field of a message: its JSON name, and how its bytes are to be read. */
export interface MessageField {
  readonly name: string;
  /** A scalar (`string`, `int`, `bool`, `double`, `bytes`) or a message, such as `meta.ObjectMeta`. */
  readonly type: string;
  readonly list?: boolean;
  /** A map from strings to values of the type. */
  readonly map?: boolean;
  /** A pointer, or always shown: a zero that was sent is meant. */
  readonly keepZero?: boolean;
}

/** The fields of each message by their number. */
export type ProtobufMessages = Readonly<Record<string, Readonly<Record<string, MessageField>>>>;

/** The messages of the built-in kinds, by the tags of their Go types (hack/record.sh). */
export function loadProtobufMessages(): ProtobufMessages {
  const file = new URL('../../data/protobuf-messages.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as ProtobufMessages;
}
