/** A definition with columns, defaults and documentation. */
const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: sites.web.example.com }
spec:
  group: web.example.com
  scope: Namespaced
  names: { plural: sites, singular: site, kind: Site, shortNames: [st], categories: [all] }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      additionalPrinterColumns:
        - { name: Image, type: string, jsonPath: .spec.image }
        - { name: Replicas, type: integer, jsonPath: .spec.replicas }
        - { name: Phase, type: string, jsonPath: .status.phase, priority: 1 }
        - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
      schema:
        openAPIV3Schema:
          description: A website that runs in the cluster. Its pods serve the same content, and a load balancer distributes the requests among them.
          type: object
          properties:
            spec:
              description: What the user wants.
              type: object
              required: [image]
              properties:
                image: { type: string, description: 'The image of the pods.\\n\\nIt contains the content.' }
                replicas: { type: integer, default: 2, minimum: 0 }
                mode: { type: string, enum: ['', static, dynamic, mixed, none] }
                hosts: { type: array, items: { type: object, properties: { name: { type: string }, aliases: { type: array, items: { type: string } } } } }
                parameters: { type: object, additionalProperties: { type: string } }
            status:
              type: object
              properties: { phase: { type: string }, observedGeneration: { type: integer } }
`;

const SITES = `apiVersion: web.example.com/v1
kind: Site
metadata: { name: blog, labels: { tier: front, team: a } }
spec: { image: blog, hosts: [{ name: a.example.com, aliases: [b, c] }], parameters: { podCIDR: '<1 & 2>' } }
---
apiVersion: web.example.com/v1
kind: Site
metadata: { name: shop, annotations: { note: first } }
spec: { image: shop, replicas: 3 }
`;

const DOCS = `apiVersion: web.example.com/v1
kind: Site
metadata: { name: docs }
spec: { image: docs }
`;

const WEB = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { a: '1', b: '2' }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { app: web } }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: web:1
          ports: [{ containerPort: 80 }]
          env: [{ name: A, value: '1' }, { name: B, value: '2' }]
        - { name: log, image: log }
`;

const EVENT = `apiVersion: v1
kind: Event
metadata: { name: blog.1, namespace: default }
type: Normal
reason: Created
message: The site is there
source: { component: site-controller }
involvedObject: { apiVersion: web.example.com/v1, kind: Site, name: blog, namespace: default, uid: UID }
firstTimestamp: '2026-01-02T03:04:05Z'
lastTimestamp: '2026-01-02T03:04:05Z'
`;

const site = (spec: string): string =>
  `apiVersion: web.example.com/v1\nkind: Site\nmetadata: { name: bad }\nspec: ${spec}\n`;

/** The files of the script. */
export const FILES: Readonly<Record<string, string>> = {
  'crd.yaml': CRD,
  'sites.yaml': SITES,
  'sites-2.yaml': SITES.replace('image: shop, replicas: 3', 'image: store').replace(
    'note: first',
    'other: second',
  ),
  'web.yaml': WEB,
  'web-2.yaml': WEB.replace('web:1', 'web:2')
    .replace(", { name: B, value: '2' }", '')
    .replace("a: '1', ", ''),
  'docs.yaml': DOCS,
  'docs-2.yaml': DOCS.replace('image: docs', 'image: guide'),
  'event.yaml': EVENT,
  'invalid.yaml': site('{ image: 1, replicas: -1, mode: other }'),
  'unknown.yaml': site('{ image: a, colour: red }'),
  'no-kind.yaml': 'metadata: { name: a }\n',
  'other-kind.yaml': site('{}').replace('kind: Site', 'kind: Page'),
  'broken.yaml': 'a: [1\nb: 2\n',
  'empty.yaml': '# nothing\n',
  'foreign.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: other }\n',
};

