// The policy, stated without the code of the driver and of the proxy.

const LABELS = ['cluster', 'vm-uid', 'vm-namespace', 'vm-name'].map(
  (name) => `cloudnative.tw/${name}`,
);
const LIMITS = ['NanoCpus', 'Memory', 'MemorySwap'];

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const hasKeys = (value: Record<string, unknown>, keys: readonly string[]): boolean =>
  Object.keys(value).sort().join() === [...keys].sort().join();

const isText = (value: unknown, text: string): boolean => JSON.stringify(value) === text;

/** Whether the body of a creation gives a container nothing beyond what a machine needs. */
export function isHarmless(text: string): boolean {
  const body: unknown = JSON.parse(text);
  // A text with repeated keys is longer than what remains of it.
  if (JSON.stringify(body) !== text || !isMap(body)) return false;
  const { Image, Labels, HostConfig: host } = body;
  return (
    hasKeys(body, ['Image', 'Labels', 'HostConfig']) &&
    typeof Image === 'string' &&
    Image !== '' &&
    isMap(Labels) &&
    hasKeys(Labels, LABELS) &&
    Object.values(Labels).every((value) => typeof value === 'string') &&
    isMap(host) &&
    hasKeys(host, [...LIMITS, 'PidsLimit', 'CapDrop', 'CapAdd', 'SecurityOpt']) &&
    LIMITS.every((name) => Number.isSafeInteger(host[name]) && Number(host[name]) >= 0) &&
    host['MemorySwap'] === host['Memory'] &&
    host['PidsLimit'] === 1_024 &&
    isText(host['CapDrop'], '["ALL"]') &&
    isText(host['CapAdd'], '["CHOWN","KILL","NET_BIND_SERVICE","SETGID","SETUID"]') &&
    isText(host['SecurityOpt'], '["no-new-privileges:true"]')
  );
}
