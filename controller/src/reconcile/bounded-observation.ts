import type { Observation } from './observations.js';

/** What the schema of a condition allows, in characters; the server refuses a whole status for more. */
export const MAX_REASON_LENGTH = 1_024;
export const MAX_MESSAGE_LENGTH = 32_768;

/**
 * An observation as a status can say it. Its texts come from engines and from what users wrote into their
 * specs: one that is too long would keep the status from being written for ever.
 */
export function boundedObservation(observation: Observation): Observation {
  return {
    ...observation,
    reason: asReason(observation.reason),
    message: cutAtCharacters(observation.message, MAX_MESSAGE_LENGTH),
  };
}

/** A word that the schema takes as a reason: letters, digits, `_`, `,` and `:`, with a letter first. */
function asReason(text: string): string {
  const word = text
    .slice(0, MAX_REASON_LENGTH)
    .replace(/[^A-Za-z0-9_,:]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/[,:]+$/, '');
  return word === '' ? 'Unknown' : word;
}

/** Schemas count characters, not the halves that some of them have in JavaScript. */
function cutAtCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text.slice(0, 2 * most + 2));
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
