import type { JsonObject } from '@vmgen/base/json';
import { errorMessage } from '@vmgen/base/text';
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { crdFileOf } from '../../emit/output-files.js';
import { inShell } from '../../text/in-shell.js';
import { finding, type Check, type Finding } from '../check.js';
import { NotCheckedError } from '../not-checked-error.js';
import type { ClusterConnection } from '../cluster-connection.js';
import type { Setup } from '../setup.js';
import { firstDifference } from './first-difference.js';
import { objectAt, objectsAt, textAt, textsAt } from '../../text/json-fields.js';
import { type Permission, permissionsOf, reviewOf, textOfPermission } from './permissions.js';

/** The oldest supported Kubernetes 1.x: docs/kubernetes-versions.md. */
const OLDEST_MINOR = 36;
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const ADMISSION = '/apis/admissionregistration.k8s.io/v1';

async function kubeconfig(setup: Setup): Promise<Finding[]> {
  if (setup.connect === undefined) await setup.cluster();
  try {
    await setup.connect?.();
    return [];
  } catch (error) {
    const fix = 'kubectl config get-contexts, then export KUBECONFIG=FILE or use --context NAME';
    return finding(errorMessage(error), fix);
  }
}

async function reachable(setup: Setup): Promise<Finding[]> {
  const { server } = await setup.cluster();
  try {
    await setup.version();
    return [];
  } catch (error) {
    const message = `the API server ${JSON.stringify(server)} does not respond: ${errorMessage(error)}`;
    return finding(
      message,
      'start the cluster, or select another one: kubectl config get-contexts',
    );
  }
}

async function credentials(setup: Setup): Promise<Finding[]> {
  const { certificate } = await setup.cluster();
  const { status } = await setup.version().catch(() => {
    throw new NotCheckedError('the API server does not respond');
  });
  if (status !== 401) return [];
  const end = certificate === undefined ? undefined : endOf(certificate);
  const isExpired = end !== undefined && Date.parse(end) < Date.now();
  const reason = isExpired ? `: the client certificate expired on ${end}` : ' (401)';
  return finding(
    `the API server rejects the credentials of the context${reason}`,
    'log in again as the cluster requires it, then: kubectl auth whoami',
  );
}

function endOf(pem: string): string | undefined {
  try {
    return new X509Certificate(pem).validTo;
  } catch {
    return undefined;
  }
}

async function kubernetesVersion(setup: Setup): Promise<Finding[]> {
  await setup.usableCluster();
  const { body } = await setup.version();
  const { major, minor } = body;
  const number = typeof minor === 'string' ? Number.parseInt(minor, 10) : NaN;
  if (major !== '1' || !Number.isInteger(number)) {
    throw new NotCheckedError('the API server does not state its version');
  }
  if (number >= OLDEST_MINOR) return [];
  return finding(
    `the cluster has Kubernetes 1.${number}; vmgen supports 1.${OLDEST_MINOR} and newer`,
    'upgrade the cluster, or test the operator on this version (docs/kubernetes-versions.md)',
  );
}

/** The object at a path; undefined without one. */
async function get(
  cluster: ClusterConnection,
  path: string,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const { status, body } = await cluster.request(path, signal);
  if (status === 200) return body;
  if (status === 404) return undefined;
  throw new NotCheckedError(`the API server answers ${path} with ${status}`);
}

/** The generated CRDs, each with the installed one, and whether another project installs it. */
async function installedCrds(setup: Setup, signal: AbortSignal) {
  const cluster = await setup.usableCluster();
  await setup.crds();
  const crds = await setup.generated('crds');
  const { options } = await setup.settings();
  const external = options.operator?.externalGroups ?? [];
  return Promise.all(
    crds.map(async (crd) => {
      const name = textAt(crd['metadata'], 'name');
      const path = `${CRDS}/${encodeURIComponent(name)}`;
      const isExternal = external.includes(textAt(crd['spec'], 'group'));
      return { crd, name, isExternal, installed: await get(cluster, path, signal) };
    }),
  );
}

