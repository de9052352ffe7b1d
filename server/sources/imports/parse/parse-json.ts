import { replaceNumbers } from '@/lib/base/exact-json';
import { openScalars, type WrittenScalar } from './written';

/** Begins a text that stands for a number while JSON is parsed. No text of the document begins with it. */
const mark = '\u{F8FF}number ';

/** Parses JSON to plain values that keep the text of their numbers. Throws as `JSON.parse` does. */
export function parseWrittenJson(text: string): unknown {
  // With the mark in it, a text could pass for a number.
  if (text.includes('\u{F8FF}') || /\\uf8ff/i.test(text)) return JSON.parse(text);
  let isMarked = false;
  const marked = replaceNumbers(text, (token) => {
    if (String(Number(token)) === token) return null;
    isMarked = true;
    return `"${mark}${token}"`;
  });
  const document: unknown = JSON.parse(marked);
  return isMarked ? openScalars(document, numberOf) : document;
}

function numberOf(value: unknown): WrittenScalar | null {
  if (typeof value !== 'string' || !value.startsWith(mark)) return null;
  const source = value.slice(mark.length);
  return { value: Number(source), source };
}
