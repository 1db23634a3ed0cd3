// +groupName=sites.example.com

import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Site, as it was. */
export interface Site extends TypeMeta {
  metadata: ObjectMeta;
  spec: {
    image: string;
    size?: Int32;
    host?: string;
    tier?: 'S' | 'L';
    diskGiB?: Int32;
    ports?: { name: string; number: Int32 }[];
  };
  status?: { ready: Int32 };
}

/** Page, as it is. */
export interface Page extends TypeMeta {
  metadata: ObjectMeta;
  spec: { text: string };
}
