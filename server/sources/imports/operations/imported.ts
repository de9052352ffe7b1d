import type { RestConnection } from '@/server/connectors/rest/connection';
import type { TemplateDescription } from '@/server/connectors/things';

/** One operation of a description, ready to become a template. */
export type ImportedOperation = Omit<TemplateDescription, 'staticCommandSourceId' | 'warningTag'> & {
  traits: string[];
  /** Its group: a tag, or the folders of a collection. */
  folder: string | null;
};

/** How an API authenticates its callers, as far as that is known; people fill in the secrets later. */
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
    | 'accessKeyId'
    | 'secretAccessKey'
    | 'sessionToken'
    | 'awsRegion'
    | 'awsService'
    | 'authScheme'
    | 'moreAuth'
    | 'moreSecrets'
  >
>;

/** Something that a person should know about a description, and that doesn't prevent its import. */
export interface ImportNote {
  /** The location, such as `paths › /pets › get`; null for the whole description. */
  where: string | null;
  message: string;
}

/** The content of a description. */
export interface ImportedDocument {
  title: string;
  /** The first server as it is written; empty if there is none. */
  server: string;
  /** The same as a callable address; null if a person has to fill it in. */
  baseUrl: string | null;
  auth: ImportedAuth;
  operations: ImportedOperation[];
  /** Operations that can't be imported, each with its reason. */
  skipped: { operation: string; reason: string }[];
  /** Operations whose methods can't become commands, such as `HEAD /pets`. */
  ignoredMethods: string[];
  notes: ImportNote[];
}

/** The same without the operations, for use before them. */
export type ImportedHead = Omit<ImportedDocument, 'operations'>;

/** The kinds of descriptions that can be uploaded. */
export type DocumentKind = 'openapi' | 'postman';

/** Why one operation can't be imported. */
export class UnreadableOperation extends Error {
  override readonly name = 'UnreadableOperation';
}

/** A document with more operations is not an API that people run commands of. */
export const mostOperations = 25_000;
