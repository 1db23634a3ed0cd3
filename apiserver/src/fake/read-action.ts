import type { TransportRequest } from '@vmgen/runtime';
import { parseYamlBody } from '@vmgen/base/yaml';
import { parseRequestInfo } from '../request/request-info.js';
import type { FakeAction } from './fake-action.js';

/** Returns the action of a request; undefined if it is not for a resource (discovery, health). */
export function readAction(request: TransportRequest): FakeAction | undefined {
  const info = parseRequestInfo(request.method, request.path);
  if (info === undefined) return undefined;
  const { query, ...target } = info;
  return { ...target, body: bodyOf(request), query: Object.fromEntries(query) };
}

function bodyOf(request: TransportRequest): unknown {
  const { body } = request;
  if (body === undefined || body.length === 0) return undefined;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch {
    return bodyFromYaml(text);
  }
}

/** An apply may be YAML. Other text is passed unchanged, and the server rejects it. */
function bodyFromYaml(text: string): unknown {
  try {
    return parseYamlBody(text);
  } catch {
    return text;
  }
}
