import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isDns1123Label } from '@vmgen/base/text';
import { Field } from '@vmgen/crd/internal';
import { ensureObject, getObject, getObjects, setDefaults, getString } from './fields.js';
import { checkIntOrPercent, isZeroAmount } from './int-or-percent.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkClaimSpec } from './claim-rules.js';
import { defaultClaimSpec, defaultPodSpec } from './pod-defaults.js';
import { templateWarnings } from './template-warnings.js';
import {
  checkAvailable,
  checkWorkloadSelector,
  checkReplicaCounts,
  checkRestarts,
  checkRunningTemplate,
  checkSameSelector,
  checkSelectorSyntax,
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
  validate(object, live) {
    const spec = object.at('spec');
    checkSpec(spec);
    if (live === undefined) return;
    checkSameSelector(spec, live);
    for (const name of ['volumeClaimTemplates', 'serviceName', 'podManagementPolicy']) {
      spec.at(name).immutable(getObject(live, 'spec')[name]);
    }
  },
  validateStatus(object) {
    const status = object.at('status');
    checkReplicaCounts(status, [
      'readyReplicas',
      'currentReplicas',
      'updatedReplicas',
      'availableReplicas',
    ]);
    checkAvailable(status, 'cannot be greater than status.readyReplicas');
  },
  warningsOf: templateWarnings('spec', 'template'),
};

function checkSpec(spec: Field): void {
  const policy = spec.at('podManagementPolicy');
  if (policy.text !== 'OrderedReady' && policy.text !== 'Parallel') {
    policy.invalid("must be 'OrderedReady' or 'Parallel'", policy.text);
  }
  checkRollout(spec.at('updateStrategy'));
  for (const name of ['whenDeleted', 'whenScaled']) {
    spec.at('persistentVolumeClaimRetentionPolicy', name).oneOf('Retain', 'Delete');
  }
  spec.counts('replicas', 'minReadySeconds');
  spec.at('ordinals').counts('start');
  spec.at('serviceName').checkIfSet(isDns1123Label);
  checkWorkloadSelector(spec.at('selector'), 'statefulset');
  for (const claim of spec.at('volumeClaimTemplates').items) checkClaimSpec(claim.at('spec'));
  const refusal = 'activeDeadlineSeconds in StatefulSet is not Supported';
  if (checkSelectorSyntax(spec.at('selector'), '')) {
    const complete = new Field(withClaims(spec.object), spec.path, spec.errors);
    checkRunningTemplate(complete, refusal);
  } else {
    checkRestarts(spec, refusal);
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

function checkRollout(strategy: Field): void {
  const { text: type } = strategy.at('type');
  const update = strategy.at('rollingUpdate');
  if (type === 'OnDelete') {
    if (!update.isObject) return;
    update.invalid("only allowed for updateStrategy 'RollingUpdate'");
  } else if (type === 'RollingUpdate') {
    update.counts('partition');
    const away = update.at('maxUnavailable');
    if (away.value === undefined) return;
    checkIntOrPercent(away);
    if (isZeroAmount(away.value)) away.invalid('cannot be 0');
  } else {
    const detail = "must be 'RollingUpdate' or 'OnDelete'";
    strategy.invalid(detail);
  }
}
