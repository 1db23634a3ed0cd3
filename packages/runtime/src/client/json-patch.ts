import { VmgenError } from '../errors/vmgen-error.js';

/** A path in an object (RFC 6901), such as `/spec/image`. `~1` represents a slash, `~0` a tilde. */
export type JsonPointer = '' | `/${string}`;

/** An operation of a JSON patch (RFC 6902). */
export type JsonPatchOperation =
  | {
      readonly op: 'add' | 'replace' | 'test';
      readonly path: JsonPointer;
      readonly value: unknown;
    }
  | { readonly op: 'remove'; readonly path: JsonPointer }
  | { readonly op: 'move' | 'copy'; readonly from: JsonPointer; readonly path: JsonPointer };

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;

/** Throws if a path is not a JSON pointer, because the server's response would not identify it. */
export function checkJsonPatch(operations: readonly JsonPatchOperation[]): void {
  for (const [index, operation] of operations.entries()) {
    checkPointer(operation.path, index);
    if ('from' in operation) checkPointer(operation.from, index);
  }
}

function checkPointer(pointer: string, index: number): void {
  if (POINTER.test(pointer)) return;
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `operation ${index} of the JSON patch: ${JSON.stringify(pointer)} is not a JSON pointer; ` +
      'start it with a slash, and write ~1 for a slash in a name and ~0 for a tilde',
  );
}
