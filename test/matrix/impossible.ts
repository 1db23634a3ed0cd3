/** Rows that a driver does not have, or that this suite cannot cause, with the reason. */
export const IMPOSSIBLE: readonly {
  readonly driver: string;
  readonly rows: readonly number[];
  readonly why: string;
}[] = [
  {
    driver: 'docker',
    rows: [31],
    why: 'EACCES of the socket: the suite runs as root, whom permissions do not concern; a missing socket is tested',
  },
  {
    driver: 'qemu',
    rows: [29, 31, 40, 42],
    why: 'there is no engine between the driver and the processes of machines',
  },
  { driver: 'qemu', rows: [33], why: 'images are local files' },
  {
    driver: 'qemu',
    rows: [34, 35, 36],
    why: 'a machine is a folder with a digest as its name, and its creation has no answer to lose',
  },
  {
    driver: 'qemu',
    rows: [38],
    why: 'the kernel of the guest kills processes of the guest, which the host does not see',
  },
  { driver: 'qemu', rows: [41], why: 'root can remove each file of a machine' },
  { driver: 'qemu', rows: [44], why: 'qemu answers no garbage; qmp-client.test.ts plays it' },
  {
    driver: 'pod',
    rows: [29, 30, 31, 36, 40, 42, 44],
    why: 'the engine is the API server, whose faults are rows 1 to 26',
  },
  {
    driver: 'pod',
    rows: [33, 38, 43],
    why: 'the kubelet pulls images, limits memory and fills disks, and no kubelet runs here; the suite e2e has rows 33 and 38, and the statuses of row 43 are those of row 39',
  },
];
