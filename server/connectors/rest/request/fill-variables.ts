import { digitsOf, exactJson, parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import type { RestExecutable, RestParameter } from '../executable';

type Values = Readonly<Record<string, JsonValue>>;

/** `{{name}}`, as Postman writes a variable. */
const anyVariable = /\{\{([^{}]*)\}\}/g;
const oneVariable = /^\{\{([^{}]*)\}\}$/;

/**
 * Fills in the operation's variables: `{{name}}` within the inputs that the variable's parameter names. A variable
 * without a value stays as written. Inserted values are not searched again.
 */
export function withVariables({ parameters }: Pick<RestExecutable, 'parameters'>, values: Values): Values {
  const variables = filledVariables(parameters, values);
  if (variables.length === 0) return values;
  const filled = Object.entries(values).map(([key, value]): [string, JsonValue] => {
    const own = variables.filter(({ fills = [] }) => fills.includes(key));
    return [key, own.length === 0 ? value : filledIn(value, own, values)];
  });
  return Object.fromEntries(filled);
}

const filledVariables = (parameters: readonly RestParameter[], values: Values): RestParameter[] =>
  parameters.filter(
    (each) => each.in === 'variable' && Object.hasOwn(values, each.key) && values[each.key] !== null,
  );

const textOrVariable = /\{\{([^{}]*)\}\}|"(?:[^"\\]|\\.)*"/gs;

/**
 * Returns a function that fills in the variables of a piece of JSON and leaves the rest of it as it is written. A value
 * can't leave its place: within a text it is escaped, and elsewhere it is JSON, or else a text.
 */
export function jsonFiller(
  { parameters }: Pick<RestExecutable, 'parameters'>,
  values: Values,
): (json: string) => string {
  const variables = filledVariables(parameters, values);
  const valueNamed = (name: string): string | null => {
    const variable = variables.find((each) => each.name === name.trim());
    return variable === undefined ? null : textOf(values[variable.key]);
  };
  if (variables.length === 0) return (json) => json;
  return (json) =>
    json.replace(textOrVariable, (written, bare: string | undefined) => {
      if (bare === undefined) {
        return written.replace(anyVariable, (whole, name: string) => {
          const value = valueNamed(name);
          return value === null ? whole : JSON.stringify(value).slice(1, -1);
        });
      }
      const value = valueNamed(bare);
      return value === null ? written : isJson(value) ? value : JSON.stringify(value);
    });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function filledIn(value: JsonValue, variables: readonly RestParameter[], values: Values): JsonValue {
  if (typeof value === 'string') return filledText(value, variables, values);
  if (Array.isArray(value)) return value.map((each) => filledIn(each, variables, values));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      String(filledText(key, variables, values)),
      filledIn(member, variables, values),
    ]),
  );
}

function filledText(text: string, variables: readonly RestParameter[], values: Values): JsonValue {
  const named = (name = '') => variables.find((each) => each.name === name.trim());
  const whole = named(oneVariable.exec(text)?.[1]);
  if (whole?.isBare === true) return asJson(textOf(values[whole.key]));
  return text.replace(anyVariable, (written, name: string) => {
    const variable = named(name);
    return variable === undefined ? written : textOf(values[variable.key]);
  });
}

const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? (digitsOf(value) ?? value) : exactJson(value ?? '');

/** A variable without quotes in JSON is JSON itself; otherwise text. */
function asJson(text: string): JsonValue {
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}
