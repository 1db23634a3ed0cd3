import type { ValueForm } from './value-form.js';

/** An environment variable, in the form of Kubernetes. */
export interface EnvVar {
  /** The name, such as `DATABASE_HOST`. */
  readonly name: string;
  /** The value. Defaults to the empty text. */
  readonly value?: string | undefined;
  /** Another source of the value, such as `{ secretKeyRef: { name: 'api', key: 'token' } }`. */
  readonly valueFrom?: Readonly<Record<string, unknown>> | undefined;
}

/** Compute resources by name, as quantities. */
export type ResourceQuantities = Readonly<Record<string, string | number>>;

/** Settings of the pods of an operator, in the form of Kubernetes. The values of the Helm chart have the same names. */
export interface PodSettings {
  /** Further environment variables of the operator. Defaults to none. */
  readonly env?: readonly EnvVar[] | undefined;
  /** ConfigMaps and Secrets whose keys become environment variables. Defaults to none. */
  readonly envFrom?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** Volumes besides the folder /tmp, such as `{ name: 'ca', secret: { secretName: 'ca' } }`. Defaults to none. */
  readonly volumes?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** Where the operator reads them, such as `{ name: 'ca', mountPath: '/ca' }`. Defaults to none. */
  readonly volumeMounts?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** Compute resources besides the memory limit, which is `memoryMiB`. */
  readonly resources?:
    | {
        /** Defaults to `{ cpu: '10m', memory: '64Mi' }`. Given names replace these defaults. */
        readonly requests?: ResourceQuantities | undefined;
        /** Defaults to none. */
        readonly limits?: ResourceQuantities | undefined;
      }
    | undefined;
  /** Labels that nodes must have. Defaults to none. */
  readonly nodeSelector?: Readonly<Record<string, string>> | undefined;
  /** Taints of nodes that the pods tolerate. Defaults to none. */
  readonly tolerations?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** Rules for the choice of nodes. Defaults to none. */
  readonly affinity?: Readonly<Record<string, unknown>> | undefined;
  /** Secrets with credentials for the registry of the image. Defaults to none. */
  readonly imagePullSecrets?: readonly { readonly name: string }[] | undefined;
  /** Annotations of the pods. Defaults to none. */
  readonly podAnnotations?: Readonly<Record<string, string>> | undefined;
  /**
   * Further egress rules of the NetworkPolicy, such as `{ ports: [{ port: 5432 }] }`. Defaults to none: the pods
   * connect only to the API server and to DNS.
   */
  readonly egress?: readonly Readonly<Record<string, unknown>>[] | undefined;
}

/** The variables that the manifests set. */
const OWN_VARIABLES = [
  'CERTIFICATE_FOLDER',
  'NODE_OPTIONS',
  'POD_NAME',
  'POD_NAMESPACE',
  'SERVER_PORT',
  'WEBHOOK_PORT',
];

/** The volumes of the manifests. */
const OWN_VOLUMES = ['certificate', 'tmp'];

const TEXT: ValueForm = { type: 'string', description: 'a text' };
const OBJECT: ValueForm = { type: 'object', description: 'an object' };
const OBJECTS: ValueForm = { type: 'array', description: 'a list of objects', items: OBJECT };
const TEXTS_BY_KEY: ValueForm = {
  type: 'object',
  description: 'an object with texts',
  additionalProperties: TEXT,
};
const QUANTITY: ValueForm = {
  type: ['string', 'number'],
  description: "a quantity, such as '500m' or '1Gi'",
  pattern: '^[0-9]+(\\.[0-9]*)?([KMGTPE]i|[numkMGTPE]|[eE][-+]?[0-9]+)?$',
  minimum: 0,
};
const QUANTITIES: ValueForm = {
  type: 'object',
  description: 'an object with quantities',
  additionalProperties: QUANTITY,
};

/** The forms of the settings. */
export const POD_FORMS: Readonly<Record<keyof PodSettings, ValueForm>> = {
  env: {
    type: 'array',
    description: 'a list of environment variables',
    items: {
      type: 'object',
      description: 'an object with a name',
      required: ['name'],
      additionalProperties: false,
      properties: {
        name: {
          type: 'string',
          description: `the name of an environment variable, and not one that the manifests set: ${OWN_VARIABLES.join(', ')}`,
          pattern: '^[A-Za-z_.-][A-Za-z0-9_.-]*$',
          not: { enum: OWN_VARIABLES },
        },
        value: { type: 'string', description: "a text; quote numbers and booleans, such as '1'" },
        valueFrom: OBJECT,
      },
    },
  },
  envFrom: OBJECTS,
  volumes: {
    type: 'array',
    description: 'a list of volumes',
    items: {
      type: 'object',
      description: 'an object with a name',
      required: ['name'],
      properties: {
        name: {
          type: 'string',
          description: `the name of a volume, and not one that the manifests set: ${OWN_VOLUMES.join(', ')}`,
          pattern: '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$',
          not: { enum: OWN_VOLUMES },
        },
      },
    },
  },
  volumeMounts: {
    type: 'array',
    description: 'a list of mounts',
    items: {
      type: 'object',
      description: 'an object with the name of a volume and a mountPath',
      required: ['name', 'mountPath'],
      properties: { name: { ...TEXT, minLength: 1 }, mountPath: { ...TEXT, minLength: 1 } },
    },
  },
  resources: {
    type: 'object',
    description: 'an object with requests and limits',
    additionalProperties: false,
    properties: {
      requests: QUANTITIES,
      limits: {
        ...QUANTITIES,
        // No text has these lengths: the heap of Node depends on the memory limit.
        properties: {
          memory: {
            type: 'string',
            description: 'omitted: set memoryMiB',
            minLength: 1,
            maxLength: 0,
          },
        },
      },
    },
  },
  nodeSelector: TEXTS_BY_KEY,
  tolerations: OBJECTS,
  affinity: OBJECT,
  imagePullSecrets: {
    type: 'array',
    description: 'a list of Secrets',
    items: {
      type: 'object',
      description: 'an object with a name',
      required: ['name'],
      additionalProperties: false,
      properties: { name: { ...TEXT, minLength: 1 } },
    },
  },
  podAnnotations: TEXTS_BY_KEY,
  egress: OBJECTS,
};

/** Settings with all defaults. */
export type Pod = {
  readonly [Key in Exclude<keyof PodSettings, 'resources'>]-?: NonNullable<PodSettings[Key]>;
} & {
  readonly resources: {
    readonly requests: ResourceQuantities;
    readonly limits: ResourceQuantities;
  };
};

/** Returns the settings with their defaults. */
export function podOf({ resources, ...given }: PodSettings): Pod {
  return {
    env: given.env ?? [],
    envFrom: given.envFrom ?? [],
    volumes: given.volumes ?? [],
    volumeMounts: given.volumeMounts ?? [],
    resources: {
      requests: { cpu: '10m', memory: '64Mi', ...resources?.requests },
      limits: resources?.limits ?? {},
    },
    nodeSelector: given.nodeSelector ?? {},
    tolerations: given.tolerations ?? [],
    affinity: given.affinity ?? {},
    imagePullSecrets: given.imagePullSecrets ?? [],
    podAnnotations: given.podAnnotations ?? {},
    egress: given.egress ?? [],
  };
}
