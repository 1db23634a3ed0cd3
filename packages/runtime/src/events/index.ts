export { createEventRecorder } from './event-recorder.js';
export type { EventRecorder, EventRecorderOptions, RecordedEvent } from './event-recorder.js';
