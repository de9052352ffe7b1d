import { percentEncode } from '@/server/connectors/rest/request/percent';

/**
 * A name and a value of a query as Postman sends them: what is encoded already stays as it is, and so do characters with a
 * special meaning that don't end the pair.
 */
export const writtenPair = (name: string, value: string): string =>
  `${written(name).replaceAll('=', '%3D')}=${written(value)}`;

const kept = /^(?:%[0-9a-f]{2}|[A-Za-z0-9$+,\-./:;=?@[\]_~])$/i;

const written = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '')
    .replace(/%[0-9a-f]{2}|./gisu, (piece) => (kept.test(piece) ? piece : percentEncode(piece)));
