import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Table is the kind. */
export interface Table extends TypeMeta {
  metadata: ObjectMeta;
  spec: TableSpec;
}

/** TableSpec is what is wanted. */
export interface TableSpec {
  /**
   * Labels has bounds.
   * +kubebuilder:validation:MinProperties=1
   * +kubebuilder:validation:MaxProperties=16
   */
  labels: Record<string, string>;
  /** Counts are numbers. */
  counts?: { [key: string]: Int32 };
  /** Lists are lists. */
  lists?: Record<string, string[]>;
  /** Nested is a map of maps. */
  nested?: Record<string, Record<string, boolean>>;
  /** Cells are objects. */
  cells?: Record<string, Cell>;
  /** Keyed has a named key. */
  keyed?: Record<Key, Cell>;
  /**
   * Atomic is replaced as a whole.
   * +mapType=atomic
   */
  atomic?: Record<string, string>;
  /**
   * Granular is merged by key.
   * +mapType=granular
   */
  granular?: Record<string, string>;
  /** Settings is a named map. */
  settings?: Settings;
  /** Open is an object with bounds. */
  open?: OpenCell;
}

/** Cell is one value. */
export interface Cell {
  /** Value says it. */
  value: string;
}

/**
 * OpenCell may have up to two.
 * +kubebuilder:validation:MinProperties=1
 * +kubebuilder:validation:MaxProperties=2
 */
export interface OpenCell {
  a?: string;
  b?: string;
  c?: string;
}

/** Key is a string. */
export type Key = string;

/**
 * Settings are by name.
 * +kubebuilder:validation:MaxProperties=5
 * +mapType=atomic
 */
export type Settings = Record<string, string>;
