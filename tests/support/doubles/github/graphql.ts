import { buildSchema, graphql } from 'graphql';
import type { Repository } from './repository';

/** The part of GitHub's public schema that is asked for here: https://docs.github.com/public/fpt/schema.docs.graphql */
const schema = buildSchema(`
  scalar GitObjectID
  interface GitObject { id: ID!, oid: GitObjectID! }
  type Blob implements GitObject {
    id: ID!
    oid: GitObjectID!
    byteSize: Int!
    isBinary: Boolean
    isTruncated: Boolean!
    text: String
  }
  type Repository {
    id: ID!
    object(expression: String, oid: GitObjectID): GitObject
  }
  type Query {
    repository(followRenames: Boolean = true, name: String!, owner: String!): Repository
  }
`);

/** GitHub cuts the text of a blob off at this size. */
const mostTextBytes = 512_000;

interface Asked {
  owner: string;
  name: string;
}

export async function answerGraphql(
  { query, variables }: { query: string; variables?: Record<string, unknown> },
  find: (owner: string, name: string) => Repository | undefined,
): Promise<unknown> {
  const rootValue = {
    repository({ owner, name }: Asked) {
      const repository = find(owner, name);
      if (repository === undefined)
        throw new Error(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
      return {
        id: `${owner}/${name}`,
        object: ({ oid = '' }: { oid?: string }) => blobOf(oid, repository),
      };
    },
  };
  return graphql({ schema, source: query, variableValues: variables ?? null, rootValue });
}

function blobOf(oid: string, repository: Repository): object | null {
  const bytes = repository.blobs.get(oid);
  if (bytes === undefined) return null;
  const isBinary = bytes.includes(0);
  return {
    __typename: 'Blob',
    id: oid,
    oid,
    byteSize: bytes.length,
    isBinary,
    isTruncated: bytes.length > mostTextBytes,
    text: isBinary ? null : bytes.subarray(0, mostTextBytes).toString('utf8'),
  };
}
