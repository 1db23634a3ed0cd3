import { CHILDREN, STATUS, TRIGGERS } from './children-and-status.js';
import { ERRORS, REPEATS } from './errors-and-repeats.js';
import type { Mutant } from './mutant.js';
import { MEMORY, ORDER } from './order-and-memory.js';
import { WITHOUT_MANAGER } from './without-manager.js';

/** All mutants by their kind. */
export const MUTANTS: Readonly<Record<string, readonly Mutant[]>> = {
  'Order of effects': ORDER,
  Memory: MEMORY,
  Repetition: REPEATS,
  Errors: ERRORS,
  'Children and finalizers': CHILDREN,
  Triggers: TRIGGERS,
  'Status and other fields': STATUS,
  'Without the manager': WITHOUT_MANAGER,
};
