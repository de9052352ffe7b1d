import type { RestConnection } from '@/server/connectors/rest/connection';
import type { TemplateDescription } from '@/server/connectors/types';

/** One operation of a description, ready to become a template. */
export type ImportedOperation = Omit<TemplateDescription, 'staticCommandSourceId' | 'warningTag'> & {
  traits: string[];
  /** What groups it: a tag, or the folders of a collection. */
  folder: string | null;
};

/** What is known of how an API wants its callers to say who they are; the secrets are filled in later. */
export type ImportedAuth = Partial<
  Pick<
    RestConnection,
    | 'authType'
    | 'apiKeyName'
    | 'apiKeyIn'
    | 'tokenUrl'
    | 'scopes'
    | 'username'
    | 'bearerToken'
    | 'password'
    | 'apiKey'
    | 'authScheme'
    | 'moreAuth'
    | 'moreSecrets'
  >
>;

/** Something about a description that a person should know, and that stops nothing. */
export interface ImportNote {
  /** The place it is about, such as `paths › /pets › get`; null for the whole description. */
  where: string | null;
  message: string;
}

/** What was read of a description. */
export interface ImportedDocument {
  title: string;
  /** The first server as it is written; empty where there is none. */
  server: string;
  /** The same as an address that can be called; null where a person has to say it. */
  baseUrl: string | null;
  auth: ImportedAuth;
  operations: ImportedOperation[];
  /** Operations that cannot be imported, each with its reason. */
  skipped: { operation: string; reason: string }[];
  /** Operations of methods that are no commands, e.g. `HEAD /pets`. */
  ignoredMethods: string[];
  notes: ImportNote[];
}

/** The same without its operations: what is told before them. */
export type ImportedHead = Omit<ImportedDocument, 'operations'>;

/** The kinds of descriptions that can be uploaded. */
export type DocumentKind = 'openapi' | 'postman';

/** Why a whole document cannot be imported, in words for the person who uploaded it. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}

/** Why one operation cannot be imported. */
export class UnreadableOperation extends Error {
  override readonly name = 'UnreadableOperation';
}

/** More than this in one document is no API that people run commands of. */
export const mostOperations = 25_000;
