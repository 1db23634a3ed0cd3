import type { ProcessSeries } from '../server/host.js';

/** Returns the usual metrics of this process. */
export function processSeries(): readonly ProcessSeries[] {
  const { user, system } = process.cpuUsage();
  return [
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'CPU time of the process, in seconds.',
      value: (user + system) / 1e6,
    },
    {
      name: 'process_resident_memory_bytes',
      type: 'gauge',
      help: 'Resident memory of the process, in bytes.',
      value: process.memoryUsage.rss(),
    },
    {
      name: 'process_start_time_seconds',
      type: 'gauge',
      help: 'Start of the process, in seconds since 1970.',
      value: performance.timeOrigin / 1000,
    },
  ];
}
