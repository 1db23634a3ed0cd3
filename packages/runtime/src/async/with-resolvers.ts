/**
 * A promise and the functions that settle it (ES2024's `Promise.withResolvers`, which Node 20
 * lacks).
 */
interface Resolvers<R> {
  readonly promise: Promise<R>;
  readonly resolve: (value: R) => void;
  readonly reject: (reason: unknown) => void;
}

export function withResolvers<R>(): Resolvers<R> {
  // The executor runs synchronously.
  let resolve!: (value: R) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<R>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}