/** Commands in this order, with their differences from kubectl, if there are any. */
export const SCRIPT: readonly (string | { readonly command: string; readonly differs: string })[] =
  [
    'get sites',
    'apply -f crd.yaml',
    'get sites',
    'get sites -A',
    'apply -f sites.yaml',
    'apply -f sites.yaml',
    'get sites',
    'get st -o wide',
    'get site blog --show-labels',
    'get sites -l tier=front',
    'get sites -l tier=back',
    'get sites.web.example.com/blog sites/shop',
    'get sites -A --no-headers',
    'get sites -o name',
    'get site blog -o yaml',
    'get site blog -o json',
    'get sites -o yaml',
    'get site missing',
    'get site missing --ignore-not-found',
    'get site blog missing',
    'get pages',
    'get pages.example.com',
    'get site blog -A',
    'get site blog -l a=b',
    'get site/blog shop',
    'get site/blog/status',
    'get sites -o name --show-labels',
    'get all',
    'apply -f web.yaml',
    'apply -f web.yaml',
    'get all',
    'get cm,deploy',
    'get configmap settings -o yaml',
    'apply -f web-2.yaml',
    'apply -f web-2.yaml',
    'get deployment web -o yaml',
    'apply -f sites-2.yaml',
    'get site shop -o yaml',
    'apply -f docs.yaml --server-side',
    {
      command: 'apply -f docs-2.yaml --server-side --field-manager other',
      differs: 'the advice about a conflict is shorter',
    },
    'apply -f docs-2.yaml --server-side --field-manager other --force-conflicts',
    'get site docs -o yaml',
    'apply -f docs.yaml --force-conflicts',
    'apply -f invalid.yaml',
    'apply -f unknown.yaml',
    { command: 'apply -f no-kind.yaml', differs: 'there is no flag --validate to mention' },
    'apply -f other-kind.yaml',
    {
      command: 'apply -f broken.yaml',
      differs: 'the reader of YAML has other messages, with the column',
    },
    'apply -f empty.yaml',
    'apply -f missing.yaml',
    'apply -f foreign.yaml -n default',
    'apply -f foreign.yaml',
    { command: 'apply', differs: 'there is no flag -k' },
    'create -f sites.yaml',
    'create -f foreign.yaml --dry-run=server',
    'create -f event.yaml',
    'patch site blog --type merge -p \'{"spec":{"replicas":5}}\'',
    'patch site blog --type merge -p \'{"spec":{"replicas":5}}\'',
    'patch site blog -p \'{"spec":{"replicas":5}}\'',
    'patch site blog --type merge -p \'{"spec":{"replicas":-5}}\'',
    'patch site blog --type json -p \'[{"op":"replace","path":"/spec/image","value":"x"}]\' -o name',
    'patch deployment web -p \'{"spec":{"replicas":3}}\'',
    'patch site blog --subresource status --type merge -p \'{"status":{"phase":"Ready"}}\'',
    'patch site missing --type merge -p {}',
    'patch site blog',
    'patch site --type merge -p {}',
    'annotate site blog note=first',
    'annotate site blog note=second',
    'annotate site blog note=second other=a --overwrite',
    'annotate site/blog note-',
    'annotate site blog',
    'annotate site note=a blog',
    'label site blog tier=back',
    'label site blog tier=back --overwrite',
    'label site blog tier=back',
    'label sites --all team- tier=all --overwrite',
    'label site blog tier-',
    'label site blog tier- -o name',
    { command: 'label site blog bad=a/b', differs: 'only the server validates labels' },
    'get sites --show-labels',
    'explain sites',
    'explain site.spec',
    'explain site.spec.image',
    'explain site.spec.mode',
    'explain site.spec.hosts.aliases',
    'explain site.spec.nothing',
    'explain sites --recursive',
    { command: 'explain pages', differs: 'kubectl omits the prefix error: here' },
    'explain deployment',
    'explain deploy.spec.strategy',
    'explain pods.spec.containers.resources',
    'explain configmap --recursive',
    'explain deployments.spec.template.spec.volumes --recursive',
    'describe site blog',
    'describe sites',
    'describe site missing',
    {
      command: 'describe configmap settings',
      differs: 'the fields, instead of a summary of the kind',
    },
    'api-resources',
    'api-resources -o wide --api-group apps',
    'api-resources --namespaced=false -o name',
    'delete site missing',
    'delete site',
    'delete site shop',
    'delete -f web.yaml',
    'delete -f web.yaml --ignore-not-found',
    'delete sites --all',
    'delete sites --all',
    'delete sites --all -l a=b',
    'delete crd sites.web.example.com',
    { command: 'get site blog', differs: 'kubectl caches which types the server has' },
  ];
