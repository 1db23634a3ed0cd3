import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * Described has a text
 *
 * of its own.
 */
export interface Described extends TypeMeta {
  metadata: ObjectMeta;
  spec: DescribedSpec;
}

/** DescribedSpec is what is wanted. */
export interface DescribedSpec {
  /** Plain is one line. */
  plain: string;
  /**
   * Wrapped goes on
   * in a second line.
   */
  wrapped?: string;
  /**
   * Paragraphs has two.
   *
   * This is the second.
   */
  paragraphs?: string;
  /**
   * Bullets has a list:
   *   - one
   *   - two: with a colon
   *
   * and goes on.
   */
  bullets?: string;
  /**
   * Numbered has one too:
   *  1. first
   *  2. second
   */
  numbered?: string;
  /**
   * Fenced has code:
   * ```yaml
   * a: 1
   * ---
   * TODO: kept
   * ```
   * and more.
   */
  fenced?: string;
  /**
   * Tildes has code:
   * ~~~
   * --- kept
   * ~~~
   */
  tildes?: string;
  /**
   * Cut ends here.
   * ---
   * This is for maintainers.
   */
  cut?: string;
  /**
   * Todo loses a line.
   * TODO: this one
   * And goes on.
   */
  todo?: string;
  /** Quoted says "yes": it's `no` \ {{x}} ${y} #z & <b>. */
  quoted?: string;
  /** Unicode is é, 中, 🎉 and an em—dash. */
  unicode?: string;
  /** Umläüteläüteläüteläüteläüteläüteläüte */
  umlauts?: string;
  /** 短い文。もう一つの長い文です、これは長い */
  foreign?: string;
  /**
   * yes: "on" [a, b] {c: d} # no comment
   * - off
   */
  yaml?: string;
  /** Long has a hundred words. word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word. */
  long?: string;
  none?: string;
  typed?: Typed;
  /** TypedList has a text, as has its item. */
  typedList?: Typed[];
  word?: Word;
}

/**
 * Typed has the text of its type.
 *
 * With a second paragraph.
 */
export interface Typed {
  /**
   * A is first.
   * TODO: not second.
   */
  a: string;
}

/** Word is an alias with a text. */
export type Word = string;
