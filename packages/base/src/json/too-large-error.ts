/** Thrown for an object that is too large to be stored, with etcd's message. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';

  constructor() {
    super('etcdserver: request is too large');
  }
}
