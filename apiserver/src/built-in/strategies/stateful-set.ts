import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isDns1123Label } from '@vmgen/base/text';
import { ErrorList, goStruct } from './error-list.js';
import { madeObjectAt, numberIn, objectAt, objectsIn, setDefaults, textIn } from './fields.js';
import { checkIntOrPercent, isZeroAmount } from './int-or-percent.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkClaimSpec } from './claim-rules.js';
import { defaultClaimSpec, defaultPodSpec } from './pod-defaults.js';
import { templateWarnings } from './pod-warnings.js';
import {
  checkCounts,
  checkOwnSelector,
  checkReplicaCounts,
  checkRunningTemplate,
  checkSameSelector,
  sameJson,
} from './workload-rules.js';

/** apps/v1 StatefulSet. */
export const statefulSetStrategy: BuiltInStrategy = {
  nameForm: 'dns1123-label',
  defaults(object) {
    const spec = madeObjectAt(object, 'spec');
    setDefaults(spec, {
      podManagementPolicy: 'OrderedReady',
      replicas: 1,
      revisionHistoryLimit: 10,
    });
    spec['serviceName'] ??= '';
    const strategy = madeObjectAt(spec, 'updateStrategy');
    if (textIn(strategy, 'type') === '') {
      strategy['type'] = 'RollingUpdate';
      setDefaults(strategy, { rollingUpdate: {} });
    }
    if (strategy['type'] === 'RollingUpdate' && isJsonObject(strategy['rollingUpdate'])) {
      setDefaults(strategy['rollingUpdate'], { partition: 0, maxUnavailable: 1 });
    }
    setDefaults(madeObjectAt(spec, 'persistentVolumeClaimRetentionPolicy'), {
      whenDeleted: 'Retain',
      whenScaled: 'Retain',
    });
    defaultPodSpec(madeObjectAt(spec, 'template', 'spec'));
    for (const claim of objectsIn(spec, 'volumeClaimTemplates')) {
      setDefaults(claim, { apiVersion: 'v1', kind: 'PersistentVolumeClaim', status: {} });
      defaultClaimSpec(madeObjectAt(claim, 'spec'));
      setDefaults(madeObjectAt(claim, 'status'), { phase: 'Pending' });
    }
    const status = madeObjectAt(object, 'status');
    status['replicas'] ??= 0;
    status['availableReplicas'] ??= 0;
  },
  judgesAlone: true,
  validate(object, live) {
    const errors = new ErrorList();
    checkSpec(errors, objectAt(object, 'spec'));
    if (live !== undefined) checkChange(errors, objectAt(object, 'spec'), objectAt(live, 'spec'));
    return errors.errors;
  },
  validateStatus(object) {
    const errors = new ErrorList();
    const status = objectAt(object, 'status');
    checkReplicaCounts(errors, status, [
      'readyReplicas',
      'currentReplicas',
      'updatedReplicas',
      'availableReplicas',
    ]);
    const [available, ready] = [
      numberIn(status, 'availableReplicas') ?? 0,
      numberIn(status, 'readyReplicas') ?? 0,
    ];
    if (available > ready) {
      const detail = 'cannot be greater than status.readyReplicas';
      errors.invalid('status.availableReplicas', available, detail);
    }
    return errors.errors;
  },
  warningsOf(object) {
    const spec = objectAt(object, 'spec');
    const warnings = templateWarnings('spec.template', objectAt(spec, 'template'));
    if ((numberIn(spec, 'revisionHistoryLimit') ?? 0) < 0) {
      warnings.push(
        'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
      );
    }
    return warnings;
  },
};

function checkSpec(errors: ErrorList, spec: JsonObject): void {
  const policy = textIn(spec, 'podManagementPolicy');
  if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    const detail = "must be 'OrderedReady' or 'Parallel'";
    errors.invalid('spec.podManagementPolicy', policy, detail);
  }
  checkRollout(errors, objectAt(spec, 'updateStrategy'));
  const retention = objectAt(spec, 'persistentVolumeClaimRetentionPolicy');
  for (const name of ['whenDeleted', 'whenScaled']) {
    const path = `spec.persistentVolumeClaimRetentionPolicy.${name}`;
    errors.oneOf(path, retention[name], ['Retain', 'Delete']);
  }
  checkCounts(errors, 'spec', spec, ['replicas', 'minReadySeconds']);
  checkCounts(errors, 'spec.ordinals', objectAt(spec, 'ordinals'), ['start']);
  const service = textIn(spec, 'serviceName');
  if (service !== '') errors.problems('spec.serviceName', service, isDns1123Label(service));
  checkOwnSelector(errors, spec, 'statefulset');
  objectsIn(spec, 'volumeClaimTemplates').forEach((claim, i) => {
    checkClaimSpec(errors, `spec.volumeClaimTemplates[${i}].spec`, objectAt(claim, 'spec'));
  });
  checkRunningTemplate(
    errors,
    withClaims(spec),
    'activeDeadlineSeconds in StatefulSet is not Supported',
  );
}

/** The volumes of the claims may be mounted, too. */
function withClaims(spec: JsonObject): JsonObject {
  const claims = objectsIn(spec, 'volumeClaimTemplates').map((claim): JsonObject => ({
    name: textIn(objectAt(claim, 'metadata'), 'name'),
    persistentVolumeClaim: { claimName: 'any' },
  }));
  const template = objectAt(spec, 'template');
  const podSpec = objectAt(template, 'spec');
  const own = new Set(claims.map(({ name }) => name));
  const volumes = objectsIn(podSpec, 'volumes').filter(({ name }) => !own.has(name ?? null));
  return {
    ...spec,
    template: { ...template, spec: { ...podSpec, volumes: [...volumes, ...claims] } },
  };
}

function checkRollout(errors: ErrorList, strategy: JsonObject): void {
  const type = textIn(strategy, 'type');
  const { rollingUpdate } = strategy;
  const path = 'spec.updateStrategy';
  if (type === 'OnDelete') {
    if (!isJsonObject(rollingUpdate)) return;
    const { partition = 0, maxUnavailable = null } = rollingUpdate;
    errors.invalid(
      `${path}.rollingUpdate`,
      goStruct({ Partition: partition, MaxUnavailable: maxUnavailable }),
      "only allowed for updateStrategy 'RollingUpdate'",
    );
  } else if (type === 'RollingUpdate') {
    if (!isJsonObject(rollingUpdate)) return;
    checkCounts(errors, `${path}.rollingUpdate`, rollingUpdate, ['partition']);
    const { maxUnavailable } = rollingUpdate;
    if (maxUnavailable === undefined) return;
    checkIntOrPercent(errors, `${path}.rollingUpdate.maxUnavailable`, maxUnavailable, true);
    if (isZeroAmount(maxUnavailable)) {
      errors.invalid(`${path}.rollingUpdate.maxUnavailable`, maxUnavailable, 'cannot be 0');
    }
  } else {
    const detail = "must be 'RollingUpdate' or 'OnDelete'";
    errors.invalid(path, goStruct({ Type: type, RollingUpdate: null }), detail);
  }
}

function checkChange(errors: ErrorList, next: JsonObject, live: JsonObject): void {
  checkSameSelector(errors, next, live);
  for (const name of ['volumeClaimTemplates', 'serviceName', 'podManagementPolicy']) {
    errors.immutable(`spec.${name}`, sameJson(next[name], live[name]), next[name]);
  }
}
