/**
 * The title of an error as people read it. In place of what differs from run to run the stored title has a word in braces
 * (server/insight/errors/fingerprint/without-values.ts), which people take for a fault of the message.
 */
export const errorTitle = (title: string): string =>
  title
    .replace(/\{(?:address|arn|date|email|hex|input|number|path|time|token|uuid)\}/g, '…')
    .replace(/…\.$/, '…');
