import type { ApiModel, CustomResource, EmitContext, Emitter } from 'vmgen';
import { fieldRows } from './field-rows.js';
import { inline } from './markdown.js';

/** Prints one Markdown file per group: its kinds in all versions, with all fields. */
export const apiReference: Emitter = {
  name: 'api-reference',
  emit: (model, context) =>
    groupsOf(model).map(([group, kinds]) => ({
      path: `${group}.md`,
      print: () => printGroup(group, kinds, context),
    })),
};

function groupsOf({ customResources }: ApiModel): [string, CustomResource[]][] {
  const groups = new Map<string, CustomResource[]>();
  for (const kind of customResources) {
    groups.set(kind.group, [...(groups.get(kind.group) ?? []), kind]);
  }
  return [...groups];
}

function printGroup(group: string, kinds: readonly CustomResource[], context: EmitContext): string {
  const parts = [context.headerComment('<!--'), `# ${group}`, ...kinds.flatMap(printKind)];
  return `${parts.join('\n\n')}\n`;
}

function printKind({ main, versions }: CustomResource): string[] {
  const scope = main.namespaced ? 'in a namespace' : 'of the whole cluster';
  const names = [main.plural, ...main.shortNames].map((name) => `\`kubectl get ${name}\``);
  return [
    `## ${main.kind}`,
    `An object ${scope}: ${names.join(', ')}.`,
    ...versions.flatMap(({ package: { version }, resource }) => [
      `### ${main.kind} in ${version}`,
      ...(resource.type.doc === '' ? [] : [inline(resource.type.doc)]),
      [
        '| field | type | presence | meaning |',
        '| --- | --- | --- | --- |',
        ...fieldRows(resource.schema),
      ].join('\n'),
    ]),
  ];
}
