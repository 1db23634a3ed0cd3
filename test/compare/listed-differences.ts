import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonValue } from '@vmgen/base/json';
import type { Compared } from './compare-class.js';

/** A deliberate difference of the embedded server from the real one. */
interface ListedDifference {
  readonly reason: string;
  /** Whether two answers differ by exactly this mechanism. */
  readonly matches: (compared: Compared) => boolean;
}

/** The answer of a server that closes the connection. */
export const CLOSED_CONNECTION = 'the server closed the connection';

/** The differences that packages/apiserver/README.md lists. */
const DIFFERENCES: readonly ListedDifference[] = [
  {
    reason: 'kube-apiserver panics and closes the connection; this server responds with an error',
    matches: ({ real }) => JSON.stringify(real).includes(CLOSED_CONNECTION),
  },
  {
    reason:
      'kube-apiserver ends the deletion of a definition after the response, this server before',
    matches: endsDeletionLater,
  },
  {
    reason:
      'kube-apiserver runs an update twice while its watch cache is behind, and calls the webhooks twice',
    matches: callsTwice,
  },
  {
    reason:
      'kube-apiserver answers watches and reads with resourceVersion=0 from a watch cache that stops before an object that cannot be converted, this server with the error of the conversion',
    matches: ({ title }) =>
      /converted\.example\.com.*[?&]resourceVersion=0/.test(title) &&
      !title.endsWith(': no fault)'),
  },
  {
    reason:
      'kube-apiserver wraps a number that does not fit around in a strategic merge patch or an apply, this server rejects it',
    matches: ({ title, real, embedded }) =>
      /strategic-merge-patch|apply-patch/.test(title) &&
      /\d{10}/.test(title) &&
      statusOf(real) === 200 &&
      [422, 500].includes(statusOf(embedded)),
  },
  {
    reason:
      'kube-apiserver stops at an unknown field of an applied object, and reads the fields in random order, so it lists other errors',
    matches: ({ real, embedded }) =>
      isDeepStrictEqual(withoutPlaceOf(real, TYPED_PATCH), withoutPlaceOf(embedded, TYPED_PATCH)) &&
      JSON.stringify(real).includes('field not declared in schema'),
  },
  {
    reason:
      'the error of kube-apiserver for a value that does not fit its field names at most a type of Go, that of this server the path of the field',
    matches: ({ real, embedded }) =>
      isDeepStrictEqual(withoutPlaceOf(real, MISFIT), withoutPlaceOf(embedded, MISFIT)) &&
      MISFIT.test(JSON.stringify(real)),
  },
];

const TYPED_PATCH = /(?<=^failed to create typed patch object \(.*\): ).*/s;

const statusOf = (answer: JsonValue): number =>
  isJsonObject(answer) && typeof answer['status'] === 'number' ? answer['status'] : 0;

const MISFIT =
  /(?<=json: cannot unmarshal \w+ |unable to convert unstructured object to [^:]+: ).*/s;

/** Returns an answer without the end of its message, which names places of values that do not fit. */
function withoutPlaceOf(answer: JsonValue, end: RegExp): JsonValue {
  if (!isJsonObject(answer) || typeof answer['message'] !== 'string') return answer;
  const message = answer['message'].replace(end, '');
  return { ...answer, message };
}

/** Whether the responses of a scenario differ only because the real definition is not yet removed. */
function endsDeletionLater({ real, embedded }: Compared): boolean {
  if (!isJsonObject(real) || !isJsonObject(embedded)) return false;
  return Object.entries(embedded).every(([step, response]) => {
    const late = real[step];
    if (isDeepStrictEqual(late, response)) return true;
    if (!isJsonObject(late) || !isJsonObject(response) || response['code'] !== 404) return false;
    // The real server rejects a change of the definition, which it still has.
    return late['isDeleting'] === true || late['code'] === 422 || late['code'] === 404;
  });
}

/** Whether the real server has called webhooks more often, which changed nothing else. */
function callsTwice({ real, embedded }: Compared): boolean {
  if (!isJsonObject(real) || !isJsonObject(embedded)) return false;
  const { calls: more, ...rest } = real;
  const { calls, ...own } = embedded;
  if (!Array.isArray(more) || !Array.isArray(calls) || more.length <= calls.length) return false;
  const isCalled = calls.every((call) => more.some((other) => isDeepStrictEqual(other, call)));
  return isCalled && isDeepStrictEqual(rest, own);
}

/** Returns the reason of a listed difference; undefined for any other. */
export const listedReason = (compared: Compared): string | undefined =>
  DIFFERENCES.find(({ matches }) => matches(compared))?.reason;
