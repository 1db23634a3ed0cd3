import { readFile } from 'node:fs/promises';
import type { Clock, Logger, Metrics } from '@vmgen/runtime';
import { pause } from '@vmgen/runtime/async';
import type { HealthServer, HealthServerCertificate } from '@vmgen/runtime/health';
import { ErrorLog } from '../process/error-log.js';

/** The kubelet updates the files of a Secret with some delay, so more often is of no use. */
const CHECK_MS = 60_000;

/** The files of a certificate, such as those of a Secret of cert-manager. */
export interface CertificateFiles {
  /** The file of the certificate with its intermediate certificates, as PEM. */
  readonly certFile: string;
  /** The file of the private key, as PEM. */
  readonly keyFile: string;
}

/** Reads the files of a certificate, and counts the reads and failures as controller-runtime does. */
export async function readCertificate(
  files: CertificateFiles,
  metrics: Metrics | undefined,
): Promise<HealthServerCertificate> {
  const counter = (name: string, help: string) => {
    const total = metrics?.counter({ name, help });
    total?.add({}, 0);
    return total;
  };
  const reads = counter(
    'certwatcher_read_certificate_total',
    'Number of reads of the certificate.',
  );
  const errors = counter(
    'certwatcher_read_certificate_errors_total',
    'Number of reads of the certificate that failed.',
  );
  reads?.add({});
  try {
    const [cert, key] = await Promise.all([
      readFile(files.certFile, 'utf8'),
      readFile(files.keyFile, 'utf8'),
    ]);
    return { cert, key };
  } catch (error) {
    errors?.add({});
    throw error;
  }
}

/** Uses changed files until the signal aborts. An unreadable or invalid pair is logged, and not used. */
export async function followCertificate(
  files: CertificateFiles,
  server: Pick<HealthServer, 'setCertificate'>,
  {
    clock,
    logger,
    metrics,
    signal,
  }: { clock: Clock; logger: Logger; metrics: Metrics | undefined; signal: AbortSignal },
): Promise<void> {
  let used: HealthServerCertificate | undefined;
  const errors = new ErrorLog({ clock, logger });
  for (;;) {
    await pause(clock, CHECK_MS, signal);
    if (signal.aborted) return;
    try {
      const read = await readCertificate(files, metrics);
      if (read.cert !== used?.cert || read.key !== used.key) server.setCertificate(read);
      used = read;
      errors.clear();
    } catch (error) {
      errors.log('error', 'could not use the certificate; the previous one is still used', error);
    }
  }
}
