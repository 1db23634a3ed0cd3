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
    value: required({ type: 'words', of: VERBS }, `Of ${VERBS.join(', ')}.`),
    help,
    details: 'Without list and watch the kind has no lister and no informer.',
    example: `// +genclient\n// +${name}=get,list,watch`,
  });

export const genclient = flag(
  'genclient',
  'The kind gets a typed client, a lister and an informer.',
  'The markers below narrow it.',
);
export const nonNamespaced = flag(
  'genclient:nonNamespaced',
  'The kind is cluster-scoped.',
  'As scope=Cluster of kubebuilder:resource, which says it to the CRD as well.',
);
export const noStatus = {
  ...flag('genclient:noStatus', 'The client has no status verbs.'),
  example: '// +genclient\n// +genclient:noStatus\n// +kubebuilder:subresource:status',
};
export const noVerbs = flag('genclient:noVerbs', 'The client has no verbs.');
export const readonly = flag('genclient:readonly', 'The client has get, list and watch.');
export const skipVerbs = verbs('genclient:skipVerbs', 'The client lacks these verbs.');
export const onlyVerbs = verbs('genclient:onlyVerbs', 'The client has these verbs only.');

/** The verbs of extension methods; upstream leaves out the others too. */
export const METHOD_VERBS = ['get', 'list', 'create', 'update', 'patch', 'apply'] as const;

export const clientMethod = defineMarker({
  ...KIND,
  name: 'genclient:method',
  arguments: {
    method: required(text, 'In capitals or not; TypeScript sees it in camel case.'),
    verb: required(choice(...METHOD_VERBS)),
    subresource: optional(
      text,
      'Of the object; without it the method is the verb by another name.',
    ),
    input: optional(text, "What is sent: a type of the package or Scale; else the kind's type."),
    result: optional(
      text,
      "What is answered: a type of the package, Scale or Status; else the kind's type.",
    ),
  },
  repeatable: true,
  help: 'One more method of the client.',
  details:
    'input is for create, update and apply, result for these, get and patch; both need a subresource, since the API answers plain verbs with the kind itself. A subresource has no list. A Go path such as k8s.io/api/policy/v1.Eviction means its last word: a type of the package, or of the folder policy/v1 where the run reads that too.',
  example:
    '// +genclient\n// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas\n// +genclient:method=GetScale,verb=get,subresource=scale,result=Scale',
});

export const resourceName = defineMarker({
  ...KIND,
  name: 'resourceName',
  value: required(text),
  help: "The plural that stands in URLs; the same as resource's path.",
  example: '// +resourceName=machinery',
});

export const isSubresource = defineMarker({
  ...KIND,
  name: 'k8s:isSubresource',
  value: required(text, 'The subresource, such as "/scale".'),
  help: 'The kind stands in a subresource of others alone.',
  details: 'It has no resource of its own: no definition for clients and no CRD.',
  example:
    '// +k8s:isSubresource="/scale"\nexport interface Gadget extends TypeMeta { metadata: ObjectMeta }',
});

const generated = (name: string, help: string, details: string) =>
  defineMarker({
    topic: 'Clients',
    places: ['package', 'kind'],
    name,
    value: required(boolean, 'true is the same as no marker.'),
    help,
    details,
    example: `// +genclient\n// +${name}=false`,
  });

export const clientGen = generated(
  'k8s:client-gen',
  'False: no typed client.',
  'Lister and informer stay, since they read through the same transport without it.',
);
export const listerGen = generated(
  'k8s:lister-gen',
  'False: no lister.',
  'The informer then hands out its store only.',
);
export const informerGen = generated(
  'k8s:informer-gen',
  'False: no informer.',
  'The lister stays.',
);
export const applyGen = generated(
  'k8s:applyconfiguration-gen',
  'False: the client has no apply and applyStatus.',
  'What server-side apply takes is a type of @vmgen/runtime made from the kind, so that no apply configurations are written.',
);
export const acGenerate = {
  ...applyGen,
  name: 'kubebuilder:ac:generate',
  help: 'As k8s:applyconfiguration-gen, in the words of controller-gen.',
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
