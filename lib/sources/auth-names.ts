/** The names of the ways to authenticate with an API. */
export const authNames = {
  none: 'No auth',
  custom_headers: 'Custom headers',
  bearer_token: 'Bearer token',
  basic_auth: 'Basic auth',
  digest_auth: 'Digest auth',
  api_key: 'API key',
  oauth_client_credentials: 'OAuth client credentials',
  aws_signature: 'AWS Signature',
} as const;

/** Where an API key is sent. */
export const keyPlaceNames = { header: 'A header', query: 'The query', cookie: 'A cookie' } as const;
