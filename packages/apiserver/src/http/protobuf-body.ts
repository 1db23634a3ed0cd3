import { JsonSyntaxError, stringifyJson, type WorkBudget } from '@vmgen/base/json';
import { decodeMessage } from './decode-message.js';
import type { BuiltInIndex } from '../data/built-in-index.js';
import { messageOf, TypeLibrary } from '../data/type-library.js';
import { readBuiltIns } from '../node/read-built-ins.js';
import { ProtobufError, readFields } from './protobuf-wire.js';
import { requestWork } from '../request/request-work.js';

export const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';

/** The prefix of a runtime.Unknown (apimachinery's serializer/protobuf). */
const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

/**
 * Decodes protobuf bodies. Loads the message definitions on first use.
 *
 * @throws WorkLimitError if the body has too many fields
 */
export type ProtobufDecoder = (body: Uint8Array) => string | undefined;

/**
 * Converts a protobuf request body to JSON. Returns undefined if it is not protobuf, or has an
 * unknown kind. The runtime does not use protobuf, but client-go's typed clients and `kubectl
 * create namespace` do.
 */
export function createProtobufDecoder(): ProtobufDecoder {
  const builtIns = readBuiltIns();
  const types = new TypeLibrary(builtIns.types);
  let packages: ReadonlyMap<string, string> | undefined;
  return (body) => {
    try {
      packages ??= packagesByVersion(builtIns.index());
      return decodeUnknown({ types, packages, work: requestWork() }, body);
    } catch (error) {
      if (error instanceof ProtobufError || error instanceof JsonSyntaxError) return undefined;
      throw error;
    }
  };
}

/** Returns the package of the kinds of each `GROUP/VERSION`; `v1` for the core group. */
function packagesByVersion({ groupVersions }: BuiltInIndex): ReadonlyMap<string, string> {
  return new Map(
    groupVersions.map(({ group, version, package: own }) => [
      group === '' ? version : `${group}/${version}`,
      own,
    ]),
  );
}

interface Decoding {
  readonly types: TypeLibrary;
  readonly packages: ReadonlyMap<string, string>;
  readonly work: WorkBudget;
}

/** runtime.Unknown: 1 is the type {1 apiVersion, 2 kind}, 2 the object. */
function decodeUnknown({ types, packages, work }: Decoding, body: Uint8Array): string | undefined {
  if (Buffer.compare(body.subarray(0, MAGIC.length), MAGIC) !== 0) return undefined;
  const unknown = fieldsOf(body.subarray(MAGIC.length), work);
  const type = fieldsOf(unknown.get(1) ?? new Uint8Array(), work);
  const apiVersion = textOf(type.get(1));
  const kind = textOf(type.get(2));
  const message =
    kind === 'DeleteOptions'
      ? 'meta.v1.DeleteOptions'
      : messageOf(`${packages.get(apiVersion) ?? ''}.${kind}`);
  if (kind !== 'DeleteOptions' && !packages.has(apiVersion)) return undefined;
  if (types.message(message) === undefined) return undefined;
  const object = decodeMessage({ types, work }, message, unknown.get(2) ?? new Uint8Array());
  return stringifyJson({ ...object, apiVersion, kind });
}

function fieldsOf(bytes: Uint8Array, work: WorkBudget): Map<number, Uint8Array> {
  const fields = new Map<number, Uint8Array>();
  for (const { number, value } of readFields(bytes, work)) {
    if (typeof value !== 'bigint') fields.set(number, value);
  }
  return fields;
}

function textOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('utf8');
}
