import type { JsonValue } from '@/lib/base/json';
import type { InputType, TemplateInput } from '@/lib/inputs/input';
import { maskedType } from '@/lib/inputs/secrets/secret-names';
import { numberShapeOf } from '@/server/connectors/_shared/json/number-shape';
import type { RestBody, RestPart } from '@/server/connectors/rest/executable';
import type { ReadBody } from '../openapi/body';
import { saidValue } from './said-value';

/** A body, and how it differs from what Postman sends. */
export interface ReadPostmanBody extends ReadBody {
  /** Names of the variables that appear in JSON without quotes. */
  bareVariables?: ReadonlySet<string>;
  /** A note if the sent type differs from the one the request declares; null if it doesn't. */
  difference?: string;
}

/** A part of a body that has an input of its own. */
export interface Part {
  /** The input's key without `body.`. */
  key: string;
  name: string;
  type: InputType;
  /** What the request says; undefined for nothing that could be sent. */
  value: JsonValue | undefined;
  description: string | null;
  isFile?: boolean;
  contentType?: string;
  /** Whether it appeared in JSON without quotes, so that a number is sent as one. */
  isBare?: boolean;
}

/** A body with an input for each of its parts. */
export function partedBody(kind: RestBody['kind'], mediaType: string, parts: readonly Part[]): ReadBody {
  const inputs = parts.map(({ key, name, type: declaredType, value, description }): TemplateInput => {
    const type = maskedType(name, declaredType);
    return { key: `body.${key}`, type, defaultExpression: null, description, ...saidValue(type, value) };
  });
  return { inputs, body: { kind, mediaType, wholeKey: null, parts: parts.map(restPart) } };
}

function restPart({ key, name, type, isFile, contentType, isBare }: Part): RestPart {
  const numbers = isBare === true ? true : numberShapeOf(type);
  return {
    key: `body.${key}`,
    name,
    style: 'form',
    explode: true,
    ...(isFile === undefined ? {} : { isFile }),
    // It is text, whatever it says: JSON is written in it as it is sent.
    ...(contentType === undefined ? {} : { contentType, ...(isFile === undefined ? { isText: true } : {}) }),
    ...(numbers === undefined ? {} : { numbers }),
  };
}

/** A body that is one input. */
export function wholeBody(
  kind: RestBody['kind'],
  mediaType: string,
  type: InputType,
  value: JsonValue | undefined,
): ReadBody {
  const input: TemplateInput = {
    key: 'body',
    type,
    defaultExpression: null,
    description: null,
    ...saidValue(type, value),
  };
  return { inputs: [input], body: { kind, mediaType, wholeKey: 'body', parts: [] } };
}
