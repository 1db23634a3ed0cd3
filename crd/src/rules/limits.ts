/** What rules may cost (apiserver's pkg/apis/cel/config.go). */

/** All rules of one object. */
export const OBJECT_COST_LIMIT = 10_000_000;
/** The estimate of one rule in a schema, times how often it can be evaluated. */
export const RULE_ESTIMATE_LIMIT = 10_000_000;
/** The estimates of all rules of a schema together. */
export const SCHEMA_ESTIMATE_LIMIT = 100_000_000;
/** The bytes of a message that an expression made. */
export const MESSAGE_BYTES_LIMIT = 5 * 1024;
