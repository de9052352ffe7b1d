import { configurationPage } from './configuration-page';

/** A document that is made from the code, as it should be in the repository. */
export type WrittenDocument = { file: string; content: string };

/** The documents that `npm run docs` writes. */
export const writtenDocuments = (): WrittenDocument[] => [
  { file: 'docs/configuration.md', content: configurationPage() },
];
