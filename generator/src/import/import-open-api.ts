import type { JsonObject } from '@vmgen/base/json';
import { createMarkerRegistry } from '../markers/registry.js';
import { inKeyOrder } from '../text/in-key-order.js';
import type { ImportedFile } from './import-definitions.js';
import { declarePackages } from './open-api/declare-packages.js';
import type { OpenApiOptions } from './open-api/package-context.js';
import { type MarkerStyle, printDoc, printTypes } from './print/print-types.js';

/** How OpenAPI documents are imported. */
export interface ImportOpenApiOptions extends Omit<OpenApiOptions, 'registry'> {
  /** Defaults to markers in separate lines. */
  readonly markers?: MarkerStyle;
}

/**
 * API packages of all that the paths of OpenAPI v3 documents serve, one for each version of a group:
 * types, and markers of which `vmgen generate` makes clients with the verbs and subresources that the
 * API has.
 */
export function importOpenApi(
  documents: readonly JsonObject[],
  { markers, ...options }: ImportOpenApiOptions,
): ImportedFile[] {
  const registry = createMarkerRegistry();
  const sorted = documents.map((document) => inKeyOrder(document));
  return declarePackages(sorted, { ...options, registry }).flatMap(
    ({ folder, group, declarations }) => {
      const path = `${folder.group}/${folder.version}`;
      const types = printTypes(declarations, { ...(markers && { markers }) });
      const file = { path: `${path}/types.ts`, text: types };
      if (group === undefined) return [file];
      return [
        { path: `${path}/doc.ts`, text: printDoc(group, folder.version, { isServed: true }) },
        file,
      ];
    },
  );
}
