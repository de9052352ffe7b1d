import { env } from '@/server/base/env';

/** Where the MCP server is, below the instance's own address. */
export const MCP_PATH = '/api/mcp';

/** The MCP server's address, which is also the audience of the tokens that are made for it. */
export const mcpAddress = (): string => `${env().appUrl}${MCP_PATH}`;

/** Where clients read who issues tokens for the MCP server (RFC 9728). */
export const resourceMetadataAddress = (): string =>
  `${env().appUrl}/.well-known/oauth-protected-resource${MCP_PATH}`;
