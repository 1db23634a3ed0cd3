import { AUTHORIZATION } from './authorization.js';
import { CONVERSIONS } from './conversions.js';
import type { FunctionLibrary } from './function-library.js';
import { IPS } from './ips.js';
import { LISTS } from './lists.js';
import { NAMED_FORMATS } from './named-formats.js';
import { OPERATORS } from './operators.js';
import { OPTIONALS } from './optionals.js';
import { PATCHES } from './patch-messages.js';
import { QUANTITIES } from './quantities.js';
import { REGEXES } from './regex.js';
import { SEMVERS } from './semvers.js';
import { STRINGS } from './strings.js';
import { TIMES } from './times.js';
import { URLS } from './urls.js';

/** All functions that expressions may call. */
export const functionLibrary: FunctionLibrary = {
  generic: OPERATORS,
  overloads: new Map([
    ...AUTHORIZATION,
    ...CONVERSIONS,
    ...IPS,
    ...LISTS,
    ...NAMED_FORMATS,
    ...OPTIONALS,
    ...PATCHES,
    ...QUANTITIES,
    ...REGEXES,
    ...SEMVERS,
    ...STRINGS,
    ...TIMES,
    ...URLS,
  ]),
};
