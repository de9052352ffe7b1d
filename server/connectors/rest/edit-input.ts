import type { JsonValue } from '@/lib/base/json';
import type { InputType } from '@/lib/inputs/input';
import { ConnectorError } from '../_shared/connector-error';
import { isHeaderName } from '../_shared/http/call-headers';
import { numberShapeOf } from '../_shared/json/number-shape';
import type { CallEdit } from '../things';
import {
  type RestBody,
  type RestExecutable,
  type RestParameter,
  readExecutable,
  type WrittenJson,
} from './executable';

type WrittenMember = WrittenJson['members'][number];

const places = ['path', 'query', 'header', 'cookie'] as const;

/** Where a key says that its value is sent, e.g. `query.limit`. */
function placeOf(key: string): { in: (typeof places)[number] | 'body' | 'whole'; name: string } {
  if (key === 'body') return { in: 'whole', name: '' };
  const [, place = '', name = ''] = /^(path|query|header|cookie|body)\.([^\0]{1,200})$/s.exec(key) ?? [];
  const found = [...places, 'body' as const].find((each) => each === place);
  if (found === undefined) {
    throw refused(
      `"${key}" doesn't say where it is sent. Write query.x, header.x, cookie.x, body.x or body.`,
    );
  }
  return { in: found, name };
}

const refused = (message: string): ConnectorError => new ConnectorError('failed', message);

/** How a single value is sent in its place, as OpenAPI does by default. */
export function parameterOf(key: string): RestParameter {
  const { in: place, name } = placeOf(key);
  if (place === 'body' || place === 'whole') throw refused(`"${key}" is part of the body.`);
  if (place === 'header' && !isHeaderName(name)) throw refused(`"${name}" is not a valid header name.`);
  const isForm = place === 'query' || place === 'cookie';
  return { key, name, in: place, style: isForm ? 'form' : 'simple', explode: isForm };
}

const numbersOf = (type: InputType) => {
  const numbers = numberShapeOf(type);
  return numbers === undefined ? {} : { numbers };
};

/** The one input that is the whole body, as JSON. */
export const jsonBodyOf = (key: string, type: InputType): RestBody => ({
  kind: 'json',
  mediaType: 'application/json',
  wholeKey: key,
  parts: [],
  ...numbersOf(type),
});

/** The call of an operation after an engineer added, deleted, renamed, or retyped one of its inputs. */
export function editInput(stored: JsonValue, edit: CallEdit): JsonValue {
  const executable = readExecutable(stored);
  return JSON.parse(JSON.stringify(edited(executable, edit)));
}

function edited(executable: RestExecutable, edit: CallEdit): RestExecutable {
  switch (edit.kind) {
    case 'add':
      return withInput(executable, edit.input.key, edit.input.type);
    case 'remove':
      return withoutInput(executable, edit.key);
    case 'rename':
      return renamed(executable, edit.key, edit.to);
    case 'retype':
      return retyped(executable, edit.key, edit.type);
  }
}

function withInput(executable: RestExecutable, key: string, type: InputType): RestExecutable {
  const { in: place, name } = placeOf(key);
  const { parameters, path } = executable;
  if (place === 'path') {
    const isFree = !parameters.some((each) => each.in === 'path' && each.name === name);
    if (!path.includes(`{${name}}`) || !isFree) throw refused(`The address has no {${name}} to fill in.`);
  }
  if (place === 'whole' || place === 'body') return { ...executable, body: withPart(executable, key, type) };
  return { ...executable, parameters: [...parameters, parameterOf(key)] };
}

function withPart({ body }: RestExecutable, key: string, type: InputType): RestBody {
  const { in: place, name } = placeOf(key);
  if (place === 'whole') {
    if (body !== null) throw refused('The request already has a body. Delete its inputs first.');
    return jsonBodyOf(key, type);
  }
  const part = { key, name, style: 'form' as const, explode: true, ...numbersOf(type) };
  if (body === null) return { kind: 'json', mediaType: 'application/json', wholeKey: null, parts: [part] };
  if (body.wholeKey !== null) throw refused(`The whole body is the input "${body.wholeKey}".`);
  return { ...body, parts: [...body.parts, part] };
}

function withoutInput(executable: RestExecutable, key: string): RestExecutable {
  const { parameters, body } = executable;
  const parameter = parameters.find((each) => each.key === key);
  if (parameter?.in === 'path') throw refused(`"${parameter.name}" is part of the address.`);
  return {
    ...executable,
    parameters: parameters.filter((each) => each.key !== key).map((each) => withoutFilled(each, key)),
    body: bodyWithout(body, key),
  };
}

/** A variable no longer fills in an input that is gone. */
const withoutFilled = (parameter: RestParameter, key: string): RestParameter =>
  parameter.fills === undefined
    ? parameter
    : { ...parameter, fills: parameter.fills.filter((each) => each !== key) };

function bodyWithout(body: RestBody | null, key: string): RestBody | null {
  if (body === null || body.wholeKey === key) return null;
  const parts = body.parts.filter((part) => part.key !== key);
  if (body.wholeKey === null && parts.length === 0) return null;
  return withMember({ ...body, parts }, key, () => []);
}

/** The body with a member of its written JSON replaced, if it has one of the input. */
function withMember(
  body: RestBody,
  key: string,
  replace: (member: WrittenMember) => WrittenMember[],
): RestBody {
  const { written } = body;
  if (written === undefined) return body;
  const members = written.members.flatMap((member) => (member.key === key ? replace(member) : [member]));
  return { ...body, written: { ...written, members } };
}

function renamed(executable: RestExecutable, key: string, to: string): RestExecutable {
  const [was, is] = [placeOf(key), placeOf(to)];
  if (was.in === 'path' || is.in === 'path') throw refused('An input of the address keeps its key.');
  if (was.in !== is.in) throw refused(`"${key}" stays in its place. Add another input there instead.`);
  if (is.in === 'header' && !isHeaderName(is.name)) throw refused(`"${is.name}" is not a valid header name.`);
  const rename = <Part extends { key: string; name: string }>(part: Part): Part =>
    part.key === key ? { ...part, key: to, name: is.name } : part;
  const { parameters, body } = executable;
  return {
    ...executable,
    parameters: parameters.map((each) => rename(each.key === key ? withoutWritten(each) : each)),
    body:
      body === null
        ? null
        : withMember({ ...body, parts: body.parts.map(rename) }, key, (member) => [
            { ...member, key: to, head: `${JSON.stringify(is.name)}:` },
          ]),
  };
}

/** A renamed parameter is no longer encoded as its source had it. */
function withoutWritten({ asWritten: _, ...parameter }: RestParameter): RestParameter {
  return parameter;
}

function retyped(executable: RestExecutable, key: string, type: InputType): RestExecutable {
  const retype = <Part extends { key: string; numbers?: unknown }>(part: Part): Part => {
    if (part.key !== key) return part;
    const { numbers: _, ...others } = part;
    return { ...others, ...numbersOf(type) } as Part;
  };
  const { parameters, body } = executable;
  if (body === null) return { ...executable, parameters: parameters.map(retype) };
  const { numbers, ...whole } = body;
  const ofWhole = body.wholeKey === key ? numbersOf(type) : numbers === undefined ? {} : { numbers };
  return {
    ...executable,
    parameters: parameters.map(retype),
    // What was written is of the former type.
    body: withMember({ ...whole, parts: body.parts.map(retype), ...ofWhole }, key, (member) => [
      { ...member, value: null },
    ]),
  };
}
