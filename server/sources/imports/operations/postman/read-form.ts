import { maskedType } from '@/lib/inputs/secrets/secret-names';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { isNode, proseAt, textAt, valueAt } from '@/server/sources/imports/parse/node';
import { type Part, partedBody, type ReadPostmanBody } from './body-parts';
import { isVariable, type Variables } from './variables';

/** A row of a form: one value of a name. */
interface Row {
  name: string;
  text: string;
  description: string | null;
  isOff: boolean;
  isFile: boolean;
  /** Whether several files are chosen for it. */
  isList: boolean;
  contentType: string | null;
}

const urlEncoded = 'application/x-www-form-urlencoded';
const formData = 'multipart/form-data';

/** A form as addresses are encoded. Postman writes the values of a name next to each other, where the first one is. */
export function urlEncodedBody(
  contentType: string | null,
  rows: readonly unknown[],
  variables: Variables,
): ReadPostmanBody {
  const sent = sentRows(rows, variables);
  const byName = new Map(sent.map(({ name }) => [name, sent.filter((row) => row.name === name)]));
  const read = partedBody('form', contentType ?? urlEncoded, partsOf([...byName.values()].flat()));
  return { ...read, body: { ...read.body, isPercentEncoded: true } };
}

/** The parts need a boundary, so the sent type is always a multipart one. */
export function multipartBody(
  contentType: string | null,
  rows: readonly unknown[],
  variables: Variables,
): ReadPostmanBody {
  const [own = ''] = (contentType ?? formData).split(';', 1);
  const isMultipart = /^multipart\/[\w.+-]+$/i.test(own.trim());
  const parts = partsOf(sentRows(rows, variables));
  const read = partedBody('multipart', isMultipart ? own.trim() : formData, parts);
  if (isMultipart) return read;
  return {
    ...read,
    difference: `Declares Content-Type "${contentType}", but has a multipart form: it is sent as ${formData}.`,
  };
}

/** The rows that are sent, in their order, and one of each name that is only switched off. */
function sentRows(rows: readonly unknown[], variables: Variables): Row[] {
  const read = rows.flatMap((row) => readRow(row, variables) ?? []);
  return read.filter((row, at) => {
    const others = read.filter(({ name }) => name === row.name);
    return others.every(({ isOff }) => isOff) ? read.indexOf(others[0] ?? row) === at : !row.isOff;
  });
}

function readRow(row: unknown, variables: Variables): Row | null {
  const name = isNode(row) ? variables.fillWhole(textAt(row, 'key') ?? '') : null;
  if (!isNode(row) || name === null || name === '') return null;
  return {
    name: name.replaceAll('\0', ''),
    text: variables.fill(scalarText(valueAt(row, 'value'))).replaceAll('\0', ''),
    description: proseAt(row, 'description'),
    isOff: valueAt(row, 'disabled') === true,
    isFile: textAt(row, 'type') === 'file',
    isList: Array.isArray(valueAt(row, 'src')),
    contentType: textAt(row, 'contentType') || null,
  };
}

/** Numbers and the like are sent as text. */
const scalarText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Rows of a name that follow each other are a list; if others stand between them, each has an input of its own. */
function partsOf(rows: readonly Row[]): Part[] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const before = groups.at(-1);
    if (before !== undefined && isListed(row, before[0])) before.push(row);
    else groups.push([row]);
  }
  const taken = new Set<string>();
  return groups.map((group): Part => {
    const part = partOf(group);
    let { key } = part;
    for (let count = 2; taken.has(key); count += 1) key = `${part.name} (${count})`;
    taken.add(key);
    return { ...part, key };
  });
}

const isListed = (row: Row, first: Row | undefined): boolean =>
  row.name === first?.name && !row.isFile && !first.isFile && row.contentType === first.contentType;

function partOf(rows: readonly Row[]): Part {
  const [first] = rows;
  if (first === undefined) throw new Error('A part has no rows');
  const { name, text, description, isOff, isFile, isList, contentType } = first;
  const more = contentType === null ? {} : { contentType };
  const shared = { key: name, name, description, ...more };
  const type = openapiInputType('string');
  if (rows.length > 1) {
    const listed = openapiInputType('array', { element: maskedType(name, type) });
    return { ...shared, type: listed, value: rows.map((row) => row.text) };
  }
  if (isFile) {
    const file = openapiInputType('string:binary');
    const fileType = isList ? openapiInputType('array', { element: file }) : file;
    return { ...shared, type: fileType, value: undefined, isFile };
  }
  return { ...shared, type, value: isOff || isVariable(text) ? undefined : text };
}
