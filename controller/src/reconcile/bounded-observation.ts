import type { Observation } from './observations.js';

/**
 * The limits of the schema of a condition, in characters. The server rejects a status that exceeds
 * them.
 */
export const MAX_REASON_LENGTH = 1_024;
export const MAX_MESSAGE_LENGTH = 32_768;

/**
 * Limits the texts of an observation to what the schema allows. They contain messages of engines
 * and parts of users' specs, and a text that is too long would prevent the status from being
 * written.
 */
export function boundedObservation(observation: Observation): Observation {
  return {
    ...observation,
    reason: asReason(observation.reason),
    message: cutAtCharacters(observation.message, MAX_MESSAGE_LENGTH),
  };
}

/** Converts a text to a valid reason: letters, digits, `_`, `,` and `:`, starting with a letter. */
function asReason(text: string): string {
  const word = text
    .slice(0, MAX_REASON_LENGTH)
    .replace(/[^A-Za-z0-9_,:]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/[,:]+$/, '');
  return word === '' ? 'Unknown' : word;
}

/** Truncates by characters, which schemas count, instead of UTF-16 code units. */
function cutAtCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text.slice(0, 2 * most + 2));
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
