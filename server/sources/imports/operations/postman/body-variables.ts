import type { TemplateInput } from '@/lib/inputs/input';
import { maskedType } from '@/lib/inputs/secrets/secret-names';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { isGeneratedName } from '@/server/connectors/rest/request/generated-values';
import type { ReadParameter } from '../openapi/parameters';
import { variablesIn } from './variables';

const mostVariables = 100;

const isOfBody = (key: string): boolean => /^body(\.|$)/.test(key);

/** The variables in the defaults of other inputs than the body's that have a new value for each request. */
export function generatedNames(inputs: readonly TemplateInput[]): string[] {
  const texts = inputs.flatMap(({ key, defaultValue }) =>
    isOfBody(key) ? [] : [JSON.stringify(defaultValue)],
  );
  return [...new Set(texts.flatMap(variablesIn))].filter(isGeneratedName);
}

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
      const isGenerated = isGeneratedName(name) && !isOfBody(key);
      if (name !== '' && !isGenerated) fills.set(name, [...(fills.get(name) ?? []), key]);
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
