/** Predicates for the events of informers, and functions that combine them. */
export * as predicates from './predicates.js';
