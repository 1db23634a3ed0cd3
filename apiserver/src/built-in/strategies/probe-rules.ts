import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { ErrorList } from './error-list.js';
import { getObjects, getString, getStrings } from './fields.js';
import { checkPort } from './port-rules.js';

const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
];

/** Validates a probe. The success threshold must be 1 except in readiness probes. */
export function checkProbe(
  errors: ErrorList,
  path: string,
  probe: JsonObject,
  { isReadiness }: { readonly isReadiness: boolean },
): void {
  checkHandler(errors, path, probe);
  for (const name of COUNTS) errors.nonNegative(`${path}.${name}`, probe[name]);
  const grace = probe['terminationGracePeriodSeconds'];
  if (typeof grace === 'number' && grace <= 0) {
    errors.invalid(`${path}.terminationGracePeriodSeconds`, grace, 'must be greater than 0');
  }
  if (isReadiness && typeof grace === 'number') {
    const detail = 'must not be set for readinessProbes';
    errors.invalid(`${path}.terminationGracePeriodSeconds`, grace, detail);
  }
  const successes = probe['successThreshold'] ?? 0;
  if (!isReadiness && successes !== 1) {
    errors.invalid(`${path}.successThreshold`, successes, 'must be 1');
  }
}

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];

/** A probe or hook must have exactly one handler. */
export function checkHandler(errors: ErrorList, path: string, handler: JsonObject): void {
  const [first, ...others] = HANDLERS.filter((name) => isJsonObject(handler[name]));
  if (first === undefined) {
    errors.required(path, 'must specify a handler type');
    return;
  }
  for (const name of others) {
    errors.forbidden(`${path}.${name}`, 'may not specify more than 1 handler type');
  }
  const action = handler[first];
  if (isJsonObject(action)) checkAction(errors, `${path}.${first}`, first, action);
}

function checkAction(errors: ErrorList, path: string, name: string, action: JsonObject): void {
  switch (name) {
    case 'exec':
      if (getStrings(action, 'command').length === 0) errors.required(`${path}.command`);
      break;
    case 'httpGet':
      errors.given(`${path}.path`, action['path']);
      checkPort(errors, `${path}.port`, action['port']);
      errors.oneOf(`${path}.scheme`, action['scheme'], ['HTTP', 'HTTPS']);
      checkHeaders(errors, `${path}.httpHeaders`, action);
      break;
    case 'tcpSocket':
    case 'grpc':
      checkPort(errors, `${path}.port`, action['port']);
  }
}

const HEADER_FORM =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

function checkHeaders(errors: ErrorList, path: string, action: JsonObject): void {
  for (const header of getObjects(action, 'httpHeaders')) {
    const name = getString(header, 'name');
    if (!/^[-A-Za-z0-9]+$/.test(name)) errors.invalid(path, name, HEADER_FORM);
  }
}
