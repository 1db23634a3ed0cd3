import type { DiagnosticCode } from './code.js';
import { comparePositions } from './compare-positions.js';
import type { Diagnostic, DiagnosticDetails, SourcePosition } from './diagnostic.js';
import { isAbout, type Suppression } from './suppression.js';

/** Collects the diagnostics of a run, which are printed together at its end. */
export class DiagnosticList {
  readonly #diagnostics = new Map<string, Diagnostic>();
  readonly #suppressions: Suppression[] = [];
  #reportCount = 0;

  /** How often something was reported, equal diagnostics counted each time. */
  get reportCount(): number {
    return this.#reportCount;
  }

  /** Adds a diagnostic that prevents output. Equal diagnostics are kept once. */
  error(
    code: DiagnosticCode,
    position: SourcePosition | undefined,
    message: string,
    remedy?: string,
    { related, fix, choices }: DiagnosticDetails = {},
  ): void {
    this.#add({ severity: 'error', code, position, message, remedy, related, fix, choices });
  }

  /** Adds an error that `+vmgen:ignore` at its position suppresses: the user accepts the consequence. */
  suppressibleError(
    code: DiagnosticCode,
    position: SourcePosition,
    message: string,
    remedy: string,
    { related }: DiagnosticDetails = {},
  ): void {
    const isSuppressible = true;
    this.#add({ severity: 'error', code, position, message, remedy, related, isSuppressible });
  }

  /** Adds a diagnostic that is reported but does not prevent output (unless the run is strict). */
  warning(
    code: DiagnosticCode,
    position: SourcePosition | undefined,
    message: string,
    remedy?: string,
    { related, fix }: DiagnosticDetails = {},
  ): void {
    this.#add({ severity: 'warning', code, position, message, remedy, related, fix });
  }

  /** Warnings that are suppressed, whenever they are found. */
  suppress(suppress: Suppression): void {
    this.#reportCount++;
    this.#suppressions.push(suppress);
  }

  /** Adds everything that was reported to another list. */
  include(other: DiagnosticList): void {
    if (other.#reportCount === 0) return;
    this.#reportCount += other.#reportCount;
    for (const [key, diagnostic] of other.#diagnostics) {
      if (!this.#diagnostics.has(key)) this.#diagnostics.set(key, diagnostic);
    }
    for (const suppress of other.#suppressions) this.#suppressions.push(suppress);
  }

  /** Adds an informational message, which is reported only with `--verbose`. */
  info(code: DiagnosticCode, position: SourcePosition | undefined, message: string): void {
    this.#add({ severity: 'info', code, position, message, remedy: undefined });
  }

  /** Reports whether any diagnostic prevents output; in a strict run, warnings do too. */
  refuses({ strict }: { readonly strict?: boolean } = {}): boolean {
    return this.#reported().some(
      ({ severity }) => severity === 'error' || (strict === true && severity === 'warning'),
    );
  }

  /** Sorted by file, line and column. */
  sorted(): Diagnostic[] {
    for (const { position } of this.#suppressions.filter((suppress) =>
      this.#hidesFinal(suppress),
    )) {
      this.error('VMGEN3402', position, 'errors cannot be suppressed', 'fix it');
    }
    return this.#reported().sort(compareDiagnostics);
  }

  /** Warns about unused suppressions; to be called after all other diagnostics have been added. */
  warnOfUnusedSuppressions(): void {
    const all = [...this.#diagnostics.values()];
    for (const suppress of this.#suppressions) {
      if (all.some((diagnostic) => isAbout(suppress, diagnostic))) continue;
      const message = `${suppress.code} is not reported here`;
      this.warning('VMGEN3403', suppress.position, message, 'remove +vmgen:ignore');
    }
  }

  #reported(): Diagnostic[] {
    return [...this.#diagnostics.values()].filter(
      (diagnostic) =>
        isFinal(diagnostic) ||
        !this.#suppressions.some((suppress) => isAbout(suppress, diagnostic)),
    );
  }

  #hidesFinal(suppress: Suppression): boolean {
    return [...this.#diagnostics.values()].some(
      (diagnostic) => isFinal(diagnostic) && isAbout(suppress, diagnostic),
    );
  }

  #add(found: Diagnostic): void {
    this.#reportCount++;
    const { position } = found;
    const message = shortened(found.message);
    const remedy = found.remedy === undefined ? undefined : shortened(found.remedy);
    const diagnostic = { ...found, message, remedy };
    const place = position && `${position.file}:${position.line}:${position.column}`;
    const key = `${place}:${message}`;
    if (!this.#diagnostics.has(key)) this.#diagnostics.set(key, diagnostic);
  }
}

/** Whether a diagnostic prevents output regardless of suppressions. */
const isFinal = ({ severity, isSuppressible }: Diagnostic): boolean =>
  severity === 'error' && isSuppressible !== true;

/** How much of a message is shown at its start and at its end, in UTF-16 units. */
const LONGEST = 2000;
const TAIL = 200;

/** Names and values from sources may have any length, and messages quote them. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST - TAIL)} ... ${text.slice(-TAIL)}`;
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  if (!a.position || !b.position) return Number(Boolean(a.position)) - Number(Boolean(b.position));
  return comparePositions(a.position, b.position);
}
