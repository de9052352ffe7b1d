import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { people } from '../things/people';
import { send } from './http';
import { MODERN } from './mcp';

export const REDIRECT = 'http://127.0.0.1:4711/callback';

/** A program on a person's machine, as the official client implements it, with everything that it keeps. */
export class Program implements OAuthClientProvider {
  information: OAuthClientInformationMixed | undefined;
  saved: OAuthTokens | undefined;
  authorization: URL | undefined;
  verifier = '';
  discovered: OAuthDiscoveryState | undefined;

  constructor(
    readonly siteUrl: string,
    readonly redirectUrl: string = REDIRECT,
    /** How it sends its requests. */
    private readonly fetch: typeof globalThis.fetch = globalThis.fetch,
  ) {}

  get clientMetadata() {
    return { client_name: 'Test program', redirect_uris: [this.redirectUrl] };
  }

  state() {
    return 'some state';
  }

  clientInformation() {
    return this.information;
  }

  saveClientInformation(information: OAuthClientInformationMixed) {
    this.information = information;
  }

  tokens() {
    return this.saved;
  }

  saveTokens(tokens: OAuthTokens) {
    this.saved = tokens;
  }

  redirectToAuthorization(url: URL) {
    this.authorization = url;
  }

  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }

  codeVerifier() {
    return this.verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.discovered = state;
  }

  discoveryState() {
    return this.discovered;
  }

  transport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(new URL(`${this.siteUrl}/api/mcp`), {
      authProvider: this,
      fetch: this.fetch,
    });
  }

  /** Connects as far as the page of consent. */
  async ask(): Promise<StreamableHTTPClientTransport> {
    const transport = this.transport();
    const client = new Client({ name: 'test', version: '1' }, MODERN);
    const refused = await client.connect(transport).catch((error: unknown) => error);
    if (!(refused instanceof UnauthorizedError)) throw refused;
    return transport;
  }

  /** The whole way: asks, is allowed by a person, and exchanges the code. */
  async connect(choice: Partial<Choice> = {}): Promise<Client> {
    const transport = await this.ask();
    const { params } = await this.allow(choice);
    await transport.finishAuth(params);
    const client = new Client({ name: 'test', version: '1' }, MODERN);
    await client.connect(this.transport());
    return client;
  }

  /** What the page of consent sends when a person agrees, and where it then leads. */
  async allow({ as = people.runner, ...choice }: Partial<Choice> = {}) {
    const asked = this.authorization?.searchParams;
    const answered = await this.consent(
      {
        clientId: asked?.get('client_id'),
        redirectUri: asked?.get('redirect_uri'),
        codeChallenge: asked?.get('code_challenge'),
        resource: asked?.get('resource') ?? null,
        state: asked?.get('state') ?? null,
        scope: 'everything',
        allowsUnasked: false,
        ...choice,
      },
      as,
    );
    const to = (answered.body as { redirect_to?: string }).redirect_to;
    return { ...answered, to, params: new URL(to ?? 'http://none.invalid').searchParams };
  }

  protected consent(body: object, as: string): Promise<{ status: number; body: unknown }> {
    return send('POST', '/users/me/connected-apps', { as, body });
  }
}

interface Choice {
  as: string;
  scope: 'everything' | 'read' | 'run';
  kitIds: number[];
  directoryIds: number[];
  allowsUnasked: boolean;
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  resource: string | null;
}

/** Sends a form, as programs do. */
export async function postForm(url: string, fields: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
