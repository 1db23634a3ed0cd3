import type { DiagnosticCode } from '../diagnostics/code.js';
import { remedyFor, suggestionFor } from '../diagnostics/suggestion.js';
import type { Fix, SourcePosition } from '../diagnostics/diagnostic.js';
import { KUBERNETES_MODULE } from '../syntax/kubernetes-packages.js';
import { nearest } from '../text/nearest.js';
import type { Evaluator } from './evaluator.js';
import type { Resolution } from './module-set.js';
import { isRuntimeType, RUNTIME_MODULE, RUNTIME_TYPES } from '../syntax/runtime-types.js';
import type { Scope } from './scope.js';
import type { Type } from './type.js';

/** Explains why a name is not a type, and suggests a similar name. */
export function refuseName(
  name: string,
  found: Resolution,
  position: SourcePosition,
  scope: Scope,
  evaluator: Evaluator,
): Type {
  if (found.kind === 'unreadable') return { kind: 'invalid', position };
  const problem = importProblem(name, found);
  if (problem) return evaluator.refuse(problem.code, position, problem.message, problem.remedy);
  const lacking = found.kind === 'unknown' ? found.lacking : undefined;
  return refuseUnknown(name, lacking, position, scope, evaluator);
}

interface ImportProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly remedy: string;
}

/** The problem of the module that a name is imported from; undefined for a name that is unknown itself. */
function importProblem(name: string, found: Resolution): ImportProblem | undefined {
  const imported = (specifier: string): string => `${name} is imported from ${specifier}, which`;
  switch (found.kind) {
    case 'runtime': {
      const suggestion =
        nearest(found.name, RUNTIME_TYPES) ??
        `one of ${RUNTIME_TYPES.join(', ')}, or a type of a built-in kind from ${KUBERNETES_MODULE}/core/v1 and its siblings`;
      return {
        code: 'VMGEN1105',
        message: `${RUNTIME_MODULE} has no API type ${found.name}`,
        remedy: `use ${suggestion}`,
      };
    }
    case 'missing-module':
      return {
        code: 'VMGEN1102',
        message: `${imported(found.specifier)} does not exist`,
        remedy: 'create the file or fix the import',
      };
    case 'outside-module':
      return {
        code: 'VMGEN1103',
        message: `${imported(found.specifier)} is outside of the folder of the APIs`,
        remedy: 'move the file into that folder, or import it from an installed package',
      };
    case 'foreign':
      return {
        code: 'VMGEN1104',
        message: `${imported(found.specifier)} is not installed or has no types`,
        remedy: found.isPlugAndPlay
          ? 'Yarn PnP keeps packages in archives, which vmgen does not read: set nodeLinker: node-modules in .yarnrc.yml and run yarn install'
          : 'install the package, or correct the import',
      };
    case 'for-programs':
      return {
        code: 'VMGEN1109',
        message: `${name} is imported from ${found.specifier}, whose types have no schema information`,
        remedy: found.remedy,
      };
    default:
      return undefined;
  }
}

type Lacking = NonNullable<Extract<Resolution, { kind: 'unknown' }>['lacking']>;

/** The name is neither declared nor imported: suggests a similar name, or the equivalent of a Go type. */
function refuseUnknown(
  name: string,
  lacking: Lacking | undefined,
  position: SourcePosition,
  { module, bindings }: Scope,
  evaluator: Evaluator,
): Type {
  const refuse = (remedy: string, fix?: Fix) =>
    evaluator.refuse('VMGEN1101', position, `unknown type ${name}`, remedy, { fix });
  if (isRuntimeType(name) && !module.imports.has(name)) {
    const remedy = `import it: import type { ${name} } from '${RUNTIME_MODULE}';`;
    refuse(remedy, { how: 'rename', position, old: name, text: name, isOfRuntime: true });
    // What is meant is known, and so are further errors, such as in a default of the field.
    return { kind: 'runtime', name, position };
  }
  const go = goRemedy(name);
  if (go !== undefined) return refuse(go);
  if (lacking) return refuseLacking(lacking, position, evaluator);
  if (module.values.has(name)) {
    const message = `${name} is a constant and no type`;
    return evaluator.refuse('VMGEN1101', position, message, `write typeof ${name}`);
  }
  const own = [...module.declarations.keys(), ...module.imports.keys(), ...bindings.keys()];
  const known = [...own, 'string', 'boolean', ...RUNTIME_TYPES];
  const [remedy, { fix }] = suggestionFor(name, known, 'declare or import it', (meant) => {
    const isOfRuntime = isRuntimeType(meant) && !own.includes(meant);
    return { how: 'rename', position, old: name, text: meant, isOfRuntime };
  });
  return refuse(remedy, fix);
}

/** The imported file does not have the name, but may have a similar one. */
function refuseLacking(
  { specifier, name, names }: Lacking,
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const remedy = remedyFor(name, names, 'declare it there, or fix the import');
  return evaluator.refuse('VMGEN1101', position, `${specifier} has no type ${name}`, remedy);
}

/** The equivalents of Go types. */
const GO_TYPES: ReadonlyMap<string, string> = new Map([
  ['bool', 'boolean'],
  ['byte', 'Uint8Array for bytes'],
  ['int', 'Int32 or Int64 of @vmgen/runtime'],
  ['float32', 'Float of @vmgen/runtime'],
  ['float64', 'Float of @vmgen/runtime'],
]);

/** The replacement for a Go type such as `metav1.Time`. */
function goRemedy(name: string): string | undefined {
  const own = GO_TYPES.get(name);
  if (own !== undefined) return `use ${own}`;
  const [, last = ''] = /^\w+\.(\w+)$/.exec(name) ?? [];
  return isRuntimeType(last) ? `use ${last} of ${RUNTIME_MODULE}` : undefined;
}
