import { VmgenError } from '../errors/vmgen-error.js';

/** Where in an object (RFC 6901): `/spec/image`; `~1` stands for a slash, `~0` for a tilde. */
export type JsonPointer = '' | `/${string}`;

/** One step of a JSON patch (RFC 6902). */
export type JsonPatchOperation =
  | {
      readonly op: 'add' | 'replace' | 'test';
      readonly path: JsonPointer;
      readonly value: unknown;
    }
  | { readonly op: 'remove'; readonly path: JsonPointer }
  | { readonly op: 'move' | 'copy'; readonly from: JsonPointer; readonly path: JsonPointer };

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;

/** Throws where a pointer is none: a server's answer to it would not say which one. */
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
    `operation ${index} of the JSON patch: ${JSON.stringify(pointer)} is no JSON pointer: ` +
      'begin it with a slash, and write ~1 for a slash in a name and ~0 for a tilde',
  );
}
