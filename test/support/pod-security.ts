/**
 * The Pod Security Standards of Kubernetes 1.37 as data
 * (https://kubernetes.io/docs/concepts/security/pod-security-standards/): for Linux pods without
 * user namespaces, as far as the documents of this repository can break them.
 */
type PodSecurityLevel = 'baseline' | 'restricted';

/** A place of the object is a list of fields; `*` matches each item of a list, or each field. */
interface Rule {
  readonly level: PodSecurityLevel;
  readonly name: string;
  /** Places below `spec` of a pod, for all of which `holds` must be true. */
  readonly places: readonly string[];
  /** Whether a value is allowed; `undefined` where the place is empty. */
  readonly holds: (value: unknown) => boolean;
}

const CONTAINERS = ['containers.*', 'initContainers.*', 'ephemeralContainers.*'];
const inContainers = (place: string): string[] => CONTAINERS.map((each) => `${each}.${place}`);
const isAbsentOr =
  (...allowed: readonly unknown[]) =>
  (value: unknown): boolean =>
    value === undefined || allowed.includes(value);
const isAmong =
  (...allowed: readonly string[]) =>
  (value: unknown): boolean =>
    value === undefined ||
    (Array.isArray(value) && value.every((each: unknown) => allowed.some((one) => one === each)));
const isAbsent = (value: unknown): boolean => value === undefined;

