import { crdOf } from '@vmgen/fixtures/crd-of';
import type { JSONSchemaProps } from '@vmgen/crd';
import type { Transport } from '@vmgen/runtime';
import type { JsonObject } from '@vmgen/base/json';
import { ask } from '../support/ask.js';
import { waitFor } from '../support/wait-for.js';

export const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const SERVED_WITHIN_MS = 60_000;

/** A schema that accepts every object. */
export const openSchema: JSONSchemaProps = {
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
};

/** A kind to be defined; its plural is its name in small letters. */
export interface CustomKind {
  readonly group: string;
  readonly kind: string;
  readonly scope?: 'Cluster' | 'Namespaced';
  /** The first one is stored. */
  readonly versions: readonly { readonly name: string; readonly schema: JSONSchemaProps }[];
  readonly hasStatus?: boolean;
}

/** The definition of a kind as a request's body. */
export function definitionOf(custom: CustomKind): JsonObject {
  const definition = crdOf(
    { ...custom, plural: pluralOf(custom) },
    custom.versions.map(({ name, schema }, i) => ({
      name,
      served: true,
      storage: i === 0,
      schema: { openAPIV3Schema: schema },
      subresources: custom.hasStatus === true ? { status: {} } : {},
    })),
  );
  // Schemas are JSON, of types that do not say so.
  return definition as unknown as JsonObject;
}

/** The path of a kind's objects in a version, those of the default namespace. */
export function objectsPath(custom: CustomKind, version: string): string {
  const namespace = custom.scope === 'Cluster' ? '' : '/namespaces/default';
  return `/apis/${custom.group}/${version}${namespace}/${pluralOf(custom)}`;
}

const pluralOf = ({ kind }: CustomKind): string => kind.toLowerCase();

/** Defines kinds, and waits until they are served. */
export async function defineKinds(server: Transport, kinds: readonly CustomKind[]): Promise<void> {
  await Promise.all(
    kinds.map(async (custom) => {
      const { verdict } = await ask(server, 'POST', CRDS, definitionOf(custom));
      if (verdict.status !== 201) {
        throw new Error(`${custom.kind} was refused: ${JSON.stringify(verdict)}`);
      }
      await Promise.all(custom.versions.map(({ name }) => untilServed(server, custom, name)));
    }),
  );
}

async function untilServed(server: Transport, custom: CustomKind, version: string): Promise<void> {
  const path = objectsPath(custom, version);
  await waitFor(`${path} is served`, SERVED_WITHIN_MS, async () => {
    const response = await server.request({ method: 'GET', path });
    await response.text();
    return response.status === 200 ? true : undefined;
  });
}
