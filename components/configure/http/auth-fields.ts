import type { AuthText, AuthType } from './use-api-auth';

interface AuthFieldOfType {
  key: AuthText;
  label: string;
  kind: 'text' | 'secret' | 'lines';
  /** Where an API's description names the way to sign in, it says this too, and nobody is asked for it. */
  isDescribed?: true;
}

/** What each way to sign in asks for; a secret is never shown again. */
export const authFields: Record<AuthType, readonly AuthFieldOfType[]> = {
  none: [],
  custom_headers: [{ key: 'customHeaders', label: 'Custom headers (JSON)', kind: 'lines' }],
  bearer_token: [{ key: 'bearerToken', label: 'Bearer token', kind: 'secret' }],
  basic_auth: [
    { key: 'username', label: 'Username', kind: 'text' },
    { key: 'password', label: 'Password', kind: 'secret' },
  ],
  digest_auth: [
    { key: 'username', label: 'Username', kind: 'text' },
    { key: 'password', label: 'Password', kind: 'secret' },
  ],
  api_key: [
    { key: 'apiKeyName', label: 'Name', kind: 'text', isDescribed: true },
    { key: 'apiKey', label: 'Key', kind: 'secret' },
  ],
  oauth_client_credentials: [
    { key: 'tokenUrl', label: 'Token URL', kind: 'text', isDescribed: true },
    { key: 'clientId', label: 'Client ID', kind: 'text' },
    { key: 'clientSecret', label: 'Client secret', kind: 'secret' },
    { key: 'scopes', label: 'Scopes', kind: 'text', isDescribed: true },
  ],
  aws_signature: [
    { key: 'accessKeyId', label: 'Access key ID', kind: 'text' },
    { key: 'secretAccessKey', label: 'Secret access key', kind: 'secret' },
    { key: 'sessionToken', label: 'Session token, for temporary keys', kind: 'secret' },
    { key: 'awsRegion', label: 'Region, such as us-east-1', kind: 'text' },
    { key: 'awsService', label: 'Service, such as execute-api', kind: 'text' },
  ],
};