async function crdsCurrent(setup: Setup, signal: AbortSignal): Promise<Finding[]> {
  const all = await installedCrds(setup, signal);
  const { options } = await setup.settings();
  const hasExternal = all.some(({ isExternal }) => isExternal);
  return all.flatMap(({ crd, name, isExternal, installed }) => {
    const spec = objectAt(crd, 'spec');
    const group = textAt(spec, 'group');
    const file = join(options.out, crdFileOf(group, textAt(spec['names'], 'plural')));
    const applied = inShell(hasExternal ? file : join(options.out, 'crds'));
    const fix = isExternal
      ? `install the project that has the group ${group}: operator.externalGroups names it`
      : `kubectl apply --server-side -f ${applied}`;
    if (installed === undefined) return finding(`the cluster does not have the CRD ${name}`, fix);
    // Another project installs its own version.
    const difference = isExternal ? undefined : firstDifference(crd, installed);
    return difference === undefined
      ? []
      : finding(
          `the CRD ${name} of the cluster is not the generated one: ${difference} differs`,
          fix,
        );
  });
}

async function storedVersions(setup: Setup, signal: AbortSignal): Promise<Finding[]> {
  const all = await installedCrds(setup, signal);
  return all.flatMap(({ crd, name, isExternal, installed }) => {
    if (isExternal) return [];
    const stored = textsAt(installed?.['status'], 'storedVersions');
    const known = objectsAt(crd['spec'], 'versions').map((version) => version['name']);
    const lost = stored.filter((version) => !known.includes(version));
    if (lost.length === 0) return [];
    return finding(
      `objects of ${name} are stored in ${lost.join(' and ')}, which the generated CRD does not have: the API server refuses it`,
      'keep the version with +kubebuilder:unservedversion until migrateStorage() has written all objects (docs/conversion.md)',
    );
  });
}

/** How an API server calls a webhook. */
interface Call {
  /** For messages. */
  readonly owner: string;
  readonly config: JsonObject;
}

async function webhooks(setup: Setup, signal: AbortSignal): Promise<Finding[]> {
  const calls = [
    ...(await admissionCalls(setup, signal)),
    ...(await conversionCalls(setup, signal)),
  ];
  if (calls.length === 0) throw new NotCheckedError('the cluster has no webhook of the project');
  const findings = await Promise.all(calls.map((call) => problemsOf(call, setup, signal)));
  return findings.flat();
}

async function admissionCalls(setup: Setup, signal: AbortSignal): Promise<Call[]> {
  const cluster = await setup.usableCluster();
  const configurations = (await setup.generated('webhook')).map(async ({ kind, metadata }) => {
    const name = textAt(metadata, 'name');
    if (typeof kind !== 'string' || name === '') return [];
    const path = `${ADMISSION}/${encodeURIComponent(kind.toLowerCase())}s/${encodeURIComponent(name)}`;
    const installed = await get(cluster, path, signal);
    return objectsAt(installed, 'webhooks').map((each) => ({
      owner: `${kind} ${name}`,
      config: objectAt(each, 'clientConfig'),
    }));
  });
  return (await Promise.all(configurations)).flat();
}

async function conversionCalls(setup: Setup, signal: AbortSignal): Promise<Call[]> {
  if ((await setup.generated('crds')).length === 0) return [];
  const all = await installedCrds(setup, signal);
  return all.flatMap(({ name, installed }) => {
    const { webhook } = objectAt(installed?.['spec'], 'conversion');
    if (webhook === undefined) return [];
    const config = objectAt(webhook, 'clientConfig');
    return [{ owner: `the conversion of the CRD ${name}`, config }];
  });
}

