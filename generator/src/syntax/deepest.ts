/**
 * The maximum nesting of types, and of marker values, as written in source files. Because depth is limited
 * here, recursion over types and schemas is safe.
 */
export const DEEPEST = 128;
