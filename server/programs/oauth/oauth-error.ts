/** The errors of RFC 6749 §5.2 and RFC 7591 §3.2.2 that this server sends. */
export type OAuthCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

/** A refusal in the form that OAuth programs read. Its message is for their developers. */
export class OAuthRefusal extends Error {
  constructor(
    readonly code: OAuthCode,
    message: string,
  ) {
    super(message);
    this.name = 'OAuthRefusal';
  }
}
