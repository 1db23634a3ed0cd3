import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { Field } from '@vmgen/crd/internal';
import {
  isFilled,
  ensureObject,
  getNumber,
  getObject,
  getObjects,
  sameJson,
  setDefaults,
  getString,
  getStringMap,
} from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { containersOf, defaultPodSpec } from './pod-defaults.js';
import { admitPriority } from './pod-priority.js';
import { copyAppArmorAnnotations } from './pod-annotations.js';
import { podWarnings } from './pod-warnings.js';
import { retainStatus } from './pod-status.js';
import { checkPodSpec } from './validate-pod-spec.js';
import { isQualifiedName } from '@vmgen/base/text';

const REFUSED_CHANGE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';
const TOLERATED_SECONDS = 300;

/** core/v1 Pod, including the admission plugins that are enabled by default. */
export const podStrategy: BuiltInStrategy = {
  returnsDeleted: true,
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    defaultPodSpec(spec);
    setDefaults(spec, { enableServiceLinks: true });
    // A negative grace period becomes one second.
    if ((getNumber(spec, 'terminationGracePeriodSeconds') ?? 0) < 0) {
      spec['terminationGracePeriodSeconds'] = 1;
    }
    for (const container of containersOf(spec)) {
      requestLimits(container);
      if (spec['hostNetwork'] === true) exposePorts(container);
    }
    syncPodAddresses(ensureObject(object, 'status'));
  },
  prepareForCreate(object, cluster, warn) {
    const spec = ensureObject(object, 'spec');
    copyAppArmorAnnotations(object, warn);
    const gates = getObjects(spec, 'schedulingGates');
    object['status'] = {
      phase: 'Pending',
      ...(gates.length > 0 ? { conditions: [gatedSince(cluster.now())] } : {}),
      qosClass: qosClassOf(spec),
    };
    admitPriority(object, spec, cluster);
    tolerateLostNodes(spec);
  },
  prepareForUpdate(next, live) {
    // A replacement that omits these fields retains the values that admission set.
    const spec = ensureObject(next, 'spec');
    const before = getObject(live, 'spec');
    for (const name of ['priority', 'preemptionPolicy']) {
      if (spec[name] === undefined && before[name] !== undefined) spec[name] = before[name];
    }
    tolerateLostNodes(spec);
  },
  gracePeriod(object, asked) {
    const spec = getObject(object, 'spec');
    const isOver = ['Failed', 'Succeeded'].includes(
      getString(getObject(object, 'status'), 'phase'),
    );
    // No kubelet has to stop the pod.
    if (getString(spec, 'nodeName') === '' || isOver) return 0;
    const period = asked ?? getNumber(spec, 'terminationGracePeriodSeconds') ?? 0;
    return period < 0 ? 1 : period;
  },
  validate(object, live) {
    const spec = object.at('spec');
    checkPodSpec(spec);
    checkGates(spec, live === undefined ? undefined : getObject(live, 'spec'));
    const ephemeral = spec.at('ephemeralContainers');
    if (live !== undefined) checkChange(spec, getObject(live, 'spec'));
    else if (ephemeral.isFilled) ephemeral.forbidden('cannot be set on create');
  },
  validateStatus(object, live) {
    object.at('status', 'qosClass').immutable(getObject(live, 'status')['qosClass']);
  },
  preservedStatusMetadata: ['ownerReferences', 'deletionTimestamp'],
  prepareForStatusUpdate(next, live) {
    next['status'] = retainStatus(getObject(next, 'status'), getObject(live, 'status'));
  },
  // Programs update pods often, and people rarely do.
  warningsOf: (object, live) => (live === undefined ? podWarnings('', object) : []),
};

/** Limits are the default of requests. */
function requestLimits(container: JsonObject): void {
  const limits = getObject(container, 'resources', 'limits');
  if (!isFilled(limits)) return;
  setDefaults(ensureObject(container, 'resources', 'requests'), limits);
}

/** In the network of the host, container ports are host ports. */
function exposePorts(container: JsonObject): void {
  for (const port of getObjects(container, 'ports')) {
    port['hostPort'] ??= port['containerPort'] ?? 0;
  }
}

