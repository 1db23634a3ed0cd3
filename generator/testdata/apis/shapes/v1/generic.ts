import type { ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Box holds a value. */
export interface Box<Value, Label = string> {
  value: Value;
  label?: Label;
  more?: Value[];
}

export type Maybe<T> = T | undefined;

export interface Resource<Status> extends TypeMeta {
  metadata: ObjectMeta;
  status?: Status;
}

export interface List<Item> extends TypeMeta {
  metadata: ListMeta;
  items: Item[];
}
