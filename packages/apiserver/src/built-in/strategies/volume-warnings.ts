import type { JsonObject } from '@vmgen/base/json';
import { claimWarnings } from './claim-warnings.js';
import { getObject, getObjects, getString, isFilled } from './fields.js';

/** Deprecated sources of volumes, most of which are not mounted any more, with upstream's names. */
const OLD_SOURCES: Readonly<Record<string, readonly [name: string, text: string]>> = {
  photonPersistentDisk: ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  gitRepo: ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  scaleIO: ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  flocker: ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  storageos: ['storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
  quobyte: ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  glusterfs: ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  cephfs: ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  rbd: ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
};

/** Returns the warnings for the sources in an object. */
export const sourceWarnings = (path: string, sources: JsonObject): string[] =>
  Object.entries(OLD_SOURCES).flatMap(([source, [name, text]]) =>
    sources[source] === undefined ? [] : [`${path}.${name}: ${text}`],
  );

/** Returns the warnings for the sources of volumes, and for their paths that overlap. */
export function volumeWarnings(path: string, volumes: readonly JsonObject[]): string[] {
  return [
    ...volumes.flatMap((volume, i) => [
      ...sourceWarnings(`${path}[${i}]`, volume),
      ...claimWarnings(
        `${path}[${i}].ephemeral.volumeClaimTemplate.spec`,
        getObject(volume, 'ephemeral', 'volumeClaimTemplate', 'spec'),
      ),
    ]),
    ...volumes.flatMap(overlaps),
  ];
}

/** A path in a volume, and the source that has it: empty if the volume has one source. */
interface SourcePath {
  readonly path: string;
  readonly source: string;
}

function overlaps(volume: JsonObject): string[] {
  const name = JSON.stringify(getString(volume, 'name'));
  const warn = (kind: string, paths: readonly SourcePath[]): string[] =>
    overlapsOf(paths).map((text) => `volume ${name} (${kind}): overlapping paths: ${text}`);
  const [config, secret] = [getObject(volume, 'configMap'), getObject(volume, 'secret')];
  const sources = getObjects(volume, 'projected', 'sources');
  return [
    ...warn(`ConfigMap ${quotedName(config, 'name')}`, itemsOf(config, '')),
    ...warn(`Secret ${quotedName(secret, 'secretName')}`, itemsOf(secret, '')),
    ...warn('DownwardAPI', itemsOf(getObject(volume, 'downwardAPI'), '')),
    ...sources
      .filter((source) => !isFilled(source))
      .map(() => `volume ${name} (Projected) has no sources provided`),
    ...warn('Projected', sources.flatMap(projectedPaths)),
  ];
}

const quotedName = (source: JsonObject, field: string): string =>
  JSON.stringify(getString(source, field));

const itemsOf = (volume: JsonObject, source: string): SourcePath[] =>
  getObjects(volume, 'items').map((item) => ({ path: getString(item, 'path'), source }));

function projectedPaths(projection: JsonObject): SourcePath[] {
  const part = (name: string): JsonObject => getObject(projection, name);
  const [bundle, certificate] = [part('clusterTrustBundle'), part('podCertificate')];
  const bundleName = getString(bundle, 'name') || getString(bundle, 'signerName');
  const token = part('serviceAccountToken');
  return [
    ...itemsOf(part('configMap'), `ConfigMap ${quotedName(part('configMap'), 'name')}`),
    ...itemsOf(part('secret'), `Secret ${quotedName(part('secret'), 'name')}`),
    ...itemsOf(part('downwardAPI'), 'DownwardAPI'),
    { path: getString(token, 'path'), source: 'ServiceAccountToken' },
    {
      path: getString(bundle, 'path'),
      source: `ClusterTrustBundle ${JSON.stringify(bundleName)}`,
    },
    { path: getString(certificate, 'certificateChainPath'), source: 'PodCertificate chain' },
    { path: getString(certificate, 'keyPath'), source: 'PodCertificate key' },
    {
      path: getString(certificate, 'credentialBundlePath'),
      source: 'PodCertificate credential bundle',
    },
  ];
}

/**
 * The number of earlier paths with which a path is compared, and of warnings. A response cannot hold
 * as many warnings, and without a limit, the work would grow with the square of the paths.
 */
const LIMIT = 100;

function overlapsOf(paths: readonly SourcePath[]): string[] {
  const warnings: string[] = [];
  const seen: SourcePath[] = [];
  for (const { path: text, source } of paths) {
    const own = { path: text.replace(/\/+$/, ''), source };
    if (own.path === '') continue;
    for (const other of seen) {
      if (warnings.length >= LIMIT) return warnings;
      if (isWithin(own.path, other.path) || isWithin(other.path, own.path)) {
        warnings.push(`${shown(own)} with ${shown(other)}`);
      }
    }
    if (seen.length < LIMIT) seen.push(own);
  }
  return warnings;
}

const isWithin = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);

const shown = ({ path, source }: SourcePath): string =>
  source === '' ? JSON.stringify(path) : `${JSON.stringify(path)} (${source})`;
