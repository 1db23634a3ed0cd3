/** By the types of `async_hooks` and of `process.getActiveResourcesInfo()`. */
const RESOURCES: readonly (readonly [type: RegExp, what: string])[] = [
  [/^timeout$/i, 'a real timer'],
  [/^(fsreq|fsevent|statwatcher)/i, 'a file'],
  [/^(getaddrinfo|getnameinfo|query|dns)/i, 'a DNS request'],
  // Other pipes are the streams of processes.
  [/^(tcp|tls|udp|http|pipe(connect|server))/i, 'a socket'],
  [/^process/i, 'a child process'],
  [/^worker/i, 'a worker'],
  [/^zlib/i, 'a compression'],
  // Node fills its cache of random numbers in the background.
  [/^(?!random).*request$/i, 'cryptography'],
];

/** Describes a type of work that takes real time; undefined for others, such as promises. */
export const realResource = (type: string): string | undefined =>
  RESOURCES.find(([pattern]) => pattern.test(type))?.[1];

/** The work of this process that takes real time and was started after the creation of this object. */
export class RealWork {
  readonly #before = process.getActiveResourcesInfo();

  /** Describes it, such as `a real timer (Timeout) is not simulated`. */
  pending(): string[] {
    const before = [...this.#before];
    const found = process.getActiveResourcesInfo().flatMap((type) => {
      const index = before.indexOf(type);
      if (index !== -1) before.splice(index, 1);
      const what = index === -1 ? realResource(type) : undefined;
      return what === undefined ? [] : [`${what} (${type}) is not simulated`];
    });
    return [...new Set(found)];
  }
}
