/** `vmgen/diagnostics`: the parts of diagnostics. */
export type { DiagnosticCode } from '../diagnostics/code.js';
export type { DiagnosticDetails, Edit, Fix, RelatedPlace } from '../diagnostics/diagnostic.js';
export type { Palette } from '../diagnostics/format-diagnostic.js';
export type { LocatedPlace, LocatedRelation } from '../diagnostics/located-diagnostic.js';
