import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { keepConnections } from '../../app/keep-connections';
import {
  type DoubleExecution,
  type DoubleFault,
  type DoubleFunction,
  type DoubleMachine,
  EXTERNAL_ID,
  functionArn,
  machineArn,
  OWN,
  ROLE_ARN,
} from './account';
import { signatureOf } from './signature';

/** The largest answer of a synchronous call. */
const LARGEST_ANSWER = 6_291_556;

/**
 * AWS on loopback: STS, Lambda, and Step Functions in the protocols of their published models. Every request must be
 * signed with keys that are still valid, as the real services demand.
 */
export class AwsDouble {
  readonly functions = new Map<string, DoubleFunction>();
  readonly machines = new Map<string, DoubleMachine>();
  readonly executions = new Map<string, DoubleExecution>();
  /** The actions in order, such as `AssumeRole` and `Invoke`. */
  readonly received: string[] = [];
  /** The event of the last call of a function, as it came. */
  lastEvent = '';
  /** How long the credentials of an assumed role are valid. */
  sessionSeconds = 3600;
  /** Page sizes, where they are smaller than what is asked for. */
  pageSize = 1000;
  /** Called before an action; an error is answered in its place. */
  faultOf: (action: string) => DoubleFault | null = () => null;
  /** Called after an execution was started and before the answer, for example to kill the worker that asked. */
  afterStart: ((execution: DoubleExecution) => Promise<void>) | null = null;
  private readonly keys = new Map([
    [OWN.accessKeyId, { secret: OWN.secretAccessKey, token: '', endMs: Infinity }],
  ]);
  private readonly server: Server;
  origin = '';

