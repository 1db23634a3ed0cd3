import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { getObject, getObjects, setDefaults, setPointerDefaults, getString } from './fields.js';

/** Sets the defaults of a pod's spec, also in templates (core/v1 defaults.go). */
export function defaultPodSpec(spec: JsonObject): void {
  setDefaults(spec, {
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    schedulerName: 'default-scheduler',
    securityContext: {},
  });
  // Two names of one field. The second one exists for old clients.
  const account = getString(spec, 'serviceAccountName') || getString(spec, 'serviceAccount');
  if (account !== '') Object.assign(spec, { serviceAccountName: account, serviceAccount: account });
  for (const container of containersOf(spec)) defaultContainer(container);
  for (const volume of getObjects(spec, 'volumes')) defaultVolume(volume);
}

/** Returns the containers, init containers and ephemeral containers. */
export function containersOf(spec: JsonObject): JsonObject[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((name) => [
    ...getObjects(spec, name),
  ]);
}

function defaultContainer(container: JsonObject): void {
  setDefaults(container, {
    imagePullPolicy: pullPolicyOf(getString(container, 'image')),
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  });
  for (const port of getObjects(container, 'ports')) setDefaults(port, { protocol: 'TCP' });
  for (const variable of getObjects(container, 'env')) {
    const source = getObject(variable, 'valueFrom');
    if (isJsonObject(source['fieldRef'])) setDefaults(source['fieldRef'], { apiVersion: 'v1' });
    if (isJsonObject(source['resourceFieldRef'])) {
      setDefaults(source['resourceFieldRef'], { divisor: '0' });
    }
  }
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = container[name];
    if (!isJsonObject(probe)) continue;
    setDefaults(probe, {
      timeoutSeconds: 1,
      periodSeconds: 10,
      successThreshold: 1,
      failureThreshold: 3,
    });
    defaultHandler(probe);
  }
  const lifecycle = getObject(container, 'lifecycle');
  for (const handler of Object.values(lifecycle)) {
    if (isJsonObject(handler)) defaultHandler(handler);
  }
}

function defaultHandler(handler: JsonObject): void {
  const { httpGet, grpc } = handler;
  if (isJsonObject(httpGet)) setDefaults(httpGet, { path: '/', scheme: 'HTTP' });
  if (isJsonObject(grpc)) grpc['service'] ??= '';
}

/** Images with the tag `latest` are always pulled. A reference that cannot be parsed has no tag. */
function pullPolicyOf(image: string): string {
  return imageTag(image) === 'latest' ? 'Always' : 'IfNotPresent';
}

/** The defaults of volume sources. 420 is 0644. */
const SOURCE_DEFAULTS: Readonly<Record<string, JsonObject>> = {
  secret: { defaultMode: 420 },
  configMap: { defaultMode: 420 },
  downwardAPI: { defaultMode: 420 },
  projected: { defaultMode: 420 },
  iscsi: { iscsiInterface: 'default' },
  rbd: { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
  azureDisk: { cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared' },
  scaleIO: { storageMode: 'ThinProvisioned', fsType: 'xfs' },
};

function defaultVolume(volume: JsonObject): void {
  const sources = Object.keys(volume).filter((name) => name !== 'name');
  if (sources.length === 0) volume['emptyDir'] = {};
  for (const name of sources) {
    const source = getObject(volume, name);
    setDefaults(source, SOURCE_DEFAULTS[name] ?? {});
    if (name === 'hostPath') source['type'] ??= '';
    if (name === 'downwardAPI') defaultItems(source);
    const image = getString(source, 'reference');
    if (name === 'image' && image !== '') {
      setDefaults(source, { pullPolicy: pullPolicyOf(image) });
    }
    if (name === 'ephemeral') {
      const template = getObject(source, 'volumeClaimTemplate');
      if (isJsonObject(template['spec'])) defaultClaimSpec(template['spec']);
    }
    if (name !== 'projected') continue;
    for (const projection of getObjects(source, 'sources')) {
      defaultItems(getObject(projection, 'downwardAPI'));
      const token = projection['serviceAccountToken'];
      if (isJsonObject(token)) setDefaults(token, { expirationSeconds: 3600 });
    }
  }
}

function defaultItems(source: JsonObject): void {
  for (const item of getObjects(source, 'items')) {
    if (isJsonObject(item['fieldRef'])) setDefaults(item['fieldRef'], { apiVersion: 'v1' });
    if (isJsonObject(item['resourceFieldRef'])) {
      setDefaults(item['resourceFieldRef'], { divisor: '0' });
    }
  }
}

/** Sets the defaults of a volume claim. */
export function defaultClaimSpec(spec: JsonObject): void {
  setPointerDefaults(spec, { volumeMode: 'Filesystem' });
}

const IDENTIFIER = /^[a-f0-9]{64}$/;
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const HOST = `(?:${LABEL}(?:\\.${LABEL})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const COMPONENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const TAG = '[\\w][\\w.-]{0,127}';
const DIGEST = 'sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128}';
const REFERENCE = new RegExp(
  `^(?:${HOST}/)?(${COMPONENT}(?:/${COMPONENT})*)(?::(${TAG}))?(?:@(${DIGEST}))?$`,
);
const MAX_PATH_LENGTH = 255;

/**
 * Returns the tag of an image reference: `latest` if it has neither a tag nor a digest, undefined
 * if it has only a digest or cannot be parsed.
 *
 * Upstream: ParseImageName in kubernetes/pkg/util/parsers, and ParseNormalizedNamed in
 * distribution/reference.
 */
function imageTag(image: string): string | undefined {
  if (IDENTIFIER.test(image)) return undefined;
  const [, path, tag, digest] = REFERENCE.exec(withHost(image)) ?? [];
  if (path === undefined || path.length > MAX_PATH_LENGTH) return undefined;
  return tag ?? (digest === undefined ? 'latest' : undefined);
}

/** If the first part is not a host, the reference belongs to Docker Hub. */
function withHost(image: string): string {
  const first = image.slice(0, Math.max(image.indexOf('/'), 0));
  const isHost = /[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase();
  return isHost ? image : `docker.io/${image}`;
}
