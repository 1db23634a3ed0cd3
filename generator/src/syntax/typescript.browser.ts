import type { ts } from 'ts-morph';
import * as parser from 'vmgen/typescript';

/** The same parts of the compiler, for browsers. */
export const typescript = parser as unknown as typeof ts;

export type { ts };
