import { conversions } from './conversions.js';
import type { FunctionLibrary } from './function-library.js';
import { ips } from './ips.js';
import { lists } from './lists.js';
import { namedFormats } from './named-formats.js';
import { operators } from './operators.js';
import { optionals } from './optionals.js';
import { quantities } from './quantities.js';
import { regexes } from './regex.js';
import { semvers } from './semvers.js';
import { strings } from './strings.js';
import { times } from './times.js';
import { urls } from './urls.js';

/** All functions that rules may call. */
export const functionLibrary: FunctionLibrary = {
  generic: operators,
  overloads: new Map([
    ...conversions,
    ...ips,
    ...lists,
    ...namedFormats,
    ...optionals,
    ...quantities,
    ...regexes,
    ...semvers,
    ...strings,
    ...times,
    ...urls,
  ]),
};
