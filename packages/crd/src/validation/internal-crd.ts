import { deepEqualJson } from '@vmgen/base/json';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '../definition/custom-resource-definition.js';
import { defaultCustomResourceDefinition, recordStorageVersion } from './default-crd.js';
import { asPlainJson } from './as-json.js';

const PARTS = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;

/** The parts that each version, or the spec for all versions, may contain. */
export type PerVersion = Readonly<Pick<CustomResourceDefinitionVersion, (typeof PARTS)[number]>>;

export type InternalVersion = Omit<CustomResourceDefinitionVersion, keyof PerVersion> & PerVersion;

/** A CRD's spec in the API server's internal form. */
export interface InternalSpec extends Omit<CustomResourceDefinitionSpec, 'versions'> {
  /** The parts that are equal in all versions. They are removed from the versions. */
  readonly common: PerVersion;
  readonly versions: readonly InternalVersion[];
}

/**
 * Converts a CRD to the form that the API server validates: with defaults, and with the parts that
 * are equal in all versions moved to the spec. Therefore errors of such a CRD refer to
 * `spec.validation` instead of `spec.versions[0].schema`.
 */
export function toInternal(original: CustomResourceDefinition): {
  readonly crd: CustomResourceDefinition;
  readonly spec: InternalSpec;
} {
  const crd = withOwnSpec(original);
  defaultCustomResourceDefinition(crd);
  recordStorageVersion(crd);
  const versions = crd.spec.versions.map(withoutEmpty);
  const shared = new Set(PARTS.filter((name) => isAlike(versions, name)));
  const common = pick(versions[0], (name) => shared.has(name));
  const spec = { ...crd.spec, common, versions: versions.map((it) => withoutCommon(it, shared)) };
  return { crd, spec };
}

/**
 * A copy that can receive defaults, with the zero values of Go for required fields that JSON may lack. It shares the
 * content of the versions, which receives no defaults and is by far the largest part.
 */
function withOwnSpec(original: CustomResourceDefinition): CustomResourceDefinition {
  const given: Partial<CustomResourceDefinition['spec']> = original.spec;
  const { conversion, versions = [] } = given;
  const own = conversion === undefined ? {} : { conversion: structuredClone(conversion) };
  const named = versions.map((version) => ({ ...{ name: '' }, ...version }));
  const spec = { ...original.spec, names: { ...original.spec.names }, versions: named, ...own };
  return { ...original, spec };
}

function withoutEmpty(version: CustomResourceDefinitionVersion): InternalVersion {
  const { additionalPrinterColumns: columns, selectableFields: fields } = version;
  return {
    ...version,
    additionalPrinterColumns: columns?.length ? columns : undefined,
    selectableFields: fields?.length ? fields : undefined,
  };
}

function isAlike(versions: readonly InternalVersion[], name: keyof PerVersion): boolean {
  if (versions.length === 1) return true;
  const first = asPlainJson(versions[0]?.[name]);
  return versions.every((version) => deepEqualJson(asPlainJson(version[name]), first));
}

function withoutCommon(
  version: InternalVersion,
  shared: ReadonlySet<keyof PerVersion>,
): InternalVersion {
  return { ...version, ...pick(version, (name) => !shared.has(name)) };
}

/** The requested parts. All others are undefined. */
function pick(
  version: InternalVersion | undefined,
  isWanted: (name: keyof PerVersion) => boolean,
): PerVersion {
  return Object.fromEntries(
    PARTS.map((name) => [name, isWanted(name) ? version?.[name] : undefined]),
  );
}
