import type { Int32 } from '@vmgen/runtime';

/** Text is a word. */
export type Text = string;

/** Size is two numbers. */
export interface Size {
  /** Width is across. */
  width: Int32;
  height: Int32;
}
