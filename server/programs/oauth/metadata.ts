import { paths } from '@/lib/base/paths';
import { env } from '@/server/base/env';
import { mcpAddress } from '@/server/programs/mcp/addresses';

/** The addresses of the authorization server, below the instance's own address. */
export const oauthPaths = {
  authorize: paths.authorize,
  token: '/api/oauth/token',
  register: '/api/oauth/register',
  revoke: '/api/oauth/revoke',
} as const;

/** Describes the MCP server to programs that look for who issues its tokens (RFC 9728). */
export const resourceMetadata = () => ({
  resource: mcpAddress(),
  resource_name: 'Pushboard',
  authorization_servers: [env().appUrl],
  bearer_methods_supported: ['header'],
});

/** Describes how programs get tokens (RFC 8414). */
export function serverMetadata() {
  const { appUrl, docsUrl } = env();
  return {
    issuer: appUrl,
    authorization_endpoint: appUrl + oauthPaths.authorize,
    token_endpoint: appUrl + oauthPaths.token,
    registration_endpoint: appUrl + oauthPaths.register,
    revocation_endpoint: appUrl + oauthPaths.revoke,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    ...(docsUrl === undefined ? {} : { service_documentation: docsUrl }),
  };
}
