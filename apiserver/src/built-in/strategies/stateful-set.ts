import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isDns1123Label } from '@vmgen/base/text';
import { ErrorList, goStruct } from './error-list.js';
import {
  ensureObject,
  getNumber,
  getObject,
  getObjects,
  setDefaults,
  getString,
} from './fields.js';
import { checkIntOrPercent, isZeroAmount } from './int-or-percent.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkClaimSpec } from './claim-rules.js';
import { defaultClaimSpec, defaultPodSpec } from './pod-defaults.js';
import { templateWarnings } from './pod-warnings.js';
import {
  checkCounts,
  checkWorkloadSelector,
  checkReplicaCounts,
  checkRestarts,
  checkRunningTemplate,
  checkSameSelector,
  checkSelectorSyntax,
  sameJson,
} from './workload-rules.js';

/** apps/v1 StatefulSet. */
export const statefulSetStrategy: BuiltInStrategy = {
  nameForm: 'dns1123-label',
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    setDefaults(spec, {
      podManagementPolicy: 'OrderedReady',
      replicas: 1,
      revisionHistoryLimit: 10,
    });
    spec['serviceName'] ??= '';
    const strategy = ensureObject(spec, 'updateStrategy');
    if (getString(strategy, 'type') === '') {
      strategy['type'] = 'RollingUpdate';
      setDefaults(strategy, { rollingUpdate: {} });
    }
    if (strategy['type'] === 'RollingUpdate' && isJsonObject(strategy['rollingUpdate'])) {
      setDefaults(strategy['rollingUpdate'], { partition: 0, maxUnavailable: 1 });
    }
    setDefaults(ensureObject(spec, 'persistentVolumeClaimRetentionPolicy'), {
      whenDeleted: 'Retain',
      whenScaled: 'Retain',
    });
    defaultPodSpec(ensureObject(spec, 'template', 'spec'));
    for (const claim of getObjects(spec, 'volumeClaimTemplates')) {
      setDefaults(claim, { apiVersion: 'v1', kind: 'PersistentVolumeClaim', status: {} });
      defaultClaimSpec(ensureObject(claim, 'spec'));
      setDefaults(ensureObject(claim, 'status'), { phase: 'Pending' });
    }
    const status = ensureObject(object, 'status');
    status['replicas'] ??= 0;
    status['availableReplicas'] ??= 0;
  },
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    checkSpec(errors, getObject(object, 'spec'));
    if (live !== undefined) checkChange(errors, getObject(object, 'spec'), getObject(live, 'spec'));
    return errors.errors;
  },
  validateStatus(object) {
    const errors = new ErrorList();
    const status = getObject(object, 'status');
    checkReplicaCounts(errors, status, [
      'readyReplicas',
      'currentReplicas',
      'updatedReplicas',
      'availableReplicas',
    ]);
    const [available, ready] = [
      getNumber(status, 'availableReplicas') ?? 0,
      getNumber(status, 'readyReplicas') ?? 0,
    ];
    if (available > ready) {
      const detail = 'cannot be greater than status.readyReplicas';
      errors.invalid('status.availableReplicas', available, detail);
    }
    return errors.errors;
  },
  warningsOf(object) {
    const spec = getObject(object, 'spec');
    const warnings = templateWarnings('spec.template', getObject(spec, 'template'));
    if ((getNumber(spec, 'revisionHistoryLimit') ?? 0) < 0) {
      warnings.push(
        'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
      );
    }
    return warnings;
  },
};

function checkSpec(errors: ErrorList, spec: JsonObject): void {
  const policy = getString(spec, 'podManagementPolicy');
  if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    const detail = "must be 'OrderedReady' or 'Parallel'";
    errors.invalid('spec.podManagementPolicy', policy, detail);
  }
  checkRollout(errors, getObject(spec, 'updateStrategy'));
  const retention = getObject(spec, 'persistentVolumeClaimRetentionPolicy');
  for (const name of ['whenDeleted', 'whenScaled']) {
    const path = `spec.persistentVolumeClaimRetentionPolicy.${name}`;
    errors.oneOf(path, retention[name], ['Retain', 'Delete']);
  }
  checkCounts(errors, 'spec', spec, ['replicas', 'minReadySeconds']);
  checkCounts(errors, 'spec.ordinals', getObject(spec, 'ordinals'), ['start']);
  const service = getString(spec, 'serviceName');
  if (service !== '') errors.problems('spec.serviceName', service, isDns1123Label(service));
  checkWorkloadSelector(errors, spec, 'statefulset');
  getObjects(spec, 'volumeClaimTemplates').forEach((claim, i) => {
    checkClaimSpec(errors, `spec.volumeClaimTemplates[${i}].spec`, getObject(claim, 'spec'));
  });
  const refusal = 'activeDeadlineSeconds in StatefulSet is not Supported';
  if (checkSelectorSyntax(errors, spec, '')) {
    checkRunningTemplate(errors, withClaims(spec), refusal);
  } else {
    checkRestarts(errors, spec, refusal);
  }
}

/** Containers may also mount the volumes of the claim templates. */
function withClaims(spec: JsonObject): JsonObject {
  const claims = getObjects(spec, 'volumeClaimTemplates').map((claim): JsonObject => ({
    name: getString(getObject(claim, 'metadata'), 'name'),
    persistentVolumeClaim: { claimName: 'any' },
  }));
  const template = getObject(spec, 'template');
  const podSpec = getObject(template, 'spec');
  const own = new Set(claims.map(({ name }) => name));
  const volumes = getObjects(podSpec, 'volumes').filter(({ name }) => !own.has(name ?? null));
  return {
    ...spec,
    template: { ...template, spec: { ...podSpec, volumes: [...volumes, ...claims] } },
  };
}

function checkRollout(errors: ErrorList, strategy: JsonObject): void {
  const type = getString(strategy, 'type');
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
    checkIntOrPercent(errors, `${path}.rollingUpdate.maxUnavailable`, maxUnavailable);
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
