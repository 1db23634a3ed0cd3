import {
  creationOf,
  eventsQuery,
  limitsOf,
  listQuery,
  REMOVE_QUERY,
  STATS_QUERY,
  STOP_QUERY,
} from '../driver/engine-requests.js';
import {
  clusterFilter,
  identityFromFilter,
  identityFromLabels,
  numberInName,
  ownerFilter,
} from '../driver/server-identity.js';
import {
  difference,
  numberAt,
  objectAt,
  parseJson,
  Refusal,
  textAt,
  type Fields,
} from './checked-json.js';

/** A request of a client. */
interface SentRequest {
  readonly method: string;
  /** The path and the parameters. */
  readonly url: string;
  /** The text of the body, which may be empty. */
  readonly body: string;
}

/** What the engine receives instead. Nothing in it was copied without a check. */
export interface AllowedRequest {
  readonly method: string;
  /** The ID or name of the container, which must be one of vm-controller; undefined for other paths. */
  readonly container: string | undefined;
  /** The path; for a container, what follows its ID. */
  readonly path: string;
  /** The encoded parameters. */
  readonly query: string;
  readonly body: string | undefined;
}

/** What the driver sends to an endpoint. Without a body, the engine receives none. */
interface Content {
  readonly query?: object;
  readonly body?: object;
}

/**
 * Returns what the driver sends to an endpoint if it sends the same values, such as the same limits
 * of a container. What differs from it is refused.
 */
type Endpoint = (sent: {
  readonly query: Fields;
  /** The parsed JSON of the body; undefined without one. */
  readonly body: unknown;
}) => Content;

/** The endpoints of the engine. */
const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ['GET /version', () => ({})],
  ['GET /events', ({ query }) => ({ query: eventsQuery(filtered(query).cluster) })],
  [
    'GET /containers/json',
    ({ query }) => {
      const { cluster, uid } = filtered(query);
      const label = uid === undefined ? clusterFilter(cluster) : ownerFilter(cluster, { uid });
      return { query: listQuery(label) };
    },
  ],
  [
    'POST /containers/create',
    ({ query, body }) => {
      const fields = objectAt({ body }, 'body');
      const identity = identityFromLabels(objectAt(fields, 'Labels'));
      if (identity === undefined) throw new Refusal('Labels must be those of vm-controller');
      const limits = limitsIn(objectAt(fields, 'HostConfig'));
      const spec = { image: reference(fields, 'Image'), ...limits };
      const { cluster, owner } = identity;
      const number = numberInName(owner, String(query['name']));
      return creationOf(cluster, owner, spec, number);
    },
  ],
  [
    'POST /images/create',
    ({ query }) => ({
      query: { fromImage: reference(query, 'fromImage'), tag: reference(query, 'tag') },
    }),
  ],
]);

/** The endpoints of a container, by what follows `/containers/ID` in their paths. */
const CONTAINER_ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ['GET /json', () => ({})],
  ['GET /stats', () => ({ query: STATS_QUERY })],
  ['POST /start', () => ({})],
  ['POST /stop', () => ({ query: STOP_QUERY })],
  ['POST /unpause', () => ({})],
  ['POST /update', ({ body }) => ({ body: limitsOf(limitsIn(objectAt({ body }, 'body'))) })],
  ['DELETE ', () => ({ query: REMOVE_QUERY })],
]);

/** All endpoints, such as `POST /containers/ID/start`. */
export const ALLOWED_ENDPOINTS: readonly string[] = [
  ...ENDPOINTS.keys(),
  ...[...CONTAINER_ENDPOINTS.keys()].map((key) => key.replace(' ', ' /containers/ID')),
];

const CONTAINER_PATH = /^\/containers\/([A-Za-z0-9][\w.-]*)((?:\/[a-z]+)?)$/;

/**
 * Returns what the engine receives for a request.
 *
 * @throws {@link Refusal} if the driver does not send such a request
 */
export function allow({ method, url, body }: SentRequest): AllowedRequest {
  const end = url.includes('?') ? url.indexOf('?') : url.length;
  const path = url.slice(0, end);
  const query = decoded(url.slice(end + 1));
  const exact = ENDPOINTS.get(`${method} ${path}`);
  if (exact !== undefined) {
    return { method, path, container: undefined, ...content(exact, query, body) };
  }
  const [, container, action = ''] = CONTAINER_PATH.exec(path) ?? [];
  const endpoint = CONTAINER_ENDPOINTS.get(`${method} ${action}`);
  if (container === undefined || endpoint === undefined) {
    throw new Refusal('vm-controller does not use this method and path');
  }
  return { method, path: action, container, ...content(endpoint, query, body) };
}

/** Compares what was sent to an endpoint with what the driver sends. */
function content(
  endpoint: Endpoint,
  query: Readonly<Record<string, string>>,
  text: string,
): Pick<AllowedRequest, 'query' | 'body'> {
  const sent = text === '' ? undefined : parseJson(text, 'the body');
  const { query: parameters = {}, body } = endpoint({ query, body: sent });
  const wanted = texts(parameters);
  const different =
    difference(query, wanted, 'the parameter ') ??
    (body === undefined ? undefined : difference(sent, body, ''));
  if (different !== undefined) throw new Refusal(different);
  return { query: new URLSearchParams(wanted).toString(), body: body && JSON.stringify(body) };
}

/** Decodes parameters, which must be unique. */
function decoded(text: string): Record<string, string> {
  const found = new URLSearchParams(text);
  const names = [...found.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Refusal(`the parameter ${repeated} is repeated`);
  return Object.fromEntries(found);
}

/** Returns the texts of parameters, as dockerode writes them. */
function texts(query: object): Record<string, string> {
  const entries: [string, unknown][] = Object.entries(query);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

function filtered(query: Fields): { cluster: string; uid: string | undefined } {
  const filters = parseJson(textAt(query, 'filters'), 'the parameter filters');
  const identity = identityFromFilter(objectAt({ filters }, 'filters')['label']);
  if (identity === undefined) throw new Refusal('filters must select a label of vm-controller');
  return identity;
}

function limitsIn(fields: Fields): { nanoCpus: number; memoryBytes: number } {
  return { nanoCpus: numberAt(fields, 'NanoCpus'), memoryBytes: numberAt(fields, 'Memory') };
}

/** The name of an image. Not empty: without a name, the engine imports an image from a URL. */
function reference(fields: Fields, name: string): string {
  const text = textAt(fields, name);
  if (/^[\x21-\x7e]{1,1024}$/.test(text)) return text;
  throw new Refusal(`${name} must be the name of an image`);
}
