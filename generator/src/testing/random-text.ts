import type { RandomField, RandomObject, RandomType } from './random-type.js';

/** Writes random types in TypeScript, with declarations for those that have names. */
export class RandomTypeWriter {
  readonly declarations: string[] = [];
  #count = 0;

  /** The declaration of an interface with these fields. */
  interface(name: string, object: RandomObject): string {
    return `export interface ${name} ${this.#body(object.fields)}`;
  }

  write(type: RandomType): string {
    switch (type.kind) {
      case 'literals':
        return type.values.map((value) => JSON.stringify(value)).join(' | ');
      case 'enum': {
        const members = type.values.map((value, index) => `M${index} = '${value}'`);
        return this.#declare((name) => `export enum ${name} { ${members.join(', ')} }`);
      }
      case 'template':
        return `\`${type.prefix}-\${Int32}\``;
      case 'array':
        return `(${this.write(type.inner)})[]`;
      case 'map':
        return `Record<string, ${this.write(type.inner)}>`;
      case 'box':
        return `Box<${this.write(type.inner)}>`;
      case 'nullable':
        return `(${this.write(type.inner)}) | null`;
      case 'tuple': {
        const element = this.write(type.inner);
        return `[${new Array<string>(type.length).fill(element).join(', ')}]`;
      }
      case 'object':
        return type.isNamed
          ? this.#declare((name) => this.interface(name, type))
          : this.#body(type.fields);
      case 'utility':
        return this.#utility(type.name, type.inner);
      case 'intersection':
        return distinctParts(type.parts)
          .map((part) => this.write(part))
          .join(' & ');
      case 'tagged':
        return type.members
          .map((member, index) => `{ t${index}: ${this.write(member)} }`)
          .join(' | ');
      case 'discriminated':
        return distinctParts(type.members)
          .map(({ fields }, index) => {
            const tag: RandomField = {
              name: 'kindOf',
              optional: false,
              type: { kind: 'literals', values: [`k${index}`] },
            };
            return this.#body([tag, ...fields]);
          })
          .join(' | ');
      default:
        return type.kind;
    }
  }

  #utility(name: string, inner: RandomObject): string {
    const object = this.write(inner);
    const [first] = inner.fields;
    switch (name) {
      case 'mapped':
        return `{ [Key in keyof ${object}]?: ${object}[Key] }`;
      case 'deep':
        return `Deep<${object}>`;
      case 'Pick':
      case 'Omit':
        return `${name}<${object} & { kept: string }, ${JSON.stringify(name === 'Pick' ? 'kept' : first?.name)}>`;
      default:
        return `${name}<${object}>`;
    }
  }

  #body(fields: readonly RandomField[]): string {
    const lines = fields.map(({ name, optional, type }) => {
      return `  /** Says what ${JSON.stringify(name)} is. */\n  ${JSON.stringify(name)}${optional ? '?' : ''}: ${this.write(type)};`;
    });
    return `{\n${lines.join('\n')}\n}`;
  }

  #declare(write: (name: string) => string): string {
    const name = `Type${this.#count++}`;
    this.declarations.push(write(name));
    return name;
  }
}

/** The parts with fields of different names: what two parts call alike would have to agree. */
export function distinctParts(parts: readonly RandomObject[]): RandomObject[] {
  return parts.map((part, index) => ({
    ...part,
    fields: part.fields.map((field) => ({ ...field, name: `p${index}${field.name}` })),
  }));
}
