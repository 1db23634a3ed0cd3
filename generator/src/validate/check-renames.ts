import type { BuiltCrd } from '../model/build-crd.js';
import { containerOf, hubOf, type Rename, renamesOf, schemaAt } from '../model/plan-conversion.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';

/** Reports uses of `+vmgen:renamedFrom` that have no effect. */
export function checkRenames(built: BuiltCrd, diagnostics: DiagnosticList): void {
  const hub = hubOf(built.resource)?.package.version ?? '';
  for (const { resource, package: own } of built.resource.versions) {
    const all = renamesOf(resource.schema);
    for (const rename of all) {
      const refusal = refusalOf(rename, all, built, { own: own.version, hub });
      if (refusal === undefined) continue;
      const [message, remedy] = refusal;
      diagnostics.error(
        'VMGEN2109',
        rename.position,
        `+vmgen:renamedFrom=${rename.version}:${rename.from} ${message}`,
        remedy,
      );
    }
  }
}

function refusalOf(
  { to, version, from }: Rename,
  all: readonly Rename[],
  { crd, resource }: BuiltCrd,
  { own, hub }: { readonly own: string; readonly hub: string },
): readonly [string, string] | undefined {
  if (resource.conversion?.strategy !== 'Webhook') {
    return [
      'has no effect without a conversion webhook',
      `put +vmgen:conversion:strategy=Webhook on ${resource.main.kind} of ${own}, which others are then converted through`,
    ];
  }
  if (own !== hub) {
    const target =
      version === hub
        ? `write +vmgen:renamedFrom=${own}:${to} at the field ${from} of ${hub}`
        : `move it to the field in ${hub}`;
    return [
      `must be in ${hub}, through which all other versions are converted`,
      `${target}, or move +vmgen:conversion to ${resource.main.kind} of ${own}`,
    ];
  }
  const other = crd.spec.versions.find(({ name }) => name === version);
  if (!other || version === hub) {
    const names = crd.spec.versions.map(({ name }) => name).filter((name) => name !== hub);
    return [
      `does not name another version of ${resource.main.kind}`,
      `write one of ${names.join(', ')}, a colon and the path of the field there`,
    ];
  }
  if (schemaAt(other.schema?.openAPIV3Schema ?? {}, from) === undefined || !from.startsWith('.')) {
    return [`names a field that ${version} does not have`, 'write a path such as .spec.size'];
  }
  const same = all.filter((each) => each.version === version);
  if (same.some((each) => each.from === from && each.to !== to)) {
    return ['is also the former path of another field', 'leave the marker on one of them'];
  }
  const container = containerOf(to);
  const list = container.replace(/(?:\[\]|\.\*)$/, '');
  const source = same.find((each) => each.to === list)?.from ?? list;
  if (containerOf(from) !== source + container.slice(list.length)) {
    return ['moves a field out of a list or map, or into one', 'write a function instead'];
  }
  return undefined;
}
