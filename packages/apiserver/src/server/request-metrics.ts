import type { TransportRequest, TransportResponse } from '@vmgen/runtime';
import { textResponse } from '../response/text-response.js';
import type { Registry } from '../registry/registry.js';
import type { RequestInfo } from '../request/request-info.js';
import type { Endpoint } from '../resource/endpoint.js';
import type { Host } from './host.js';

/** The path of the metrics. */
export const METRICS_PATH = '/metrics';

/** What a request asks for: a served resource. */
export interface RequestTarget {
  readonly info: RequestInfo;
  readonly endpoint: Endpoint;
}

/** Further series are not counted. Definitions that are created and deleted could add any number. */
const MAX_SERIES = 10_000;

const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz']);

const HEADERS = {
  'content-type': 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores',
  'cache-control': 'no-cache, private',
};

/**
 * The metrics of a server, with the names and labels of kube-apiserver. Only requests for served
 * resources and for the health of the server are counted, so that clients cannot add series.
 */
export class RequestMetrics {
  readonly #registry: Registry;
  readonly #requests = new Map<string, number>();

  readonly #processSeries: Host['processSeries'];

  constructor(registry: Registry, processSeries: Host['processSeries']) {
    this.#registry = registry;
    this.#processSeries = processSeries;
  }

  /** Counts an answered request. */
  count(request: TransportRequest, target: RequestTarget | undefined, code: number): void {
    const labels =
      target === undefined ? pathLabels(request.path, code) : resourceLabels(target, request, code);
    if (labels === undefined) return;
    const before = this.#requests.get(labels);
    if (before === undefined && this.#requests.size >= MAX_SERIES) return;
    this.#requests.set(labels, (before ?? 0) + 1);
  }

  /** Returns the metrics in the text format of Prometheus. */
  page(): TransportResponse {
    const text = [
      ...family('apiserver_request_total', 'counter', 'Number of answered requests.', [
        ...this.#requests,
      ]),
      ...family('apiserver_resource_objects', 'gauge', 'Number of stored objects.', [
        ...this.#objects(),
      ]),
      ...this.#processSeries().flatMap(({ name, type, help, value }) =>
        family(name, type, help, [['', value]]),
      ),
    ];
    return textResponse(200, HEADERS, `${text.join('\n')}\n`);
  }

  /** The number of objects of each resource that was used. */
  *#objects(): Generator<Sample> {
    for (const store of this.#registry.stores()) {
      const resource = this.#registry.endpointOf(store)?.resource;
      if (resource === undefined) continue;
      const { group, plural } = resource;
      yield [`{group="${group}",resource="${plural}"}`, store.size];
    }
  }
}

type Sample = readonly [labels: string, value: number];

function family(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: readonly Sample[],
): string[] {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}`).sort();
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

/** Returns the labels of a request; undefined for a subresource that is not served. */
function resourceLabels(
  { info, endpoint }: RequestTarget,
  request: TransportRequest,
  code: number,
): string | undefined {
  const { group, version, plural, subresources } = endpoint.resource;
  const { subresource = '' } = info;
  if (subresource !== '' && !subresources.some(({ name }) => name === subresource)) {
    return undefined;
  }
  return requestLabels({
    code,
    component: 'apiserver',
    dryRun: info.query.get('dryRun') === 'All' ? 'All' : '',
    ...{ group, resource: plural, version },
    scope: scopeOf(info),
    subresource,
    verb: verbOf(info, request),
  });
}

function pathLabels(pathAndQuery: string, code: number): string | undefined {
  const [path = ''] = pathAndQuery.split('?');
  if (!HEALTH_PATHS.has(path)) return undefined;
  return requestLabels({ code, subresource: path, verb: 'GET' });
}

interface RequestLabels {
  readonly code: number;
  readonly verb: string;
  readonly subresource: string;
  readonly component?: string;
  readonly dryRun?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly scope?: string;
  readonly version?: string;
}

/** One concatenation, because each request calls it. The values are names and constants, which need no escapes. */
const requestLabels = ({
  code,
  verb,
  subresource,
  component = '',
  dryRun = '',
  group = '',
  resource = '',
  scope = '',
  version = '',
}: RequestLabels): string =>
  `{code="${code}",component="${component}",dry_run="${dryRun}",group="${group}",resource="${resource}",` +
  `scope="${scope}",subresource="${subresource}",verb="${verb}",version="${version}"}`;

function scopeOf({ verb, name, watchedName, namespace }: RequestInfo): string {
  if (name !== undefined || watchedName !== undefined || verb === 'create') return 'resource';
  return namespace === undefined ? 'cluster' : 'namespace';
}

const VERBS: Readonly<Partial<Record<RequestInfo['verb'], string>>> = {
  create: 'POST',
  update: 'PUT',
  none: 'other',
};

function verbOf({ verb }: RequestInfo, { headers }: TransportRequest): string {
  if (verb === 'patch' && headers?.['content-type']?.includes('apply-patch') === true) {
    return 'APPLY';
  }
  return VERBS[verb] ?? verb.toUpperCase();
}
