export { negotiateRepresentation, type Representation } from './negotiate-representation.js';
export { represent, type RepresentOptions } from './represent.js';
export { toTable, type IncludeObject, type TableOptions } from './to-table.js';
