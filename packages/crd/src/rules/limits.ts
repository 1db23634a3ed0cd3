/** Cost limits of rules (apiserver's pkg/apis/cel/config.go). */

/** The limit for all rules of one object. */
export const OBJECT_COST_LIMIT = 10_000_000;
/** The limit for the estimate of one rule in a schema, times the number of its evaluations. */
export const RULE_ESTIMATE_LIMIT = 10_000_000;
/** The limit for the estimates of all rules of a schema. */
export const SCHEMA_ESTIMATE_LIMIT = 100_000_000;
/** The maximum size of a computed message in bytes. */
export const MESSAGE_BYTES_LIMIT = 5 * 1024;
