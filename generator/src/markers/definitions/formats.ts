/** A format of Kubernetes declarative validation as schema keywords. */
interface StringFormat {
  /** Follows the name of the value. */
  readonly message: string;
  readonly pattern: string;
  readonly maxLength?: number;
  /** The part that no pattern can express, for the string that `subject` names in CEL. */
  readonly rule?: (subject: string) => string;
}

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const ANY_CASE = '[A-Za-z0-9]([-A-Za-z0-9]*[A-Za-z0-9])?';
const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]';
/** A prefix is a subdomain of at most 253 characters. */
const shortPrefix = (subject: string): string => `${subject}.indexOf('/') <= 253`;

/** After apimachinery pkg/api/validate. */
const KNOWN = {
  'k8s-extended-resource-name': {
    message: 'must be an extended resource name, such as example.com/gpu',
    pattern: `^${SUBDOMAIN}/${NAME}$`,
    maxLength: 308,
    rule: (subject) =>
      `!${subject}.contains('kubernetes.io/') && !${subject}.startsWith('requests.') && ${subject}.indexOf('/') <= 244`,
  },
  'k8s-label-key': {
    message: 'must be a label key, such as example.com/name',
    pattern: `^(${SUBDOMAIN}/)?${NAME}$`,
    maxLength: 317,
    rule: shortPrefix,
  },
  'k8s-label-value': {
    message: 'must be a label value: letters, digits, -, _ and .',
    pattern: `^(${NAME})?$`,
    maxLength: 63,
  },
  'k8s-long-name': {
    message: 'must be a DNS subdomain, such as example.com',
    pattern: `^${SUBDOMAIN}$`,
    maxLength: 253,
  },
  'k8s-long-name-caseless': {
    message: 'must be a DNS subdomain in any case, such as Example.com',
    pattern: `^${ANY_CASE}(\\.${ANY_CASE})*$`,
    maxLength: 253,
  },
  'k8s-path-segment-name': {
    message: "must be a path segment: not '.' or '..', and without '/' and '%'",
    pattern: '^([^/%.][^/%]*|\\.[^/%.][^/%]*|\\.\\.[^/%]+)?$',
  },
  'k8s-prefixed-label-key': {
    message: 'must be a label key with a prefix, such as example.com/name',
    pattern: `^${SUBDOMAIN}/${NAME}$`,
    maxLength: 317,
    rule: shortPrefix,
  },
  'k8s-resource-fully-qualified-name': {
    message: 'must be a DNS subdomain and a C identifier, such as example.com/memory',
    pattern: `^${SUBDOMAIN}/[A-Za-z_][A-Za-z0-9_]{0,31}$`,
    maxLength: 96,
    rule: (subject) => `${subject}.indexOf('/') <= 63`,
  },
  'k8s-resource-pool-name': {
    message: 'must be DNS subdomains between slashes',
    pattern: `^${SUBDOMAIN}(/${SUBDOMAIN})*$`,
    maxLength: 253,
  },
  'k8s-short-name': {
    message: 'must be a DNS label, such as my-name',
    pattern: `^${LABEL}$`,
    maxLength: 63,
  },
  'k8s-uuid': {
    message: 'must be a UUID in lower case',
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    maxLength: 36,
  },
} satisfies Record<string, StringFormat>;

type FormatName = keyof typeof KNOWN;

export const FORMATS: Readonly<Record<FormatName, StringFormat>> = KNOWN;
export const FORMAT_NAMES = Object.keys(FORMATS).filter(
  (name): name is FormatName => name in FORMATS,
);
