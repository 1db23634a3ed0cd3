import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** Values that a server generates, and their replacements. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID'],
  [/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME'],
  [/(?<=resourceVersion\\?":\\?")\d+/g, 'VERSION'],
  [/(?<=ResourceVersion in record \()\d+/g, 'VERSION'],
  [/\bgen-[a-z0-9]{5}\b/g, 'gen-NAME'],
  [/^10\.0\.0\.\d+$/, 'ADDRESS'],
  [/(?<=:)3\d{4}(?=\/(TCP|UDP))/g, 'PORT'],
];

/** Cells that count from a time on. */
const AGE = /^(<unknown>|\d+(s|m|h|d)(\d+[smh])?)$/;

const NODE_PORTS = new Set(['nodePort', 'healthCheckNodePort']);

/** A copy without what differs from one run to the next, unless it is what the client sent. */
export function withoutVolatile<Value extends JsonValue>(value: Value, sent: string): Value;
export function withoutVolatile(value: JsonValue, sent: string): JsonValue {
  if (Array.isArray(value)) {
    return value.map((item) =>
      typeof item === 'string' && AGE.test(item) && sent === ''
        ? 'AGE'
        : withoutVolatile(item, sent),
    );
  }
  if (isJsonObject(value)) return membersOf(value, sent);
  if (typeof value !== 'string' || sent.includes(`"${value}"`)) return value;
  return VOLATILE.reduce<string>((text, [pattern, word]) => text.replace(pattern, word), value);
}

function membersOf(object: JsonObject, sent: string): JsonObject {
  const members = Object.entries(object).map(([key, value]): [string, JsonValue] => {
    if (key === 'resourceVersion' && typeof value === 'string') return [key, 'VERSION'];
    const isPort = NODE_PORTS.has(key) && typeof value === 'number';
    if (isPort && !sent.includes(String(value))) return [key, 'PORT'];
    return [key, withoutVolatile(value, sent)];
  });
  return Object.fromEntries(members);
}
