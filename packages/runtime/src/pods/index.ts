export type { EvictionResult } from './evict.js';
export type { ExecResult, ExecSession, TerminalSize } from './exec-session.js';
export {
  createPodAccess,
  type AttachOptions,
  type ExecOptions,
  type ForwardPortOptions,
  type LogOptions,
  type PodAccess,
  type PodAccessOptions,
} from './pod-access.js';
export type { PortForward } from './port-forward.js';
