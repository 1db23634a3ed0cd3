import { VERBS } from './verbs.js';
import type { MarkerDefinition } from '../language/definition.js';
import { boolean, choice, optional, required, text } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

const KIND = { topic: 'Clients', places: ['kind'] } as const;

const flag = (name: string, help: string, details?: string) =>
  defineMarker({
    ...KIND,
    name,
    help,
    ...(details === undefined ? {} : { details }),
    example: name === 'genclient' ? '// +genclient' : `// +genclient\n// +${name}`,
  });

const verbs = (name: string, help: string) =>
  defineMarker({
    ...KIND,
    name,
    value: required({ type: 'words', of: VERBS }, `One or more of ${VERBS.join(', ')}.`),
    help,
    details: 'Without list and watch the kind has no lister and no informer.',
    example: `// +genclient\n// +${name}=get,list,watch`,
  });

export const genclient = flag(
  'genclient',
  'Generates a typed client, a lister and an informer for the kind.',
  'The other client markers restrict it.',
);
export const nonNamespaced = flag(
  'genclient:nonNamespaced',
  'The kind is cluster-scoped.',
  'Equivalent to scope=Cluster of kubebuilder:resource, which also applies to the CRD.',
);
export const noStatus = {
  ...flag('genclient:noStatus', 'The client has no status verbs.'),
  example: '// +genclient\n// +genclient:noStatus\n// +kubebuilder:subresource:status',
};
export const noVerbs = flag('genclient:noVerbs', 'The client has no verbs.');
export const readonly = flag('genclient:readonly', 'The client has get, list and watch.');
export const skipVerbs = verbs('genclient:skipVerbs', 'The client lacks these verbs.');
export const onlyVerbs = verbs('genclient:onlyVerbs', 'The client has these verbs only.');

/** The verbs of extension methods; upstream does not support the others either. */
export const METHOD_VERBS = ['get', 'list', 'create', 'update', 'patch', 'apply'] as const;

export const clientMethod = defineMarker({
  ...KIND,
  name: 'genclient:method',
  arguments: {
    method: required(text, 'The name of the method in any case; TypeScript uses it in camel case.'),
    verb: required(choice(...METHOD_VERBS)),
    subresource: optional(
      text,
      'A subresource of the object. Without it, the method is an alias of the verb.',
    ),
    input: optional(
      text,
      'The type of the request: a type of the package or Scale. Defaults to the kind.',
    ),
    result: optional(
      text,
      'The type of the response: a type of the package, Scale or Status. Defaults to the kind.',
    ),
  },
  repeatable: true,
  help: 'Adds a method to the client.',
  details:
    'input applies to create, update and apply; result applies to these and to get and patch. Both require a subresource, because verbs without one use the kind itself. Subresources have no list. Only the last word of a Go path such as k8s.io/api/policy/v1.Eviction counts: it names a type of the package, or of the folder policy/v1 if the run includes it.',
  example:
    '// +genclient\n// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas\n// +genclient:method=GetScale,verb=get,subresource=scale,result=Scale',
});

export const resourceName = defineMarker({
  ...KIND,
  name: 'resourceName',
  value: required(text),
  help: 'The plural in URLs; equivalent to path of kubebuilder:resource.',
  example: '// +resourceName=machinery',
});

export const isSubresource = defineMarker({
  ...KIND,
  name: 'k8s:isSubresource',
  value: required(text, 'The subresource, such as "/scale".'),
  help: 'The kind exists only as a subresource of other kinds.',
  details: 'It has no resource of its own: no definition for clients and no CRD.',
  example:
    '// +k8s:isSubresource="/scale"\nexport interface Gadget extends TypeMeta { metadata: ObjectMeta }',
});

const generated = (name: string, help: string, details: string) =>
  defineMarker({
    topic: 'Clients',
    places: ['package', 'kind'],
    name,
    value: required(boolean, 'true is equivalent to no marker.'),
    help,
    details,
    example: `// +genclient\n// +${name}=false`,
  });

export const clientGen = generated(
  'k8s:client-gen',
  'False: no typed client.',
  'Lister and informer are generated nevertheless, because they use the same transport without the client.',
);
export const listerGen = generated(
  'k8s:lister-gen',
  'False: no lister.',
  'The informer then provides only its store.',
);
export const informerGen = generated(
  'k8s:informer-gen',
  'False: no informer.',
  'The lister is generated nevertheless.',
);
export const applyGen = generated(
  'k8s:applyconfiguration-gen',
  'False: the client has no apply and applyStatus.',
  'Server-side apply takes a type that @vmgen/runtime derives from the kind, so no apply configurations are generated.',
);
export const acGenerate = {
  ...applyGen,
  name: 'kubebuilder:ac:generate',
  help: 'Equivalent to k8s:applyconfiguration-gen; the form of controller-gen.',
  example: '// +genclient\n// +kubebuilder:ac:generate=false',
};

export const CLIENT_MARKERS: readonly MarkerDefinition[] = [
  genclient,
  nonNamespaced,
  noStatus,
  noVerbs,
  readonly,
  onlyVerbs,
  skipVerbs,
  clientMethod,
  resourceName,
  isSubresource,
  clientGen,
  listerGen,
  informerGen,
  applyGen,
  acGenerate,
];
