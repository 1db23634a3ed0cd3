import { authorization } from './authorization.js';
import { conversions } from './conversions.js';
import { core } from './core.js';
import type { Declarations } from './declarations.js';
import { kubernetes } from './kubernetes.js';
import { operators } from './operators.js';

/** All functions that kube-apiserver 1.37 offers to new expressions. */
export const declarations: Declarations = {
  ...operators,
  ...conversions,
  ...core,
  ...kubernetes,
  ...authorization,
};
