/** An object larger than a cluster stores, in etcd's words. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';

  constructor() {
    super('etcdserver: request is too large');
  }
}
