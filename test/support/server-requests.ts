import type { ApiServer } from '@vmgen/apiserver';
import type { Clock, TransportRequest } from '@vmgen/runtime';

/** A response, as a test compares it. */
interface Answer {
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Options of a server whose answers are the same each time. */
export function repeatable(): { clock: Clock; random: () => number } {
  let state = 1;
  return {
    clock: {
      nowMs: () => performance.now(),
      date: () => new Date('2026-01-02T03:04:05Z'),
      setTimer(delayMs, callback) {
        const timer = setTimeout(callback, delayMs);
        return { cancel: () => clearTimeout(timer) };
      },
    },
    random: () => (state = (state * 16807) % 2147483647) / 2147483647,
  };
}

const JSON_TYPE = 'application/json';
const APPLY_TYPE = 'application/apply-patch+yaml';
const TABLE_TYPE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

const DEFINITION = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: sites.test.vmgen.dev }
spec:
  group: test.vmgen.dev
  scope: Namespaced
  names: { plural: sites, singular: site, kind: Site, shortNames: [st] }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {}, scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas } }
      additionalPrinterColumns:
        - { name: Image, type: string, jsonPath: .spec.image }
        - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [image]
              properties:
                image: { type: string, pattern: '^[a-zé-]+$', maxLength: 30 }
                replicas: { type: integer, default: 2, minimum: 0 }
                maxReplicas: { type: integer }
                key: { type: string, format: byte }
                extra: { type: object, x-kubernetes-preserve-unknown-fields: true }
              x-kubernetes-validations:
                - rule: '!has(self.maxReplicas) || self.replicas <= self.maxReplicas'
                  message: replicas must not be more than maxReplicas
            status:
              type: object
              properties: { replicas: { type: integer }, phase: { type: string } }
`;

const POLICY = {
  metadata: { name: 'no-bad-names' },
  spec: {
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
      ],
    },
    validations: [{ expression: "!object.metadata.name.startsWith('bad')", message: 'a bad name' }],
  },
};

const BINDING = {
  metadata: { name: 'no-bad-names' },
  spec: { policyName: 'no-bad-names', validationActions: ['Deny'] },
};

const WEBHOOK = {
  metadata: { name: 'hooks' },
  webhooks: [
    {
      name: 'hook.test.vmgen.dev',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      clientConfig: { url: 'https://hooks.invalid/check' },
      rules: [
        { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['limitranges'] },
      ],
    },
  ],
};

const pod = {
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'web', image: 'web', resources: { limits: { cpu: '0.5' } } }] },
};

const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: web }] }
`;

const SITES = '/apis/test.vmgen.dev/v1/namespaces/default/sites';
const CORE = '/api/v1/namespaces/default';
const ADMISSION = '/apis/admissionregistration.k8s.io/v1';

const site = (name: string, spec: object) => ({
  apiVersion: 'test.vmgen.dev/v1',
  kind: 'Site',
  metadata: { name },
  spec,
});

/** An object that is nested as deeply as a body may be, and deeper. */
const nested = (levels: number): string =>
  `{"apiVersion":"test.vmgen.dev/v1","kind":"Site","metadata":{"name":"deep-${levels}"},"spec":{"image":"web","extra":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}}`;

/** A policy with an expression of this many conditions, one in the other. */
const conditions = (levels: number): object => ({
  metadata: { name: `conditions-${levels}` },
  spec: {
    ...POLICY.spec,
    validations: [
      { expression: `${'object.kind == "a" ? true : ('.repeat(levels)}true${')'.repeat(levels)}` },
    ],
  },
});

const get = (path: string, accept = JSON_TYPE): TransportRequest => ({
  method: 'GET',
  path,
  headers: { accept },
});

const post = (path: string, body: object | string, type = JSON_TYPE): TransportRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': type },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const patch = (path: string, body: object | string, type: string): TransportRequest => ({
  ...post(path, body, type),
  method: 'PATCH',
});

