export { createEventRecorder } from './event-recorder.js';
export type { EventRecorder, EventRecorderOptions } from './event-recorder.js';