/** Pods remain for five minutes on a node that is not reachable. */
function tolerateLostNodes(spec: JsonObject): void {
  const tolerations = [...getObjects(spec, 'tolerations')];
  for (const state of ['not-ready', 'unreachable']) {
    const key = `node.kubernetes.io/${state}`;
    const isTolerated = tolerations.some(
      (it) =>
        (it['key'] === key || getString(it, 'key') === '') &&
        ['', 'NoExecute'].includes(getString(it, 'effect')),
    );
    if (isTolerated) continue;
    tolerations.push({
      key,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: TOLERATED_SECONDS,
    });
  }
  spec['tolerations'] = tolerations;
}

/** Returns the quality-of-service class of a pod. */
function qosClassOf(spec: JsonObject): string {
  const containers = [...getObjects(spec, 'initContainers'), ...getObjects(spec, 'containers')];
  let isAny = false;
  let isAll = true;
  for (const container of containers) {
    const resources = getObject(container, 'resources');
    const [requests, limits] = [
      getStringMap(resources, 'requests'),
      getStringMap(resources, 'limits'),
    ];
    for (const name of ['cpu', 'memory']) {
      const [request = '', limit = ''] = [requests[name], limits[name]];
      if (!/^0*$/.test(request) || !/^0*$/.test(limit)) isAny = true;
      if (limit === '' || request !== limit) isAll = false;
    }
  }
  if (!isAny) return 'BestEffort';
  return isAll ? 'Guaranteed' : 'Burstable';
}

function checkChange(spec: Field, live: JsonObject): void {
  const containers = spec.at('containers');
  if (getObjects(live, 'containers').length !== containers.items.length) {
    containers.forbidden('pod updates may not add or remove containers');
    return;
  }
  for (const container of containers.items) container.at('image').given();
  checkAddedTolerations(spec.at('tolerations'), live);
  if (!sameJson(withoutChangeable(spec.object), withoutChangeable(live))) {
    spec.forbidden(REFUSED_CHANGE);
  }
}

function withoutChangeable(spec: JsonObject): JsonObject {
  const withoutImages = (name: string): JsonObject[] =>
    getObjects(spec, name).map(({ image: _, ...rest }) => rest);
  const { activeDeadlineSeconds: _1, tolerations: _2, schedulingGates: _3, ...rest } = spec;
  return {
    ...rest,
    containers: withoutImages('containers'),
    initContainers: withoutImages('initContainers'),
  };
}

function checkAddedTolerations(tolerations: Field, live: JsonObject): void {
  const kept = new Set(tolerations.items.map(({ object }) => textOfToleration(object)));
  const isLost = getObjects(live, 'tolerations').some((old) => !kept.has(textOfToleration(old)));
  if (!isLost) return;
  tolerations.forbidden('existing toleration can not be modified except its tolerationSeconds');
}

/** Returns all of a toleration but its seconds. */
const textOfToleration = (toleration: JsonObject): string =>
  JSON.stringify(['key', 'operator', 'value', 'effect'].map((name) => getString(toleration, name)));

/** Synchronizes the address and the list of addresses of a status. */
function syncPodAddresses(status: JsonObject): void {
  const { podIP, podIPs } = status;
  if (typeof podIP === 'string' && podIP !== '' && podIPs === undefined) {
    status['podIPs'] = [{ ip: podIP }];
  } else if (Array.isArray(podIPs) && podIP === undefined) {
    const [first] = podIPs;
    if (isJsonObject(first)) status['podIP'] = getString(first, 'ip');
  }
}

/** The status of a pod that has scheduling gates. */
const gatedSince = (now: string): JsonObject => ({
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  lastTransitionTime: now,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
});

/** Validates the scheduling gates of a pod. An update can only remove gates. */
function checkGates(spec: Field, live?: JsonObject): void {
  const { items: gates } = spec.at('schedulingGates');
  if (live !== undefined) {
    const before = new Set(
      getObjects(live, 'schedulingGates').map((gate) => getString(gate, 'name')),
    );
    for (const gate of gates) {
      const { text } = gate.at('name');
      if (before.has(text)) continue;
      const detail = `only deletion is allowed, but found new scheduling gate '${text}'`;
      gate.at('name').forbidden(detail);
    }
    return;
  }
  const names = new Set<string>();
  for (const gate of gates) {
    const { text } = gate.at('name');
    for (const problem of isQualifiedName(text)) gate.invalid(problem, text);
    gate.unique(names, text);
  }
  if (gates.length > 0 && spec.at('nodeName').text !== '') {
    spec.at('nodeName').forbidden('cannot be set until all schedulingGates have been cleared');
  }
}
