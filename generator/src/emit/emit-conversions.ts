import type { BuiltCrd } from '../model/build-crd.js';
import { planConversion, type SpokePlan } from '../model/plan-conversion.js';
import { printValue } from '../text/print-value.js';
import { propertyKey, stringLiteral } from '../text/escape.js';
import type { EmittedFile } from './emitter.js';
import { ImportSet } from './import-set.js';
import { conversionsFile } from './output-files.js';
import { printTypeScript, type TemplateContext } from './template-context.js';

/** The conversions of the kinds that a webhook converts, one file per group. */
export function emitConversions(context: TemplateContext): EmittedFile[] {
  const byFolder = new Map<string, Converted[]>();
  for (const built of context.crds) {
    const plan = planConversion(built);
    if (!plan) continue;
    const { folder } = built.resource;
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), { built, ...plan }]);
  }
  return [...byFolder].map(([folder, kinds]) => {
    const path = conversionsFile(folder);
    return { path, print: () => printConversions(context, kinds, path) };
  });
}

type Converted = { readonly built: BuiltCrd } & NonNullable<ReturnType<typeof planConversion>>;

function printConversions(
  context: TemplateContext,
  kinds: readonly Converted[],
  path: string,
): string {
  const declared = kinds.flatMap(({ built: { resource } }) => [
    `${resource.main.kind}ConversionFunctions`,
    `create${resource.main.kind}Conversion`,
  ]);
  const imports = new ImportSet(context, path, declared);
  const views = kinds.map(({ built: { resource }, hub, spokes }) => {
    const { kind } = resource.main;
    const hasFunctions = spokes.some(needsFunctions);
    const hubType = hasFunctions ? imports.apiType(hub.resource.type) : '';
    const hubVersion = hub.package.version;
    return {
      kind,
      functions: `${kind}ConversionFunctions`,
      create: `create${kind}Conversion`,
      group: resource.group,
      hub: hubVersion,
      stored: hub.resource.isStored ? '' : storedVersion(resource),
      hasFunctions,
      spokes: spokes.map((spoke) => {
        const { version } = spoke.version.package;
        const { type } = spoke.version.resource;
        return {
          key: propertyKey(version),
          needsFunctions: needsFunctions(spoke),
          version,
          toHub: pathsOf(spoke.toHub),
          fromHub: pathsOf(spoke.fromHub),
          hubType,
          spokeType: needsFunctions(spoke) ? imports.apiType(type) : '',
          rules: rulesOf(spoke),
        };
      }),
    };
  });
  return printTypeScript(context, imports, { kinds: views });
}

const storedVersion = ({ versions }: BuiltCrd['resource']): string =>
  versions.find(({ resource }) => resource.isStored)?.package.version ?? '';

const needsFunctions = ({ toHub, fromHub }: SpokePlan): boolean =>
  toHub.length + fromHub.length > 0;

/** A union of string literals, one per line. */
const pathsOf = (paths: readonly string[]): string[] => paths.map((path) => stringLiteral(path));

/** The rules of a spoke as properties, indented for their place in the file. */
function rulesOf({ version, renamed, toHub, fromHub, removed, listKeys }: SpokePlan): string[] {
  const access = `functions[${stringLiteral(version.package.version)}]`;
  const { hub, spoke } = removed;
  const keys = Object.entries(listKeys).filter(([, lists]) => Object.keys(lists).length > 0);
  const parts: (readonly [string, string])[] = [
    ['toHub', toHub.length > 0 ? `${access}.toHub` : '{}'],
    ['fromHub', fromHub.length > 0 ? `${access}.fromHub` : '{}'],
    ...(renamed.length > 0 ? [['renamed', printValue(Object.fromEntries(renamed))] as const] : []),
    ...(hub.length + spoke.length > 0 ? [['removed', printValue({ hub, spoke })] as const] : []),
    ...(keys.length > 0 ? [['listKeys', printValue(Object.fromEntries(keys))] as const] : []),
  ];
  return parts.map(([name, value]) => `${name}: ${value.replaceAll('\n', '\n        ')},`);
}
