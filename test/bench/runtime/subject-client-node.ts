import { CustomObjectsApi, KubeConfig, makeInformer } from '@kubernetes/client-node';
import type { KubernetesListObject, KubernetesObject } from '@kubernetes/client-node';
import { runSubject } from './subject.js';

const KIND = { group: 'cloudnative.tw', version: 'v1alpha1', plural: 'virtualmachines' };

/** The informer of @kubernetes/client-node. */
await runSubject(async (server, onObject, onEvent) => {
  const config = new KubeConfig();
  // It accepts plain HTTP only with verification disabled.
  config.loadFromClusterAndUser({ name: 'bench', server, skipTLSVerify: true }, { name: 'bench' });
  const api = config.makeApiClient(CustomObjectsApi);
  const list = async (): Promise<KubernetesListObject<KubernetesObject>> =>
    (await api.listCustomObjectForAllNamespaces(KIND)) as KubernetesListObject<KubernetesObject>;
  const path = `/apis/${KIND.group}/${KIND.version}/${KIND.plural}`;
  const informer = makeInformer(config, path, list);
  informer.on('add', onObject);
  informer.on('update', onEvent);
  informer.on('error', (error) => {
    throw new Error('the informer ended', { cause: error });
  });
  await informer.start();
});
