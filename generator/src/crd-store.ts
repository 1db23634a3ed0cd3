import { printCrd, type PrintedCrd } from './emit/print-crd.js';
import type { DiagnosticList } from './diagnostics/diagnostic-list.js';
import { reported, type Reported, resultOf } from './diagnostics/reported.js';
import { buildCrd, type BuiltCrd } from './model/build-crd.js';
import type { CustomResource, Resource } from './model/model.js';
import { hasSameElements } from './text/has-same-elements.js';
import { deepEqualJson } from '@vmgen/base/json';
import { isAccepted } from './validate/validate-crd.js';

/** Reports problems of a CRD, which depend only on the CRD. */
type CrdCheck = (built: BuiltCrd, diagnostics: DiagnosticList) => void;

/** A CRD of a program, with the results of its checks. */
export class StoredCrd implements BuiltCrd {
  readonly resource: CustomResource;
  readonly #work: CrdWork;

  constructor(resource: CustomResource, work: CrdWork) {
    this.resource = resource;
    this.#work = work;
  }

  get crd(): BuiltCrd['crd'] {
    return this.#work.built.crd;
  }

  /** Whether an API server accepts it. */
  get isAccepted(): boolean {
    return (this.#work.isAccepted ??= isAccepted(this.#work.built));
  }

  /** Reports what the check finds; it runs only once. */
  report(check: CrdCheck, diagnostics: DiagnosticList): void {
    const { built, checks } = this.#work;
    const known = checks.get(check) ?? reported((reports) => check(built, reports));
    checks.set(check, known);
    resultOf(known, diagnostics);
  }

  /** See {@link printCrd}. */
  print(trims: boolean, diagnostics: DiagnosticList): PrintedCrd {
    const { built } = this.#work;
    this.#work.printed ??= reported((reports) => printCrd(built, trims, reports));
    return { ...resultOf(this.#work.printed, diagnostics), resource: this.resource };
  }
}

/** What was found out about a CRD so far. */
interface CrdWork {
  readonly inputs: CrdInputs;
  readonly built: BuiltCrd;
  readonly checks: Map<CrdCheck, Reported<void>>;
  isAccepted?: boolean;
  printed?: Reported<PrintedCrd>;
}

/** What a CRD depends on. */
interface CrdInputs {
  readonly resources: readonly Resource[];
  readonly shared: unknown;
}

/** The CRDs of a program. A CRD is built and checked again only if its kind is another one. */
export class CrdStore {
  readonly #maxDescLen: number | undefined;
  readonly #known = new WeakMap<Resource, CrdWork>();
  readonly #stored = new WeakMap<CustomResource, StoredCrd>();

  /** @param maxDescLen the maximum length of a description in bytes; undefined for no limit */
  constructor(maxDescLen: number | undefined) {
    this.#maxDescLen = maxDescLen;
  }

  of(resource: CustomResource): StoredCrd {
    const stored = this.#stored.get(resource) ?? new StoredCrd(resource, this.#workOf(resource));
    this.#stored.set(resource, stored);
    return stored;
  }

  #workOf(resource: CustomResource): CrdWork {
    const inputs = inputsOf(resource);
    const known = this.#known.get(resource.main);
    const isSame =
      known !== undefined &&
      hasSameElements(known.inputs.resources, inputs.resources) &&
      deepEqualJson(known.inputs.shared, inputs.shared);
    const work = isSame ? known : this.#start(resource, inputs);
    this.#known.set(resource.main, work);
    return work;
  }

  #start(resource: CustomResource, inputs: CrdInputs): CrdWork {
    const crd = buildCrd(resource, this.#maxDescLen);
    return { inputs, built: { resource, crd }, checks: new Map() };
  }
}

const inputsOf = ({ versions, conversion, annotations, labels }: CustomResource): CrdInputs => ({
  resources: versions.map(({ resource }) => resource),
  shared: [
    versions.map(({ package: { folder, group, version, origins, position } }) => {
      return { folder, group, version, origins, position };
    }),
    { conversion, annotations, labels },
  ],
});
