import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { isDns1123Subdomain, isPathSegment, maskTrailingDash } from '@vmgen/base/text';
import { type Field, fieldErrors, type NameRule } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObject, getString } from './fields.js';
import { IP_FORM } from './ip-rules.js';

/** certificates.k8s.io CertificateSigningRequest, policy PodDisruptionBudget: any path segment. */
export const PATH_SEGMENT: BuiltInStrategy = { nameForm: 'path-segment' };

const subdomain: NameRule = (name, isPrefix) =>
  isDns1123Subdomain(isPrefix ? maskTrailingDash(name) : name);

/** Kinds that declare the form of their names, and do not validate the prefix of generated names. */
export const DECLARED_NAME: BuiltInStrategy = {
  nameRule: () => (name, isPrefix) =>
    isPrefix
      ? []
      : isDns1123Subdomain(name).map((each) => each.replace('253 characters', '253 bytes')),
};

/** apiregistration.k8s.io/v1 APIService: its name is its version and group. */
export const apiServiceStrategy: BuiltInStrategy = {
  nameRule(object) {
    const spec = getObject(object, 'spec');
    const wanted = `${getString(spec, 'version')}.${getString(spec, 'group')}`;
    return (name) => {
      const problems = isPathSegment(name);
      if (problems.length > 0 || name === wanted) return problems;
      return [`must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`];
    };
  },
};

/** networking.k8s.io/v1 IPAddress: its name is the address in its canonical form. */
export const ipAddressStrategy: BuiltInStrategy = {
  nameRule: () => addressProblems,
  generatesPlainNames: true,
};

function addressProblems(name: string): string[] {
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(name) && /(^|\.)0\d/.test(name)) {
    return ['must not have leading 0s'];
  }
  if (isIP(name) === 0 || name.includes('%')) return [IP_FORM];
  if (isIP(name) === 4) return [];
  const canonical = new URL(`http://[${name}]`).hostname.slice(1, -1);
  if (canonical.startsWith('::ffff:')) return ['must not be an IPv4-mapped IPv6 address'];
  return canonical === name ? [] : [`must be in canonical form (${JSON.stringify(canonical)})`];
}

const MAX_BUNDLE_BYTES = 1024 * 1024;

/** certificates.k8s.io ClusterTrustBundle: its name starts with its signer. */
export const clusterTrustBundleStrategy: BuiltInStrategy = {
  validatesSchema: true,
  nameRule(object) {
    const signer = getString(getObject(object, 'spec'), 'signerName');
    if (signer === '') return withoutSigner;
    const start = `${signer.replaceAll('/', ':')}:`;
    return (name, isPrefix) =>
      name.startsWith(start)
        ? subdomain(name.slice(start.length), isPrefix)
        : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${start}`];
  },
  validate(object, live) {
    const spec = object.at('spec');
    const before = getObject(live ?? {}, 'spec');
    const bundle = spec.at('trustBundle');
    if (live === undefined || bundle.value !== before['trustBundle']) checkBundle(bundle);
    if (live !== undefined) spec.at('signerName').immutable(before['signerName']);
  },
};

const withoutSigner: NameRule = (name, isPrefix) =>
  name.includes(':')
    ? ['ClusterTrustBundle without signer name must not have ":" in its name']
    : subdomain(name, isPrefix);

const BLOCK = /-----BEGIN ([^\n-]*)-----\n([^]*?)-----END \1-----/g;

/** Validates a PEM bundle of authorities. */
function checkBundle(bundle: Field): void {
  const { text } = bundle;
  if (text.length > MAX_BUNDLE_BYTES) {
    bundle.errors.push(fieldErrors.tooLong(bundle.path, MAX_BUNDLE_BYTES));
    return;
  }
  const problems: string[] = [];
  const found = new Set<string>();
  for (const [i, [block, type = '', content = '']] of [...text.matchAll(BLOCK)].entries()) {
    const problem = blockProblem(type, block, content);
    if (problem !== undefined) problems.push(`entry ${i} ${problem}`);
    else if (found.has(content)) problems.push('duplicate trust anchor');
    found.add(content);
  }
  if (found.size === 0) problems.push('at least one trust anchor must be provided');
  for (const problem of problems) bundle.invalid(problem, '<value omitted>');
}

function blockProblem(type: string, block: string, content: string): string | undefined {
  if (type !== 'CERTIFICATE') return `has bad block type: ${type}`;
  if (content.includes(':')) return 'has PEM block headers';
  try {
    return new X509Certificate(block).ca ? undefined : 'does not have the CA bit set';
  } catch {
    return 'does not parse as X.509';
  }
}
