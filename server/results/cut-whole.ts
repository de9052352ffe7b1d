import { frontOfCsv } from '@/lib/csv/read-csv';
import type { JsonValue } from '@/lib/json';
import type { WholeAnswer } from '@/server/connectors/types';

/** An answer in one piece, cut so that about as many bytes of it are left; the whole stays in storage. */
export function cutWhole(answer: WholeAnswer, mostBytes: number): WholeAnswer {
  switch (answer.format) {
    case 'json':
      return { format: 'json', content: cutJson(answer.content, mostBytes) };
    case 'file': {
      const { content } = answer;
      // Half an image is none: a large file is there to be downloaded.
      return content.base64.length <= mostBytes
        ? answer
        : { format: 'file', content: { ...content, base64: '' } };
    }
    case 'csv':
      return { format: 'csv', content: frontOfCsv(answer.content, mostBytes) };
    default:
      return answer.content.length <= mostBytes
        ? answer
        : { format: answer.format, content: answer.content.slice(0, mostBytes) };
  }
}

/** The front of a document: items and keys beyond the bytes are left out, so that what is left is still JSON. */
export function cutJson(value: JsonValue, mostBytes: number): JsonValue {
  let left = mostBytes;
  const cut = (inner: JsonValue): JsonValue => {
    left -= typeof inner === 'string' ? inner.length + 2 : 8;
    if (typeof inner === 'string') return left < 0 ? inner.slice(0, Math.max(0, inner.length + left)) : inner;
    if (inner === null || typeof inner !== 'object') return inner;
    if (Array.isArray(inner)) {
      const items: JsonValue[] = [];
      for (const item of inner) {
        if (left <= 0) break;
        items.push(cut(item));
      }
      return items;
    }
    const members: [string, JsonValue][] = [];
    for (const [key, member] of Object.entries(inner)) {
      if (left <= 0) break;
      left -= key.length + 4;
      members.push([key, cut(member)]);
    }
    return Object.fromEntries(members);
  };
  return cut(value);
}
