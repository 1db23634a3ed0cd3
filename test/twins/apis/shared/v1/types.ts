import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';
import type * as helpers from '../../helpers/v1/types.js';
import type { Reference } from '../../helpers/v1/types.js';
import type { Size, Text } from './more.js';

/** Shared has its fields at the root. */
export interface Shared extends TypeMeta {
  metadata: ObjectMeta;
  /** Data is here, as in a ConfigMap. */
  data?: Record<string, string>;
  /** Owner is a reference. */
  owner: Reference;
  others?: Reference[];
  color?: helpers.Color;
  palette?: Palette;
  alias?: Alias;
  size?: Size;
}

/** Palette is a list of colors. */
export type Palette = helpers.Color[];

/** Alias is another name. */
// +kubebuilder:validation:MaxLength=20
export type Alias = Text;
