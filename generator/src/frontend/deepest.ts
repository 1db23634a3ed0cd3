/**
 * Types within types, and values within values of markers, as they are written: what is deeper nobody
 * reads. Since depth is bounded where it comes in, walks over types and schemas may recurse.
 */
export const DEEPEST = 128;
