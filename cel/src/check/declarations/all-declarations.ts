import { authorization } from './authorization.js';
import { conversions } from './conversions.js';
import { core } from './core.js';
import type { Declarations } from './declarations.js';
import { kubernetes } from './kubernetes.js';
import { operators } from './operators.js';

/** All functions: those of the environment of kube-apiserver 1.37 for new expressions. */
export const declarations: Declarations = {
  ...operators,
  ...conversions,
  ...core,
  ...kubernetes,
  ...authorization,
};
