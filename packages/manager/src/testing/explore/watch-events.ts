import type { KubernetesObject } from '@vmgen/runtime';
import { jsonObject } from '../../process/body-text.js';
import { fullNameOf } from './masked-state.js';

/** Describes the events of a chunk of a watch. The fake server sends each event as a whole. */
export function eventTexts(chunk: Uint8Array): string[] {
  const lines = new TextDecoder().decode(chunk).split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    const { type = '', object }: WatchEvent = jsonObject(line) ?? {};
    return type === 'BOOKMARK' || object?.metadata === undefined
      ? []
      : [`sees ${fullNameOf({ ...object, metadata: object.metadata })} ${type.toLowerCase()}`];
  });
}

interface WatchEvent {
  readonly type?: string;
  readonly object?: Partial<KubernetesObject>;
}
