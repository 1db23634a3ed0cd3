/** Conditions for `waitFor`. */
export * as waitConditions from './wait-conditions.js';
