import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import type { CustomResourceDefinition } from '@vmgen/crd';
import type { KubernetesObject, ResourceDefinition } from '@vmgen/runtime';

/** The kind of the owners. As JSON, an object has about 0.7 KB with its managed fields. */
export interface Shop extends KubernetesObject {
  spec: {
    number: number;
    /** The number of the change that was made last; 0 before the first change. */
    serial: number;
    text: string;
  };
}

export const shopResource: ResourceDefinition<Shop, 'Namespaced'> = {
  group: 'bench.vmgen.io',
  version: 'v1',
  kind: 'Shop',
  listKind: 'ShopList',
  plural: 'shops',
  singular: 'shop',
  scope: 'Namespaced',
  deepCopy: (object) => structuredClone(object) as Shop,
};

const integer = { type: 'integer', format: 'int64' } as const;

export const shopCrd: CustomResourceDefinition = crdOf(
  { group: 'bench.vmgen.io', kind: 'Shop', names: { listKind: 'ShopList', singular: 'shop' } },
  [
    versionWith('v1', {
      spec: {
        type: 'object',
        properties: { number: integer, serial: integer, text: { type: 'string' } },
      },
    }),
  ],
);

/** The text of an object to create. */
export function shopText(number: number): string {
  const metadata = { name: `shop-${number}`, labels: { app: 'shop', shard: `${number % 10}` } };
  const spec = { number, serial: 0, text: `${number} of the text `.padEnd(200, 'x') };
  return JSON.stringify({ apiVersion: 'bench.vmgen.io/v1', kind: 'Shop', metadata, spec });
}
