import { dirname, resolve } from 'node:path';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Clock } from '../async/clock.js';
import { isMapping, type Mapping } from '../meta/is-mapping.js';
import { staticTextSource, fileTextSource, type TextSource } from './text-source.js';

/**
 * A named entry of a kubeconfig (a cluster, a user or a context). All errors contain the file, the
 * entry and the field.
 */
export class KubeconfigSection {
  /** `/home/me/.kube/config: user "admin"`. */
  readonly place: string;
  readonly file: string;
  readonly #title: string;
  readonly #fields: Mapping;

  constructor(file: string, title: string, fields: Mapping) {
    this.file = file;
    this.#title = title;
    this.place = `${file}: ${title}`;
    this.#fields = fields;
  }

  /** Returns a string, or undefined if it is omitted or empty. */
  text(field: string): string | undefined {
    const value = this.#fields[field];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string') return value;
    throw new VmgenError('ERR_VMGEN_CONFIG', `${this.place}: ${field} must be a string`);
  }

  required(field: string): string {
    const value = this.text(field);
    if (value === undefined)
      throw new VmgenError('ERR_VMGEN_CONFIG', `${this.place}: ${field} is missing`);
    return value;
  }

  flag(field: string): boolean {
    return this.#fields[field] === true;
  }

  list(field: string): readonly unknown[] {
    const value = this.#fields[field] ?? [];
    if (Array.isArray(value)) return value;
    throw new VmgenError('ERR_VMGEN_CONFIG', `${this.place}: ${field} must be a list`);
  }

  texts(field: string): string[] {
    return this.list(field).map((value) => {
      if (typeof value === 'string') return value;
      throw new VmgenError('ERR_VMGEN_CONFIG', `${this.place}: ${field} must be a list of strings`);
    });
  }

  mapping(field: string): Mapping | undefined {
    const value = this.#fields[field] ?? undefined;
    if (value === undefined || isMapping(value)) return value;
    throw new VmgenError('ERR_VMGEN_CONFIG', `${this.place}: ${field} must be a mapping`);
  }

  /** Returns a nested section. */
  section(field: string): KubeconfigSection | undefined {
    const fields = this.mapping(field);
    return fields && new KubeconfigSection(this.file, `${this.#title}: ${field}`, fields);
  }

  /** Returns a path. Relative paths start at the folder of the file. */
  path(field: string): string | undefined {
    const value = this.text(field);
    return value === undefined ? undefined : this.resolve(value);
  }

  resolve(path: string): string {
    return resolve(dirname(this.file), path);
  }

  /**
   * Returns PEM from inline data (`FIELD-data`, base64, which takes precedence) or from a file
   * (`FIELD`).
   */
  pem(field: string, clock: Clock): TextSource | undefined {
    const data = this.text(`${field}-data`);
    if (data !== undefined) {
      const text = Buffer.from(data, 'base64').toString('utf8');
      return staticTextSource(text, `${field}-data of ${this.place}`);
    }
    const path = this.path(field);
    return path === undefined
      ? undefined
      : fileTextSource(path, `${field} of ${this.place}`, clock);
  }
}
