import { type Pod, podOf, POD_FORMS, type PodSettings } from './pod-settings.js';
import { type ValueForm, valueProblem } from './value-form.js';

/** The operator of a project: from it and the model vmgen generates the manifests of a deployment. */
export interface OperatorConfig extends PodSettings {
  /**
   * The name that `runManager` receives: a DNS label of at most 50 characters that starts with a letter, such as
   * `site-operator`. Also the default name of the roles of RBAC markers.
   */
  readonly name: string;
  /** The namespace of the operator. Defaults to `NAME-system`. */
  readonly namespace?: string | undefined;
  /** The image. Defaults to `NAME:0.1.0`. */
  readonly image?: string | undefined;
  /** The number of replicas, of which one leads. Defaults to 2. */
  readonly replicas?: number | undefined;
  /** The memory limit of a replica in MiB, at least 96. Defaults to 192. */
  readonly memoryMiB?: number | undefined;
  /** Whether to include a ServiceMonitor of the Prometheus operator. Defaults to false. */
  readonly serviceMonitor?: boolean | undefined;
  /**
   * Whether cert-manager creates the certificate of webhooks. Defaults to false: the operator creates and
   * replaces it.
   */
  readonly certManager?: boolean | undefined;
  /**
   * API groups of this project whose CRDs another project installs, such as `cert-manager.io`. Their CRDs are generated,
   * for the fake clientset, but neither the deployment nor `vmgen dev` on a cluster installs them, and the roles of users
   * do not name their kinds. Defaults to none.
   */
  readonly externalGroups?: readonly string[] | undefined;
  /**
   * A folder with packed packages that package.json refers to, which the Dockerfile copies. Defaults to none: the
   * packages come from a registry.
   */
  readonly packages?: string | undefined;
  /** Whether the image has one file instead of `node_modules`: see `image/bundle.mjs`. Defaults to false. */
  readonly bundle?: boolean | undefined;
  /** Whether the image has no shell: its base is distroless. Defaults to false. */
  readonly distroless?: boolean | undefined;
}

/** The problem of an operator config. */
interface OperatorConfigProblem {
  /** The invalid key. */
  readonly key: string;
  /** The place of the value, such as `operator.env[0].name`. */
  readonly place: string;
  /** As the end of a sentence that starts with the place. */
  readonly problem: string;
}

/** A form for a text that matches a pattern. */
const text = (pattern: string, maxLength: number, description: string) =>
  ({ type: 'string', pattern, maxLength, description }) as const;

const integer = (minimum: number, maximum: number): ValueForm => ({
  type: 'integer',
  minimum,
  maximum,
  description: `an integer from ${minimum} to ${maximum}`,
});

const BOOLEAN: ValueForm = { type: 'boolean', description: 'true or false' };

/** The forms of the keys of {@link OperatorConfig}. Those of its own are pasted into manifests and need no quotes. */
export const OPERATOR_FORMS = {
  // The name of a Service has at most 13 characters more, and is limited to 63.
  name: text(
    '^[a-z]([-a-z0-9]*[a-z0-9])?$',
    50,
    'a DNS label of at most 50 characters that starts with a letter, such as site-operator',
  ),
  namespace: text(
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
    63,
    'a DNS label of at most 63 characters, such as site-system',
  ),
  image: text(
    '^[a-z0-9][a-z0-9._-]*(:[0-9]+)?(/[a-z0-9][a-z0-9._-]*)*(:[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?(@sha256:[0-9a-f]{64})?$',
    512,
    'the name of an image, such as registry.example.com/site-operator:0.1.0',
  ),
  replicas: integer(1, 100),
  // The heap needs some of it (docs/scale.md, Memory).
  memoryMiB: integer(96, 1_000_000),
  serviceMonitor: BOOLEAN,
  certManager: BOOLEAN,
  externalGroups: {
    type: 'array',
    items: text(
      '^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
      253,
      'the name of an API group, such as cert-manager.io',
    ),
    description: "a list of API groups, such as ['cert-manager.io']",
  },
  packages: text(
    '^[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*$',
    200,
    'a folder inside the project, such as packages',
  ),
  bundle: BOOLEAN,
  distroless: BOOLEAN,
  ...POD_FORMS,
} satisfies Readonly<Record<keyof OperatorConfig, ValueForm>>;

/** The first problem of an object as the key `operator` of a config; undefined if it is valid. */
export function operatorConfigProblem(value: object): OperatorConfigProblem | undefined {
  const given: Readonly<Record<string, unknown>> = { name: undefined, ...value };
  for (const [key, each] of Object.entries(given)) {
    const place = `operator.${key}`;
    if (!isKey(key)) {
      const known = Object.keys(OPERATOR_FORMS).join(', ');
      return { key, place, problem: `is not a key of operator; there are ${known}` };
    }
    if (each === undefined && key !== 'name') continue;
    const found = valueProblem(each, OPERATOR_FORMS[key], place);
    if (found !== undefined) return { key, ...found };
  }
  return undefined;
}

const isKey = (key: string): key is keyof OperatorConfig => Object.hasOwn(OPERATOR_FORMS, key);

/** The keys that only the Dockerfile reads. */
type ImageKey = 'packages' | 'bundle' | 'distroless';

/** A config with all defaults. */
export type Operator = {
  readonly [Key in Exclude<keyof OperatorConfig, ImageKey | keyof PodSettings>]-?: NonNullable<
    OperatorConfig[Key]
  >;
} & { readonly pod: Pod };

/** Returns the config with its defaults. */
export function operatorOf({ name, ...given }: OperatorConfig): Operator {
  return {
    name,
    namespace: given.namespace ?? `${name}-system`,
    image: given.image ?? `${name}:0.1.0`,
    replicas: given.replicas ?? 2,
    memoryMiB: given.memoryMiB ?? 192,
    serviceMonitor: given.serviceMonitor ?? false,
    certManager: given.certManager ?? false,
    externalGroups: given.externalGroups ?? [],
    pod: podOf(given),
  };
}

/** Whether the operator brings the CRDs of a group, and no other project does. */
export const isInstalled = (
  { externalGroups }: Pick<Operator, 'externalGroups'>,
  group: string,
): boolean => !externalGroups.includes(group);

/** The Service of the webhooks of an operator. */
export const webhookServiceOf = ({ name, namespace }: Operator) => ({
  name: `${name}-webhooks`,
  namespace,
});

/** The annotation by which cert-manager writes `caBundle`. */
export const injectedAuthority = (operator: Operator): Readonly<Record<string, string>> => {
  const { name, namespace } = webhookServiceOf(operator);
  return { 'cert-manager.io/inject-ca-from': `${namespace}/${name}` };
};
