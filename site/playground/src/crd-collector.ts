import { costsOf, planConversion, type CompileSettings, type RuleCost } from 'vmgen/browser';
import type { ShownCosts, ShownRuleCost } from './core/compiler-calls.js';
import type { RenamingConversion } from './core/renaming-conversion.js';

type Emitter = NonNullable<CompileSettings['emitters']>[number];
type BuiltCrds = Parameters<Emitter['emit']>[1]['crds'];

/** An emitter without files, which keeps the CRDs of types without errors. */
export class CrdCollector implements Emitter {
  readonly name = 'playground';
  #crds: BuiltCrds = [];

  emit(_model: unknown, { crds }: { readonly crds: BuiltCrds }): readonly never[] {
    this.#crds = crds;
    return [];
  }

  /** The costs of the CEL rules. */
  get costs(): readonly ShownCosts[] {
    return this.#crds.flatMap((built) =>
      costsOf(built).map(({ version, rules, total, limit }) => ({
        title: `${built.resource.main.kind} ${version}`,
        rules: rules.map((rule) => shownRule(rule, built.crd)),
        total,
        limit,
      })),
    );
  }

  /** The conversions that webhooks have to answer. */
  get conversions(): readonly RenamingConversion[] {
    return this.#crds.flatMap((built): RenamingConversion[] => {
      const plan = planConversion(built);
      const { namespace, name } = built.crd.spec.conversion?.webhook?.clientConfig?.service ?? {};
      if (plan === undefined || namespace === undefined || name === undefined) return [];
      const spokes = plan.spokes.map(({ version, renamed, removed, toHub, fromHub }) => {
        const computed = [...new Set([...toHub, ...fromHub])];
        return [version.package.version, { renamed, removed, computed }] as const;
      });
      return [
        {
          service: `${namespace}/${name}`,
          group: built.resource.group,
          kind: built.resource.main.kind,
          hub: plan.hub.package.version,
          spokes: Object.fromEntries(spokes),
        },
      ];
    });
  }
}

function shownRule({ path, cost, limit, position }: RuleCost, crd: object): ShownRuleCost {
  const { file, line, column } = position;
  const segments = segmentsOf(path);
  const rule = valueAt(crd, segments);
  return {
    path: fieldOf(segments),
    rule: typeof rule === 'string' ? rule : '',
    cost,
    limit,
    file,
    line,
    column,
  };
}

/** The segments of a path such as `spec.versions[0].schema.properties[spec]`. */
const segmentsOf = (path: string): string[] =>
  [...path.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map(([, key, name]) => key ?? name ?? '');

/** The path of the value that a rule is about: `.spec.routes[].path`. */
function fieldOf(segments: readonly string[]): string {
  let field = '';
  for (let at = segments.indexOf('openAPIV3Schema') + 1; at < segments.length; at++) {
    const segment = segments[at];
    if (segment === 'x-kubernetes-validations') break;
    if (segment === 'properties') field += `.${segments[++at] ?? ''}`;
    else if (segment === 'items') field += '[]';
    else if (segment === 'additionalProperties') field += '.*';
  }
  return field === '' ? '.' : field;
}

function valueAt(value: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined,
    value,
  );
}
