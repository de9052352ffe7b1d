import type { JsonValue } from '@/lib/base/json';
import type { Sent } from '../../connectors/rest/bytes-support';
import type { DescribedOperation, DescribedParameter } from './described';

type Parsed = [name: string, value: string][];

const parsedPairs = (text: string): Parsed =>
  text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    });

const decoded = (text: string): string => decodeURIComponent(text);

/** The texts that a request carries for a parameter: one, or one for each item of a list. Null if there are none. */
export function textsArrived(
  { name, in: place, style, explode }: DescribedParameter,
  { path }: DescribedOperation,
  { line, headers }: Sent,
  isList: boolean,
): string[] | null {
  const [target = ''] = line.split(' ').slice(1);
  const [sentPath = '', query = ''] = target.split('?');
  const split = (text: string, by: string) => (isList ? text.split(by) : [text]);
  if (place === 'path') {
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, each]) => each);
    const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    const pattern = path
      .replace(/#.*$/s, '')
      .split(/\{[^{}]+\}/)
      .map(literal)
      .join('([^/]*)');
    const found = new RegExp(`^${pattern}$`).exec(decodeURI(sentPath) === sentPath ? sentPath : sentPath);
    const text = found?.[names.indexOf(name) + 1];
    return text === undefined ? null : split(text, ',').map(decoded);
  }
  if (place === 'header') {
    const header = headers.find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}: `));
    return header === undefined ? null : split(header.slice(name.length + 2), ',');
  }
  const values = parsedPairs(query)
    .filter(([each]) => decoded(each) === name)
    .map(([, value]) => value);
  if (values.length === 0) return null;
  if (explode) return values.map(decoded);
  const by = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ',';
  return split(values[0] ?? '', by).map(decoded);
}

/** A text as a value of its type. */
export function valueOfText(text: string, type: unknown): JsonValue {
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