  constructor() {
    this.server = createServer(keepConnections, (request, response) => {
      void this.take(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** How often an action was requested. */
  count(action: string): number {
    return this.received.filter((each) => each === action).length;
  }

  /** Ends the executions in progress. */
  endAll(end: Pick<DoubleExecution, 'status' | 'output' | 'error' | 'cause'>): void {
    for (const execution of this.executions.values())
      if (execution.status === 'RUNNING') Object.assign(execution, end);
  }

  /** Makes the credentials of all assumed roles invalid, as when sessions are revoked. */
  revokeSessions(): void {
    for (const [id, key] of this.keys) if (id !== OWN.accessKeyId) key.endMs = 0;
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { pathname } = new URL(request.url ?? '/', 'http://aws');
    if (pathname.startsWith('/packages/')) {
      this.received.push('GetObject');
      const packaged = this.functions.get(decodeURIComponent(pathname.slice('/packages/'.length)));
      const alias = new URL(request.url ?? '/', 'http://aws').searchParams.get('alias') ?? '';
      const zip = packaged?.aliases?.[alias]?.zip ?? packaged?.zip;
      response.writeHead(zip === undefined ? 404 : 200).end(zip);
      return;
    }
    const target = request.headers['x-amz-target'];
    const form = new URLSearchParams(body.toString());
    const service = target !== undefined ? 'states' : pathname === '/' ? 'sts' : 'lambda';
    const action =
      target !== undefined
        ? String(target).replace('AWSStepFunctions.', '')
        : pathname === '/'
          ? (form.get('Action') ?? '')
          : lambdaAction(request.method ?? '', pathname);
    this.received.push(action);
    const refusal = this.refusalOf(request, body, service) ?? this.faultOf(action);
    if (refusal !== null) return answerFault(response, service, refusal);
    if (service === 'sts') return this.assumeRole(form, response);
    if (service === 'states') return this.step(action, JSON.parse(body.toString()), response);
    return this.lambda(action, pathname, request, body, response);
  }

  private refusalOf(request: IncomingMessage, body: Buffer, service: string): DoubleFault | null {
    const signed = signatureOf(request, body);
    const key = signed === null ? undefined : this.keys.get(signed.accessKeyId);
    if (signed === null || key === undefined)
      return { status: 403, code: 'UnrecognizedClientException', message: 'The security token is invalid.' };
    if (signed.service !== service || !signed.isValid(key.secret))
      return { status: 403, code: 'InvalidSignatureException', message: 'The signature does not match.' };
    if (key.token !== '' && request.headers['x-amz-security-token'] !== key.token)
      return { status: 403, code: 'UnrecognizedClientException', message: 'The security token is invalid.' };
    return Date.now() < key.endMs
      ? null
      : { status: 403, code: 'ExpiredTokenException', message: 'The security token is expired.' };
  }

  private assumeRole(form: URLSearchParams, response: ServerResponse): void {
    if (form.get('RoleArn') !== ROLE_ARN || form.get('ExternalId') !== EXTERNAL_ID) {
      const message = `User: arn:aws:iam::999:user/pushboard is not authorized to perform: sts:AssumeRole on resource: ${form.get('RoleArn')}`;
      answerFault(response, 'sts', { status: 403, code: 'AccessDenied', message });
      return;
    }
    const accessKeyId = `ASIA${randomUUID().slice(0, 8).toUpperCase()}`;
    const [secret, token] = [randomUUID(), `session-token-canary-${randomUUID()}`];
    const endMs = Date.now() + this.sessionSeconds * 1000;
    this.keys.set(accessKeyId, { secret, token, endMs });
    response
      .writeHead(200, { 'content-type': 'text/xml' })
      .end(`<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
<AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secret}</SecretAccessKey>
<SessionToken>${token}</SessionToken><Expiration>${new Date(endMs).toISOString()}</Expiration>
</Credentials></AssumeRoleResult></AssumeRoleResponse>`);
  }

  private configurationOf({ name, runtime, handler, description, zip }: DoubleFunction) {
    return {
      FunctionName: name,
      FunctionArn: functionArn(name),
      Description: description ?? '',
      PackageType: zip === undefined ? 'Image' : 'Zip',
      CodeSize: zip?.length ?? 0,
      CodeSha256: createHash('sha256')
        .update(zip ?? name)
        .digest('base64'),
      LoggingConfig: { LogFormat: 'Text', LogGroup: `/aws/lambda/${name}` },
      ...(zip === undefined ? {} : { Runtime: runtime, Handler: handler }),
    };
  }

  private async lambda(
    action: string,
    pathname: string,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const query = new URL(request.url ?? '/', 'http://aws').searchParams;
    if (action === 'ListFunctions') {
      const size = Math.min(Number(query.get('MaxItems') ?? 50), 50, this.pageSize);
      const first = Number(query.get('Marker') ?? 0);
      const all = [...this.functions.values()];
      const NextMarker = first + size < all.length ? String(first + size) : null;
      const Functions = all.slice(first, first + size).map((each) => this.configurationOf(each));
      return answerJson(response, { Functions, NextMarker });
    }
    const name = decodeURIComponent(pathname.split('/')[3] ?? '');
    const found = this.functions.get(name);
    if (found === undefined) {
      const message = `Function not found: ${functionArn(name)}`;
      return answerFault(response, 'lambda', { status: 404, code: 'ResourceNotFoundException', message });
    }
    // Like AWS, it answers the same for an alias that a function doesn't have.
    const qualifier = query.get('Qualifier');
    if (qualifier !== null && found.aliases?.[qualifier] === undefined) {
      const message = `Cannot find alias arn: ${functionArn(name)}:${qualifier}`;
      return answerFault(response, 'lambda', { status: 404, code: 'ResourceNotFoundException', message });
    }
    const called = qualifier === null ? found : { ...found, ...found.aliases?.[qualifier] };
    if (action === 'GetFunction') {
      const Location = `${this.origin}/packages/${name}?X-Amz-Signature=package-canary-77&alias=${qualifier ?? ''}`;
      return answerJson(response, {
        Configuration: this.configurationOf(called),
        Code: called.zip === undefined ? { RepositoryType: 'ECR' } : { RepositoryType: 'S3', Location },
      });
    }
    this.lastEvent = body.toString();
    const { payload, functionError, log = '' } = await called.invoke(JSON.parse(body.toString() || 'null'));
    const tooLarge = Buffer.byteLength(payload) > LARGEST_ANSWER;
    const error = tooLarge ? 'Unhandled' : functionError;
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'x-amzn-requestid': randomUUID(),
        'x-amz-executed-version': '$LATEST',
        ...(error === undefined ? {} : { 'x-amz-function-error': error }),
        ...(request.headers['x-amz-log-type'] === 'Tail'
          ? { 'x-amz-log-result': Buffer.from(log).subarray(-4096).toString('base64') }
          : {}),
      })
      .end(
        tooLarge
          ? `{"errorMessage":"Response payload size exceeded maximum allowed payload size (${LARGEST_ANSWER} bytes).","errorType":"Function.ResponseSizeTooLarge"}`
          : payload,
      );
  }

  private async step(action: string, body: Record<string, string>, response: ServerResponse): Promise<void> {
    const refuse = (code: string, message: string) =>
      answerFault(response, 'states', { status: 400, code, message });
    if (action === 'ListStateMachines') {
      const size = Math.min(Number(body.maxResults ?? 100), this.pageSize);
      const first = Number(body.nextToken ?? 0);
      const all = [...this.machines.values()];
      return answerJson(response, {
        stateMachines: all.slice(first, first + size).map(({ name, type = 'STANDARD' }) => ({
          name,
          type,
          stateMachineArn: machineArn(name),
          creationDate: 1_700_000_000,
        })),
        ...(first + size < all.length ? { nextToken: String(first + size) } : {}),
      });
    }
    if (action === 'DescribeExecution' || action === 'StopExecution') {
      const execution = this.executions.get(body.executionArn ?? '');
      if (execution === undefined) return refuse('ExecutionDoesNotExist', 'Execution does not exist');
      if (action === 'StopExecution') {
        const { error = '', cause = '' } = body;
        if (execution.status === 'RUNNING') Object.assign(execution, { status: 'ABORTED', error, cause });
        return answerJson(response, { stopDate: Date.now() / 1000 });
      }
      const { startedAt, asked: _, ...told } = execution;
      return answerJson(response, { ...told, startDate: startedAt / 1000 });
    }
    const machine = [...this.machines.values()].find(({ name }) => machineArn(name) === body.stateMachineArn);
    if (machine === undefined) return refuse('StateMachineDoesNotExist', 'State Machine Does Not Exist');
    const { name, definition, type = 'STANDARD' } = machine;
    if (action === 'DescribeStateMachine') {
      return answerJson(response, {
        name,
        type,
        stateMachineArn: machineArn(name),
        status: 'ACTIVE',
        definition: JSON.stringify(definition),
        roleArn: ROLE_ARN,
        creationDate: 1_700_000_000,
      });
    }
    if (action === 'StartSyncExecution') {
      const ended = machine.answer?.(JSON.parse(body.input ?? '{}')) ?? { output: '{}' };
      return answerJson(response, {
        executionArn: `${machineArn(name).replace(':stateMachine:', ':express:')}:${randomUUID()}`,
        startDate: Date.now() / 1000,
        stopDate: Date.now() / 1000,
        status: ended.error === undefined ? 'SUCCEEDED' : 'FAILED',
        ...ended,
      });
    }
    return this.startExecution(machine, body, response, refuse);
  }

  /** A name is taken for 90 days; the same name and input while it is running is the same execution. */
  private async startExecution(
    machine: DoubleMachine,
    body: Record<string, string>,
    response: ServerResponse,
    refuse: (code: string, message: string) => void,
  ): Promise<void> {
    const { name = randomUUID(), input = '{}' } = body;
    if (!/^[\w.-]{1,80}$/.test(name)) return refuse('InvalidName', `Invalid Name: '${name}'`);
    if (Buffer.byteLength(input) > 262_144) return refuse('ValidationException', 'Input is too long');
    const stateMachineArn = machineArn(machine.name);
    const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
    const known = this.executions.get(executionArn);
    if (known !== undefined) {
      known.asked += 1;
      if (known.status !== 'RUNNING' || known.input !== input)
        return refuse('ExecutionAlreadyExists', `Execution Already Exists: '${executionArn}'`);
    }
    const execution: DoubleExecution = known ?? {
      executionArn,
      name,
      stateMachineArn,
      status: 'RUNNING',
      input,
      startedAt: Date.now(),
      asked: 1,
    };
    this.executions.set(executionArn, execution);
    await this.afterStart?.(execution);
    return answerJson(response, { executionArn, startDate: execution.startedAt / 1000 });
  }
}

function lambdaAction(method: string, pathname: string): string {
  if (/\/invocations$/.test(pathname)) return 'Invoke';
  return pathname === '/2015-03-31/functions' || pathname === '/2015-03-31/functions/'
    ? 'ListFunctions'
    : method === 'GET'
      ? 'GetFunction'
      : 'Unknown';
}

function answerJson(response: ServerResponse, body: unknown): void {
  response
    .writeHead(200, { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() })
    .end(JSON.stringify(body));
}

/** Errors as each service's protocol has them. */
function answerFault(
  response: ServerResponse,
  service: string,
  { status, code, message }: DoubleFault,
): void {
  if (service === 'sts') {
    response
      .writeHead(status, { 'content-type': 'text/xml' })
      .end(
        `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
      );
    return;
  }
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': code })
    .end(JSON.stringify({ __type: code, message, Message: message }));
}
