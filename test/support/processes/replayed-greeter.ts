import { configMapResource } from '@vmgen/kubernetes/core/v1';
import type { Manager } from '@vmgen/manager';
import { replayRecording } from '@vmgen/manager/testing';

/** Greets whom a ConfigMap names, and fails. */
export function addGreeter(manager: Manager): void {
  const { configMaps } = manager.cache({ configMaps: configMapResource });
  manager.controller(configMaps, { name: 'greeter' }).reconcile(async function greet(
    { metadata, data },
    { effect },
  ) {
    const guest = data?.['guest'] ?? 'nobody';
    const table = await effect(async () => ({ number: 12 }));
    const greeting = `${metadata.name} greets ${guest} at ${table.number}`;
    throw new Error(greeting);
  });
}

// Undefined unless `vmgen replay` runs this program.
const replay = await replayRecording(addGreeter);
if (replay !== undefined) console.log(replay.outcome);