/** Requests of each kind that a server answers: discovery, writes of all forms, refusals, lists and documents. */
const REQUESTS: readonly TransportRequest[] = [
  get('/version'),
  get('/apis', AGGREGATED),
  post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', DEFINITION, 'application/yaml'),
  post(SITES, site('one', { image: 'web', key: '/9j/4A==' })),
  post(SITES, site('two', { image: 'é-web', replicas: 3, maxReplicas: 4 })),
  post(SITES, site('bad', { image: 'WEB' })),
  post(SITES, site('many', { image: 'web', replicas: 5, maxReplicas: 4 })),
  post(`${SITES}?fieldValidation=Strict`, site('odd', { image: 'web', colour: 'red' })),
  get(SITES, TABLE_TYPE),
  get(`${SITES}?limit=1`),
  get(`${SITES}/one`, 'application/yaml'),
  patch(`${SITES}/one/status`, { status: { phase: 'Ready' } }, 'application/merge-patch+json'),
  get(`${SITES}/one/scale`),
  patch(`${SITES}/three?fieldManager=a`, site('three', { image: 'a' }), APPLY_TYPE),
  patch(`${SITES}/three?fieldManager=b`, site('three', { image: 'b' }), APPLY_TYPE),
  post(`${ADMISSION}/validatingadmissionpolicies`, POLICY),
  post(`${ADMISSION}/validatingadmissionpolicybindings`, BINDING),
  post(`${CORE}/configmaps`, { metadata: { name: 'bad-one' } }),
  post(`${CORE}/configmaps`, { metadata: { name: 'good' }, binaryData: { a: 'AAEC' } }),
  post(`${CORE}/secrets`, { metadata: { name: 'key' }, stringData: { a: 'grün' } }),
  post(`${CORE}/pods`, pod),
  post(`${CORE}/serviceaccounts`, { metadata: { generateName: 'account-' } }),
  post(`${CORE}/services`, { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } }),
  patch('/apis/apps/v1/namespaces/default/deployments/web?fieldManager=a', deployment, APPLY_TYPE),
  patch(
    `${CORE}/pods/web`,
    '{"metadata":{"labels":{"a":"b"}}}',
    'application/strategic-merge-patch+json',
  ),
  post(`${ADMISSION}/validatingwebhookconfigurations`, WEBHOOK),
  post(SITES, nested(397)),
  post(SITES, nested(1000)),
  patch(`${SITES}/deep-397?fieldManager=a&force=true`, nested(397), APPLY_TYPE),
  get(`${SITES}/deep-397`, 'application/yaml'),
  post(SITES, `a: ${'['.repeat(3000)}`, 'application/yaml'),
  post(`${ADMISSION}/validatingadmissionpolicies`, conditions(50)),
  post(`${ADMISSION}/validatingadmissionpolicies`, conditions(1000)),
  { method: 'DELETE', path: `${SITES}/two` },
  get('/openapi/v3/apis/test.vmgen.dev/v1'),
  get('/openapi/v3'),
];

/** A write whose webhook is not in the server's program. */
export const WEBHOOK_CALL = post(`${CORE}/limitranges`, {
  metadata: { name: 'a' },
  spec: { limits: [] },
});

/** Sends {@link REQUESTS} one after the other. */
export async function answersOf(server: ApiServer): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const request of REQUESTS) answers.push(await answerTo(server, request));
  return answers;
}

export async function answerTo(server: ApiServer, request: TransportRequest): Promise<Answer> {
  const response = await server.transport.request(request);
  const { status, headers } = response;
  return {
    request: `${request.method} ${request.path}`,
    status,
    headers,
    text: await response.text(),
  };
}

/** Watches sites as a table, changes one, and returns the lines of both events. */
export async function watchedLines(server: ApiServer): Promise<string> {
  const stopped = new AbortController();
  const watch = get(`${SITES}?watch=true&resourceVersion=0`, TABLE_TYPE);
  const { body } = await server.transport.request({ ...watch, signal: stopped.signal });
  const decoder = new TextDecoder();
  let lines = '';
  for await (const chunk of body) {
    lines += decoder.decode(chunk, { stream: true });
    if (lines.includes('"MODIFIED"')) break;
    if (lines.includes('"ADDED"')) {
      const change = { spec: { replicas: 1 } };
      await server.transport.request(patch(`${SITES}/one`, change, 'application/merge-patch+json'));
    }
  }
  stopped.abort();
  return lines;
}
