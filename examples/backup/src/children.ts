import type { ApplyConfiguration, Cached } from '@vmgen/runtime';
import type { CronJob } from '@vmgen/kubernetes/batch/v1';
import type { ConfigMap } from '@vmgen/kubernetes/core/v1';
import type { BackupSchedule } from '../apis/backup/v1/types.js';

/** A schedule from the cache. */
export type Schedule = Cached<BackupSchedule, 'Namespaced'>;

const IMAGE = 'restic/restic:0.18.0';

/** The annotation with the version of the Secret: new Pods start when it changes. */
export const SECRET_VERSION = 'backup.example.com/secret-version';

/** The name of the children. */
export function childName({ metadata }: Schedule): string {
  return `${metadata.name}-backup`;
}

/** The metadata of the children. */
function childMetadata(schedule: Schedule) {
  return {
    name: childName(schedule),
    labels: {
      'app.kubernetes.io/managed-by': 'backup-operator',
      'app.kubernetes.io/instance': schedule.metadata.name,
    },
  };
}

/** The ConfigMap with the script of a backup. */
export function configMapOf(schedule: Schedule): ApplyConfiguration<ConfigMap> {
  const { retention = 7 } = schedule.spec;
  const script = [
    'set -e',
    'restic snapshots >/dev/null 2>&1 || restic init',
    'restic backup /sources',
    `restic forget --keep-last ${retention} --prune`,
  ];
  return { metadata: childMetadata(schedule), data: { 'backup.sh': `${script.join('\n')}\n` } };
}

/** The CronJob that runs the script. It is suspended while the Secret does not exist. */
export function cronJobOf(
  schedule: Schedule,
  secretVersion: string | undefined,
): ApplyConfiguration<CronJob> {
  const { sources, secretName, resources } = schedule.spec;
  const name = childName(schedule);
  const volume = (index: number): string => `source-${index}`;
  return {
    metadata: childMetadata(schedule),
    spec: {
      schedule: schedule.spec.schedule,
      suspend: secretVersion === undefined,
      concurrencyPolicy: 'Forbid',
      jobTemplate: {
        spec: {
          backoffLimit: 2,
          template: {
            metadata: { annotations: { [SECRET_VERSION]: secretVersion ?? '' } },
            spec: {
              restartPolicy: 'Never',
              containers: [
                {
                  name: 'restic',
                  image: IMAGE,
                  command: ['/bin/sh', '/scripts/backup.sh'],
                  envFrom: [{ secretRef: { name: secretName } }],
                  resources,
                  volumeMounts: [
                    { name: 'scripts', mountPath: '/scripts', readOnly: true },
                    ...sources.map((source, index) => ({
                      name: volume(index),
                      mountPath: `/sources/${source}`,
                      readOnly: true,
                    })),
                  ],
                },
              ],
              volumes: [
                { name: 'scripts', configMap: { name } },
                ...sources.map((claimName, index) => ({
                  name: volume(index),
                  persistentVolumeClaim: { claimName, readOnly: true },
                })),
              ],
            },
          },
        },
      },
    },
  };
}
