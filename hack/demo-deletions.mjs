// @ts-check
// A scene of the demo: what belongs to something goes with it.

const SHOP = '/api/v1/namespaces/shop';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/shop/deployments';
const REPLICA_SETS = '/apis/apps/v1/namespaces/shop/replicasets';

/**
 * A ReplicaSet goes with its Deployment, and all else with the namespace.
 *
 * @param {(method: 'GET' | 'POST' | 'DELETE', url: string, body?: string) => Promise<any>} request
 * @param {(text: string) => void} say
 */
export async function showDeletions(request, say) {
  const create = (url, object) => request('POST', url, JSON.stringify(object));
  say('kubectl create namespace shop');
  await create('/api/v1/namespaces', { metadata: { name: 'shop' } });
  say('kubectl create --namespace shop -f: a Deployment, a ReplicaSet that it owns, a ConfigMap');
  const labels = { app: 'web' };
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'web', image: 'nginx' }] },
  };
  const spec = { selector: { matchLabels: labels }, template };
  const deployment = await create(DEPLOYMENTS, { metadata: { name: 'web' }, spec });
  const { apiVersion, kind } = deployment;
  const { name, uid } = deployment.metadata;
  const ownerReferences = [{ apiVersion, kind, name, uid, controller: true }];
  await create(REPLICA_SETS, { metadata: { name: 'web-1', ownerReferences }, spec });
  await create(`${SHOP}/configmaps`, { metadata: { name: 'prices' } });

  say('kubectl delete deployment web --namespace shop');
  await request('DELETE', `${DEPLOYMENTS}/web`);
  say('kubectl get replicasets --namespace shop');
  const { items } = await request('GET', REPLICA_SETS);
  console.log(items.length === 0 ? 'No resources found in shop namespace.' : items);

  say('kubectl delete namespace shop');
  await request('DELETE', SHOP);
  const namespaces = await request('GET', '/api/v1/namespaces');
  const isGone = namespaces.items.every(({ metadata }) => metadata.name !== 'shop');
  if (items.length > 0 || !isGone) throw new Error('what was deleted is still there');
}
