import type { TemplateInput } from '@/lib/inputs/input';
import { maskedType } from '@/lib/inputs/secrets/secret-names';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import type { ReadParameter } from '../openapi/parameters';
import { variablesIn } from './variables';

const mostVariables = 100;

/**
 * Returns an input for each variable within the defaults of others. Its value replaces the variable when the request is
 * sent.
 *
 * @param bare names of the variables that appear in JSON without quotes
 */
export function variableParameters(
  inputs: readonly TemplateInput[],
  bare: ReadonlySet<string>,
): ReadParameter[] {
  const fills = new Map<string, string[]>();
  for (const { key, defaultValue } of inputs) {
    for (const name of defaultValue === null ? [] : variablesIn(JSON.stringify(defaultValue))) {
      if (name !== '') fills.set(name, [...(fills.get(name) ?? []), key]);
    }
  }
  return [...fills].slice(0, mostVariables).map(([name, keys]) => {
    const key = `variable.${name}`;
    return {
      input: {
        key,
        type: maskedType(name, openapiInputType('string')),
        defaultValue: null,
        defaultExpression: null,
        defaultAmbiguousInput: 'required',
        description: null,
      },
      parameter: {
        key,
        name,
        in: 'variable',
        style: 'simple',
        explode: false,
        fills: keys,
        ...(bare.has(name) ? { isBare: true } : {}),
      },
    };
  });
}
