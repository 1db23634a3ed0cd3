import type { CustomResourceSubresources } from '../definition/custom-resource-definition.js';
import type { FieldError } from '../field/field-error.js';
import { invalid, required } from '../field/field-errors.js';
import { child } from '../field/field-path.js';
import { validateSimpleJsonPath } from './validate-columns.js';

type Scale = NonNullable<CustomResourceSubresources['scale']>;

/** Validates the subresources: the paths of the scale subresource. */
export function validateSubresources(
  subresources: CustomResourceSubresources | undefined,
  path: string,
): FieldError[] {
  const scale: Partial<Scale> | undefined = subresources?.scale;
  if (scale === undefined) return [];
  const replicas = (jsonPath: string, name: string, parent: string): FieldError[] => {
    const at = child(path, `scale.${name}`);
    if (jsonPath === '') return [required(at)];
    return validatePathUnder(jsonPath, at, [parent], `should be a json path under ${parent}`);
  };
  return [
    ...replicas(scale.specReplicasPath ?? '', 'specReplicasPath', '.spec'),
    ...replicas(scale.statusReplicasPath ?? '', 'statusReplicasPath', '.status'),
    ...(scale.labelSelectorPath
      ? validatePathUnder(
          scale.labelSelectorPath,
          child(path, 'scale.labelSelectorPath'),
          ['.spec', '.status'],
          'should be a json path under either .spec or .status',
        )
      : []),
  ];
}

function validatePathUnder(
  jsonPath: string,
  path: string,
  parents: readonly string[],
  text: string,
): FieldError[] {
  const errors = validateSimpleJsonPath(jsonPath, path);
  if (errors.length > 0) return errors;
  const isBelow = parents.some((parent) => jsonPath.startsWith(`${parent}.`));
  return isBelow ? [] : [invalid(path, jsonPath, text)];
}