/** The sources that a volume may have at the level restricted. */
const VOLUME_SOURCES = [
  ...['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'image', 'persistentVolumeClaim'],
  ...['projected', 'secret'],
];
const BASELINE_CAPABILITIES = [
  ...['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD'],
  ...['NET_BIND_SERVICE', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT'],
];
const SAFE_SYSCTLS = [
  ...['kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.tcp_syncookies'],
  ...['net.ipv4.ip_unprivileged_port_start', 'net.ipv4.ping_group_range'],
  ...[
    'net.ipv4.ip_local_reserved_ports',
    'net.ipv4.tcp_keepalive_time',
    'net.ipv4.tcp_fin_timeout',
  ],
  ...['net.ipv4.tcp_keepalive_intvl', 'net.ipv4.tcp_keepalive_probes'],
  ...['net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'],
];
const HANDLERS = [
  ...[
    'livenessProbe',
    'readinessProbe',
    'startupProbe',
    'lifecycle.postStart',
    'lifecycle.preStop',
  ],
].flatMap((handler) => [`${handler}.httpGet.host`, `${handler}.tcpSocket.host`]);

const RULES: readonly Rule[] = [
  {
    level: 'baseline',
    name: 'host namespaces',
    places: ['hostNetwork', 'hostPID', 'hostIPC'],
    holds: isAbsentOr(false),
  },
  {
    level: 'baseline',
    name: 'privileged',
    places: inContainers('securityContext.privileged'),
    holds: isAbsentOr(false),
  },
  {
    level: 'baseline',
    name: 'non-default capabilities',
    places: inContainers('securityContext.capabilities.add'),
    holds: isAmong(...BASELINE_CAPABILITIES),
  },
  {
    level: 'baseline',
    name: 'hostPath volumes',
    places: ['volumes.*.hostPath'],
    holds: isAbsent,
  },
  {
    level: 'baseline',
    name: 'hostPort',
    places: inContainers('ports.*.hostPort'),
    holds: isAbsentOr(0),
  },
  {
    level: 'baseline',
    name: 'hosts of probes and lifecycle hooks',
    places: HANDLERS.flatMap(inContainers),
    holds: isAbsentOr(''),
  },
  {
    level: 'baseline',
    name: 'appArmorProfile',
    places: [
      ...['securityContext.appArmorProfile.type'],
      ...inContainers('securityContext.appArmorProfile.type'),
    ],
    holds: isAbsentOr('RuntimeDefault', 'Localhost'),
  },
  {
    level: 'baseline',
    name: 'seLinuxOptions',
    places: [
      ...['securityContext.seLinuxOptions.type'],
      ...inContainers('securityContext.seLinuxOptions.type'),
    ],
    holds: isAbsentOr(
      '',
      'container_t',
      'container_init_t',
      'container_kvm_t',
      'container_engine_t',
    ),
  },
  {
    level: 'baseline',
    name: 'SELinux user and role',
    places: ['user', 'role'].flatMap((field) => [
      `securityContext.seLinuxOptions.${field}`,
      ...inContainers(`securityContext.seLinuxOptions.${field}`),
    ]),
    holds: isAbsentOr(''),
  },
  {
    level: 'baseline',
    name: 'procMount',
    places: inContainers('securityContext.procMount'),
    holds: isAbsentOr('Default'),
  },
  {
    level: 'baseline',
    name: 'seccompProfile Unconfined',
    places: [
      ...['securityContext.seccompProfile.type'],
      ...inContainers('securityContext.seccompProfile.type'),
    ],
    holds: isAbsentOr('RuntimeDefault', 'Localhost'),
  },
  {
    level: 'baseline',
    name: 'sysctls',
    places: ['securityContext.sysctls.*.name'],
    holds: isAbsentOr(...SAFE_SYSCTLS),
  },
  {
    level: 'restricted',
    name: 'volume types',
    places: ['volumes.*'],
    holds: (volume) =>
      typeof volume === 'object' &&
      volume !== null &&
      Object.keys(volume).every((field) => field === 'name' || VOLUME_SOURCES.includes(field)),
  },
  {
    level: 'restricted',
    name: 'allowPrivilegeEscalation',
    places: inContainers('securityContext.allowPrivilegeEscalation'),
    holds: (value) => value === false,
  },
  {
    level: 'restricted',
    name: 'capabilities are dropped',
    places: inContainers('securityContext.capabilities.drop'),
    holds: (value) => Array.isArray(value) && value.includes('ALL'),
  },
  {
    level: 'restricted',
    name: 'capabilities are added',
    places: inContainers('securityContext.capabilities.add'),
    holds: isAmong('NET_BIND_SERVICE'),
  },
  {
    level: 'restricted',
    name: 'runAsUser',
    places: ['securityContext.runAsUser', ...inContainers('securityContext.runAsUser')],
    holds: (value) => value !== 0,
  },
];

/** Where the pod's own setting holds for each container that has none. */
const INHERITED: readonly { name: string; place: string; holds: (value: unknown) => boolean }[] = [
  {
    name: 'runAsNonRoot',
    place: 'securityContext.runAsNonRoot',
    holds: (value) => value === true,
  },
  {
    name: 'seccompProfile',
    place: 'securityContext.seccompProfile.type',
    holds: (value) => value === 'RuntimeDefault' || value === 'Localhost',
  },
];

/** The names of the rules of a level that a pod's spec breaks; `restricted` includes `baseline`. */
export function podSecurityViolations(spec: unknown, level: PodSecurityLevel): string[] {
  const rules = RULES.filter((rule) => level === 'restricted' || rule.level === 'baseline');
  const broken = rules
    .filter(({ places, holds }) =>
      places.some((place) => !valuesAt(spec, place.split('.')).every((value) => holds(value))),
    )
    .map(({ name }) => name);
  if (level === 'baseline') return broken;
  const inherited = INHERITED.filter(({ place, holds }) => {
    const fields = place.split('.');
    const [ofPod] = valuesAt(spec, fields);
    const ofContainers = CONTAINERS.flatMap((each) =>
      valuesAt(spec, [...each.split('.'), ...fields]),
    );
    return !ofContainers.every((value) => holds(value ?? ofPod));
  });
  return [...broken, ...inherited.map(({ name }) => name)];
}

/** The values at a place. An absent field counts as one `undefined`, an absent list as no value. */
function valuesAt(value: unknown, [field, ...rest]: readonly string[]): unknown[] {
  if (field === undefined) return [value];
  if (field === '*') {
    return Array.isArray(value) ? value.flatMap((each: unknown) => valuesAt(each, rest)) : [];
  }
  const isObject = typeof value === 'object' && value !== null;
  const next: unknown = isObject
    ? Object.entries(value).find(([name]) => name === field)?.[1]
    : undefined;
  return next === undefined && rest.includes('*') ? [] : valuesAt(next, rest);
}
