import type { DiagnosticCode } from './code.js';
import type { Diagnostic, DiagnosticDetails, SourcePosition } from './diagnostic.js';
import { isAbout, type Silence } from './silence.js';

/** Collects the diagnostics of one run, so that they are printed all together. */
export class DiagnosticList {
  readonly #diagnostics = new Map<string, Diagnostic>();
  readonly #silences: Silence[] = [];

  /** A diagnostic that keeps anything from being written. The same diagnostic counts once. */
  error(
    code: DiagnosticCode,
    position: SourcePosition | undefined,
    message: string,
    remedy?: string,
    { related, fix }: DiagnosticDetails = {},
  ): void {
    this.#add({ severity: 'error', code, position, message, remedy, related, fix });
  }

  /** An error that `+vmgen:ignore` at its place makes none: the user accepts what it warns of. */
  errorUnlessSilenced(
    code: DiagnosticCode,
    position: SourcePosition,
    message: string,
    remedy: string,
    { related }: DiagnosticDetails = {},
  ): void {
    const canBeSilenced = true;
    this.#add({ severity: 'error', code, position, message, remedy, related, canBeSilenced });
  }

  /** A diagnostic that is told and changes nothing (unless the run is strict). */
  warning(
    code: DiagnosticCode,
    position: SourcePosition | undefined,
    message: string,
    remedy?: string,
    { related, fix }: DiagnosticDetails = {},
  ): void {
    this.#add({ severity: 'warning', code, position, message, remedy, related, fix });
  }

  /** Warnings that are not to be told, whenever they are found. */
  silence(silence: Silence): void {
    this.#silences.push(silence);
  }

  /** What is worth knowing and nothing to mend: told to those who ask for all (`--verbose`). */
  remark(code: DiagnosticCode, position: SourcePosition | undefined, message: string): void {
    this.#add({ severity: 'remark', code, position, message, remedy: undefined });
  }

  /** Whether anything found keeps output from being made; a strict run takes no warnings either. */
  refuses(isStrict: boolean): boolean {
    return this.#told().some(
      ({ severity }) => severity === 'error' || (isStrict && severity === 'warning'),
    );
  }

  /** By file, line and column. */
  sorted(): Diagnostic[] {
    for (const { position } of this.#silences.filter((silence) => this.#isVain(silence))) {
      this.error('VMGEN3402', position, 'an error cannot be silenced', 'mend it');
    }
    return this.#told().sort(compareDiagnostics);
  }

  /** Warns of what silences nothing; to be asked once all is found. */
  warnOfIdleSilences(): void {
    const all = [...this.#diagnostics.values()];
    for (const silence of this.#silences) {
      if (all.some((diagnostic) => isAbout(silence, diagnostic))) continue;
      const message = `nothing here is ${silence.code}`;
      this.warning('VMGEN3403', silence.position, message, 'remove +vmgen:ignore');
    }
  }

  #told(): Diagnostic[] {
    return [...this.#diagnostics.values()].filter(
      (diagnostic) =>
        isFinal(diagnostic) || !this.#silences.some((silence) => isAbout(silence, diagnostic)),
    );
  }

  #isVain(silence: Silence): boolean {
    return [...this.#diagnostics.values()].some(
      (diagnostic) => isFinal(diagnostic) && isAbout(silence, diagnostic),
    );
  }

  #add(found: Diagnostic): void {
    const { position } = found;
    const message = shortened(found.message);
    const remedy = found.remedy === undefined ? undefined : shortened(found.remedy);
    const diagnostic = { ...found, message, remedy };
    const place = position && `${position.file}:${position.line}:${position.column}`;
    const key = `${place}:${message}`;
    if (!this.#diagnostics.has(key)) this.#diagnostics.set(key, diagnostic);
  }
}

/** Whether a diagnostic keeps output from being made whatever a marker says. */
const isFinal = ({ severity, canBeSilenced }: Diagnostic): boolean =>
  severity === 'error' && canBeSilenced !== true;

/** What people read of a message, at both ends, in UTF-16 units. */
const LONGEST = 2000;
const TAIL = 200;

/** Names and values of sources are as long as people like; nobody reads a megabyte of them. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST - TAIL)} ... ${text.slice(-TAIL)}`;
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  if (!a.position || !b.position) return Number(Boolean(a.position)) - Number(Boolean(b.position));
  if (a.position.file !== b.position.file) return a.position.file < b.position.file ? -1 : 1;
  return a.position.line - b.position.line || a.position.column - b.position.column;
}
