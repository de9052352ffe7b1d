/** A list of JSON documents as one document, byte for byte: within JSON, line feeds only stand between values. */
export function listOfLines(text: string): string {
  return listOf(text.split('\n'));
}

/** The same for documents that each begin with a record separator, and may have line feeds in them. */
export function listOfSequence(text: string): string {
  return listOf(text.split('\x1e'));
}

const listOf = (documents: readonly string[]): string =>
  `[${documents.filter((document) => document.trim() !== '').join(',\n')}]`;

interface StreamEvent {
  event?: string;
  id?: string;
  data: string;
}

/**
 * An event stream (HTML, §9.2.6) as a JSON list: of the events' data if that is all they have and it is JSON, or else of
 * the events themselves, with their data as text.
 */
export function listOfEvents(text: string): string {
  const events = eventsIn(text);
  const isOnlyData = events.every(
    ({ event, id, data }) => event === undefined && id === undefined && isObject(data),
  );
  return isOnlyData ? listOf(events.map(({ data }) => data)) : JSON.stringify(events);
}

function eventsIn(text: string): StreamEvent[] {
  return text.split(/(?:\r\n|\r(?!\n)|\n){2,}/).flatMap((block) => eventOf(block) ?? []);
}

/** Null for a block without data, such as a comment that keeps the connection open. */
function eventOf(block: string): StreamEvent | null {
  const fields = { event: '', id: '', data: null as string | null };
  for (const line of block.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') fields.data = fields.data === null ? value : `${fields.data}\n${value}`;
    else if (name === 'event' || name === 'id') fields[name] = value;
  }
  if (fields.data === null) return null;
  return {
    ...(fields.event === '' ? {} : { event: fields.event }),
    ...(fields.id === '' ? {} : { id: fields.id }),
    data: fields.data,
  };
}

function isObject(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text up to the end of its last record, if it was cut within the next one. */
export function wholeRecords(text: string, ends: readonly string[]): string {
  const to = ends.map((end) => {
    const at = text.lastIndexOf(end);
    return at < 0 ? 0 : at + end.length;
  });
  return text.slice(0, Math.max(...to));
}
