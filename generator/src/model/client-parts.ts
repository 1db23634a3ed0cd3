import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { MarkerUse } from '../markers/language/definition.js';
import {
  acGenerate,
  applyGen,
  clientGen,
  informerGen,
  listerGen,
} from '../markers/definitions/client.js';
import { scaleMarker } from '../markers/definitions/resource.js';
import { find } from '../markers/language/uses-of.js';
import { clientMethods, type MethodTypes } from './client-methods.js';
import type { Resource } from './model.js';
import type { ClientVerb } from '../markers/definitions/verbs.js';

const APPLY_VERBS: readonly ClientVerb[] = ['apply', 'applyStatus'];

/** The parts of a kind's client, by its own markers or by those of the package. */
export function clientParts(
  { type, verbs, scale, hasStatus, isSkipped }: Resource,
  packageMarkers: readonly MarkerUse[],
  types: MethodTypes,
  diagnostics: DiagnosticList,
): Pick<Resource, 'verbs' | 'methods' | 'outputs'> {
  const { markers } = type;
  const isOn = (...definitions: readonly (typeof clientGen)[]): boolean =>
    [markers, packageMarkers]
      .flatMap((uses) => definitions.flatMap((each) => find(uses, each) ?? []))
      .at(0)?.values.value !== false;
  const hasScale = scale !== undefined || type.refused.includes(scaleMarker);
  const subresources = isSkipped ? undefined : { hasStatus, hasScale };
  const withApply = isOn(applyGen, acGenerate);
  return {
    verbs: verbs && new Set([...verbs].filter((verb) => withApply || !APPLY_VERBS.includes(verb))),
    methods: clientMethods(markers, subresources, types, diagnostics),
    outputs: {
      client: isOn(clientGen),
      lister: isOn(listerGen),
      informer: isOn(informerGen),
    },
  };
}
