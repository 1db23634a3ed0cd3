import type { Field } from '@vmgen/crd/internal';

const MAX_PORT_NAME = 15;

/** Returns the errors of a port name (IsValidPortName). */
export function portNameProblems(name: string): string[] {
  const problems: string[] = [];
  if (name.length > MAX_PORT_NAME) problems.push('must be no more than 15 characters');
  if (!/^[-a-z0-9]+$/.test(name)) {
    problems.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(name)) problems.push('must contain at least one letter (a-z)');
  if (name.includes('--')) problems.push('must not contain consecutive hyphens');
  if (/^-|-$/.test(name)) problems.push('must not begin or end with a hyphen');
  return problems;
}

/** Validates a port that is a number or a name. */
export function checkPort(port: Field): void {
  if (typeof port.value === 'string') port.check(portNameProblems);
  else port.port(port.value ?? 0);
}
