// +groupName=web.example.com

import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Site is a web site. */
export interface Site extends TypeMeta {
  metadata: ObjectMeta;
  spec: {
    image: string;
    size?: Int32;
    host?: string;
  };
}
