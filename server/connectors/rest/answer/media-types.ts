export const isJson = (mediaType: string): boolean => /^(application|text)\/(.*\+)?json$/.test(mediaType);

export function isText(mediaType: string): boolean {
  return (
    (mediaType.startsWith('text/') ||
      /^application\/((.*\+)?(xml|yaml)|x-yaml|javascript|graphql|x-www-form-urlencoded)$/.test(mediaType) ||
      isListOfJson(mediaType)) &&
    mediaType !== 'image/svg+xml'
  );
}

/** Several JSON documents after one another: a line each, or each after a record separator (RFC 7464). */
export const isListOfJson = (mediaType: string): boolean =>
  /^application\/((x-)?(ndjson|jsonl|jsonlines|json-lines)|(.*\+)?json-seq)$/.test(mediaType);

export const isSequenceOfJson = (mediaType: string): boolean => mediaType.endsWith('json-seq');

export const isEventStream = (mediaType: string): boolean => mediaType === 'text/event-stream';
