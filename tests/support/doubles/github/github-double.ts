import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { keepConnections } from '../../app/keep-connections';
import { operationOf } from './description';
import { answerGraphql } from './graphql';
import type { DoubleAnswer, DoubleState, Handler } from './handler';
import type { OperationId } from './operations';
import type { Repository } from './repository';
import { repositoryHandlers } from './repository-answers';
import { lacking, type Token } from './tokens';

/** A response in place of the real one, for a test of faults. */
export interface DoubleFault {
  status: number;
  message: string;
  headers?: Record<string, string>;
}

/**
 * GitHub on loopback. Every request is checked against GitHub's own description, and so is every answer; a request that
 * doesn't conform fails with the reason, which `complaints` keeps.
 */
export class GithubDouble implements DoubleState {
  readonly repositories: Repository[] = [];
  readonly tokens = new Map<string, Token>();
  readonly handlers = new Map<OperationId, Handler>(repositoryHandlers);
  /** The operations in order, by GitHub's names; `graphql` for queries. */
  readonly received: string[] = [];
  readonly complaints: string[] = [];
  /** Files to download without a token, by an address that only the redirect knows. */
  readonly downloads = new Map<string, Buffer>();
  /** How many requests are left in this hour. */
  remaining = 5000;
  /** How many entries the recursive listing of a tree has at most. */
  mostTreeEntries = Number.POSITIVE_INFINITY;
  /** When they are renewed. */
  resetAt = new Date(Date.now() + 3_600_000);
  /** Called before an operation; a fault is answered in its place. */
  faultOf: (operation: string) => DoubleFault | null | Promise<DoubleFault | null> = () => null;
  private readonly server: Server;
  origin = '';
  downloadOrigin = '';

  constructor() {
    this.server = createServer(keepConnections, (request, response) => {
      this.take(request, response).catch((error: unknown) => {
        this.complaints.push(String(error));
        response.writeHead(500).end(JSON.stringify({ message: String(error) }));
      });
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, 'localhost', resolve));
    const { port } = this.server.address() as AddressInfo;
    this.origin = `http://127.0.0.1:${port}`;
    this.downloadOrigin = `http://localhost:${port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  count(operation: string): number {
    return this.received.filter((each) => each === operation).length;
  }

  find(owner: string, name: string): Repository | undefined {
    const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
    return this.repositories.find((each) => isSame(each.owner, owner) && isSame(each.name, name));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.origin);
    const text = (await buffer(request)).toString('utf8');
    const download = this.downloads.get(url.pathname);
    if (download !== undefined) {
      if (request.headers.authorization !== undefined)
        this.complaints.push(`A token was sent to ${url.pathname}`);
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(download);
      return;
    }
    const answer = await this.answer(request, url, text === '' ? undefined : JSON.parse(text));
    this.remaining = Math.max(0, this.remaining - 1);
    const limits = {
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': String(this.remaining),
      'x-ratelimit-reset': String(Math.ceil(this.resetAt.getTime() / 1000)),
      'x-ratelimit-resource': 'core',
    };
    const type =
      answer.bytes === undefined
        ? 'application/json; charset=utf-8'
        : 'application/vnd.github.sha; charset=utf-8';
    response.writeHead(answer.status, { 'content-type': type, ...limits, ...answer.headers });
    response.end(answer.bytes ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body)));
  }

  private async answer(request: IncomingMessage, url: URL, body: unknown): Promise<DoubleAnswer> {
    const path = url.pathname.replace(/^\/api\/v3(?=\/)/, '').replace(/^\/api(?=\/graphql$)/, '');
    const token = this.tokens.get(
      /^(?:token|bearer) (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '',
    );
    const method = request.method ?? '';
    if (path === '/graphql') {
      const asked = body as Parameters<typeof answerGraphql>[0];
      return this.guarded('graphql', token, async () => ({
        status: 200,
        body: await answerGraphql(asked, (owner, name) => this.find(owner, name)),
      }));
    }
    const found = operationOf(method, path);
    if (found === null) throw new Error(`GitHub has no ${method} ${path}`);
    const { operation, params } = found;
    const id = operation.described.operationId as OperationId;
    const problems = operation.problemsOf(url.searchParams, body);
    if (problems.length > 0) {
      this.complaints.push(...problems.map((problem) => `${id}: ${problem}`));
      return { status: 422, body: { message: problems.join(', ') } };
    }
    return this.guarded(id, token, async () => {
      const repository = this.find(params.owner ?? '', params.repo ?? '');
      const handler = this.handlers.get(id);
      if (handler === undefined) throw new Error(`The double doesn't speak ${id}`);
      if (repository === undefined) return notFound;
      const refused = lacking(token, id);
      if (refused !== null) return refused;
      const { headers } = request;
      const asked = { double: this, repository, params, query: url.searchParams, headers };
      const answer = await handler({ ...asked, body: (body ?? {}) as Record<string, unknown> });
      operation.checkAnswer(answer.status, answer.body);
      return { ...answer, headers: { ...scopesOf(token), ...answer.headers } };
    });
  }

  /** What GitHub says before it looks at what was asked. */
  private async guarded(
    id: string,
    token: Token | undefined,
    answer: () => Promise<DoubleAnswer>,
  ): Promise<DoubleAnswer> {
    this.received.push(id);
    const fault = await this.faultOf(id);
    if (fault !== null) return { ...fault, body: { message: fault.message } };
    if (token === undefined) return { status: 401, body: { message: 'Bad credentials' } };
    if (this.remaining <= 0)
      return { status: 403, body: { message: 'API rate limit exceeded for user ID 1.' } };
    return answer();
  }
}

export const notFound: DoubleAnswer = { status: 404, body: { message: 'Not Found' } };

const scopesOf = (token: Token | undefined): Record<string, string> =>
  token?.kind === 'classic' ? { 'x-oauth-scopes': token.scopes.join(', ') } : {};
