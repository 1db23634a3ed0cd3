import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@vmgen/base/json';
import { timestamp } from '../registry/commit.js';
import { metaString } from '../resource/object-meta.js';
import { groupVersionOf } from '../resource/served-resource.js';
import { tryWrite, createStored, type ControllerHost, type Stored } from './controller-writes.js';
import type { OwnerReference } from './owner-references.js';

const COMPONENT = 'garbage-collector-controller';

/**
 * Creates a warning Event for an owner reference to another namespace. The garbage collector treats
 * the owner as absent.
 *
 * Upstream: reportInvalidNamespaceOwnerRef in pkg/controller/garbagecollector/graph_builder.go.
 */
export function reportInvalidNamespace(
  host: ControllerHost,
  dependent: Stored,
  reference: OwnerReference,
): void {
  const endpoint = host.registry.lookup('', 'v1', 'events');
  if (endpoint === undefined) return;
  const { object } = dependent.revision;
  const { kind } = dependent.endpoint.resource;
  const [name, namespace] = [metaString(object, 'name'), metaString(object, 'namespace')];
  const apiVersion = groupVersionOf(dependent.endpoint.resource);
  const uid = metaString(object, 'uid');
  const time = timestamp(host.clock);
  const owner = `[${reference.apiVersion}/${reference.kind}, namespace: ${namespace}, name: ${reference.name}, uid: ${reference.uid}]`;
  const event: JsonObject = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: `${name}.${randomUUID().replaceAll('-', '').slice(0, 16)}`,
      namespace: namespace || 'default',
    },
    involvedObject: { kind, ...(namespace === '' ? {} : { namespace }), name, uid, apiVersion },
    reason: 'OwnerRefInvalidNamespace',
    message: `ownerRef ${owner} does not exist in namespace ${JSON.stringify(namespace)}`,
    source: { component: COMPONENT },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    type: 'Warning',
    reportingComponent: COMPONENT,
    reportingInstance: '',
  };
  tryWrite(() => createStored(host, endpoint, event));
}
