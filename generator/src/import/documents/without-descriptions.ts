import type { CustomResourceDefinition } from '@vmgen/crd';
import { limitDescriptions } from '../../model/trim-descriptions.js';

/**
 * Removes the descriptions of schemas and columns from a CRD, for repositories that may not contain the
 * texts.
 */
export function withoutDescriptions(crd: CustomResourceDefinition): CustomResourceDefinition {
  const versions = crd.spec.versions.map((version) => {
    const schema = version.schema?.openAPIV3Schema;
    const columns = version.additionalPrinterColumns;
    return {
      ...version,
      ...(schema && { schema: { openAPIV3Schema: limitDescriptions(schema, 0) } }),
      ...(columns && {
        additionalPrinterColumns: columns.map(({ description: _, ...column }) => column),
      }),
    };
  });
  return { ...crd, spec: { ...crd.spec, versions } };
}
