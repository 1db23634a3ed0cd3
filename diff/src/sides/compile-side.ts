import { join } from 'node:path';
import { type BuiltCrd, buildCrds } from '#generator/crds/build-crd.js';
import type { ObservedDisk } from '#generator/disk/observed-disk.js';
import { DiagnosticList } from '#generator/diagnostics/diagnostic-list.js';
import { load } from '#generator/load/load.js';
import type { GroupVersionFolder } from '#generator/settings/parse-groups.js';
import { locateDiagnostics } from '#generator/fix/locate-diagnostics.js';
import { locateField } from '#generator/validate/locate-field.js';
import type { DocumentPath } from '../compare/change.js';
import type { Side, SideCrd } from './side.js';
import { orDiagnostic } from '#generator/diagnostics/beyond-bounds.js';
import type { SourceSet } from '#generator/sources/source.js';
import { validate } from '#generator/validate/validate.js';
import { modelOf } from '#generator/pipeline/compile.js';

/** The inputs to compile one side from types. */
interface CompileSideOptions {
  readonly groups: readonly GroupVersionFolder[];
  readonly disk: ObservedDisk;
  /** The name of the folder in messages. */
  readonly root: string;
}

/** Compiles a folder of APIs to CRDs in memory, with the same pipeline as `vmgen generate`. */
export function compileSide(apis: string, { groups, disk, root }: CompileSideOptions): Side {
  const diagnostics = new DiagnosticList();
  const isThere = ({ group, version }: GroupVersionFolder): boolean =>
    (disk.list(join(apis, group, version)) ?? []).length > 0;
  const sources = { ...load(apis, groups.filter(isThere), diagnostics, disk), root };
  const built = compileCrds(sources, diagnostics);
  const crds = built.map((each) => sideCrd(each, root));
  const errors = diagnostics.sorted().filter(({ severity }) => severity === 'error');
  const missing = groups.filter((each) => !isThere(each));
  return {
    crds,
    problems: [],
    diagnostics: locateDiagnostics(errors, sources),
    missing: missing.map(({ group, version }) => `${group}/${version}`),
  };
}

function sideCrd({ crd, resource }: BuiltCrd, root: string): SideCrd {
  return {
    crd,
    locate: (at) => {
      const { file, ...place } = locateField(fieldPath(at), resource);
      return { ...place, file: join(root, file) };
    },
  };
}

/** As the API server writes paths: `spec.versions[0].schema.openAPIV3Schema.properties[spec]`. */
function fieldPath(at: DocumentPath): string {
  return at.reduce<string>((path, step, index) => {
    const isNamed = typeof step === 'number' || at[index - 1] === 'properties';
    return isNamed ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`;
  }, '');
}

/** The CRDs of sources in memory; none where diagnostics keep them from being made. */
function compileCrds(sources: SourceSet, diagnostics: DiagnosticList): readonly BuiltCrd[] {
  const built = orDiagnostic(diagnostics, () => {
    const model = modelOf(sources, { wantsCrds: true, embeddedObjectMeta: true }, diagnostics);
    const crds = buildCrds(model);
    validate(model, crds, diagnostics);
    return crds;
  });
  return built === undefined || diagnostics.refuses() ? [] : built;
}