async function problemsOf(
  { owner, config }: Call,
  setup: Setup,
  signal: AbortSignal,
): Promise<Finding[]> {
  const cluster = await setup.usableCluster();
  const { caBundle, service } = config;
  if (service === undefined) return [];
  const name = textAt(service, 'name');
  const namespace = textAt(service, 'namespace');
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/services/${encodeURIComponent(name)}`;
  if ((await get(cluster, path, signal)) === undefined) {
    const message = `${owner} calls the Service ${namespace}/${name}, which does not exist`;
    return finding(message, await installCommand(setup));
  }
  if (typeof caBundle === 'string' && caBundle !== '') return [];
  return finding(
    `${owner} has no caBundle: the API server does not trust the webhook`,
    `kubectl logs --namespace ${inShell(namespace)} deployment/OPERATOR shows why the operator, or cert-manager, has not set it`,
  );
}

async function permissions(setup: Setup, signal: AbortSignal): Promise<Finding[]> {
  const cluster = await setup.usableCluster();
  const roles = await setup.generated('rbac');
  const needed = permissionsOf(roles);
  if (needed.length === 0) throw new NotCheckedError('there are no generated roles');
  const answers = await Promise.all(
    needed.map(async (permission) => ({
      permission,
      isAllowed: await isAllowed(permission, cluster, signal),
    })),
  );
  const missing = answers.filter(({ isAllowed }) => !isAllowed);
  if (missing.length === 0) return [];
  const list = missing.slice(0, 5).map(({ permission }) => textOfPermission(permission));
  const more = missing.length > list.length ? ` and ${missing.length - list.length} more` : '';
  return finding(
    `the user of the context lacks permissions that the operator needs: ${list.join(', ')}${more}`,
    `select a context whose user has them for npm start; in the cluster: ${await installCommand(setup)}`,
  );
}

async function installCommand(setup: Setup): Promise<string> {
  const { options } = await setup.settings();
  return `kubectl apply --server-side -f ${inShell(join(options.out, 'install.yaml'))}`;
}

async function isAllowed(
  permission: Permission,
  cluster: ClusterConnection,
  signal: AbortSignal,
): Promise<boolean> {
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const { status, body } = await cluster.request(path, signal, reviewOf(permission));
  if (status !== 201) throw new NotCheckedError(`the API server answers ${path} with ${status}`);
  return objectAt(body, 'status')['allowed'] === true;
}

/** What only a cluster can answer. */
export const CLUSTER: readonly Check[] = [
  {
    name: 'kubeconfig',
    reads: 'the kubeconfig',
    problem: 'The kubeconfig is invalid, or lacks the context.',
    fix: '`kubectl config get-contexts`',
    find: kubeconfig,
  },
  {
    name: 'reachable',
    reads: '`/version` of the API server',
    problem: 'The API server does not respond.',
    fix: 'Start the cluster, or select another context.',
    find: reachable,
  },
  {
    name: 'credentials',
    reads: '`/version` of the API server, the client certificate',
    problem: 'The credentials are rejected or expired.',
    fix: 'Log in again.',
    find: credentials,
  },
  {
    name: 'kubernetes-version',
    reads: '`/version` of the API server',
    problem: 'The cluster is older than what vmgen supports.',
    fix: 'Upgrade the cluster.',
    find: kubernetesVersion,
  },
  {
    name: 'installed-crds',
    reads: 'the CRDs of the cluster and of the output',
    problem: 'A CRD is not installed, or differs from the generated one.',
    fix: '`kubectl apply --server-side -f generated/crds`',
    find: crdsCurrent,
  },
  {
    name: 'stored-versions',
    reads: '`status.storedVersions` of the CRDs of the cluster',
    problem: 'Objects are stored in a version that the generated CRD does not have.',
    fix: 'Keep the version until `migrateStorage()` has written all objects.',
    find: storedVersions,
  },
  {
    name: 'webhooks',
    reads: 'the webhook configurations, CRDs and Services of the cluster',
    problem: 'A webhook has no `caBundle`, or its Service does not exist.',
    fix: '`kubectl apply --server-side -f generated/install.yaml`; the log of the operator',
    find: webhooks,
  },
  {
    name: 'permissions',
    reads: 'the generated roles, SelfSubjectAccessReviews of the cluster',
    problem: 'The user of the context lacks permissions that the operator needs.',
    fix: 'Select another context for `npm start`.',
    find: permissions,
  },
];
