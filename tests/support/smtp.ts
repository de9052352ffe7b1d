import { type AddressInfo, createServer } from 'node:net';
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that speaks the real protocol, and keeps what it takes. */
export interface SmtpDouble {
  port: number;
  url: string;
  /** What was taken, parsed as a mail program would, with whom the envelope named. */
  taken: { mail: ParsedMail; raw: string; recipients: string[] }[];
  /** How it answers an address, where it does not take it: `550 no such user`. */
  refusals: Map<string, { status: number; text: string }>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** It listens only once it is started, so that it can be away, too. */
export async function smtpDouble(login?: { user: string; password: string }): Promise<SmtpDouble> {
  const port = await freePort();
  let server: SMTPServer | null = null;
  const double: SmtpDouble = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken: [],
    refusals: new Map(),
    async start() {
      const made = makeServer(double, login);
      await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', () => resolve()));
      server = made;
    },
    async stop() {
      const running = server;
      server = null;
      if (running !== null) await new Promise<void>((resolve) => running.close(() => resolve()));
    },
  };
  return double;
}

function makeServer(double: SmtpDouble, login?: { user: string; password: string }): SMTPServer {
  return new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: login === undefined,
    closeTimeout: 200,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === login?.user && password === login?.password;
      done(
        isRight ? null : new Error('Wrong name or password'),
        isRight ? { user: username ?? '' } : undefined,
      );
    },
    onRcptTo: ({ address }, _session, done) => {
      const refusal = double.refusals.get(address);
      if (refusal === undefined) return done();
      done(Object.assign(new Error(refusal.text), { responseCode: refusal.status }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        simpleParser(raw).then((mail) => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          double.taken.push({ mail, raw, recipients });
          done();
        }, done);
      });
    },
  });
}

/** The addresses of a header such as To. */
export const addressesOf = (header: AddressObject | AddressObject[] | undefined): string[] =>
  [header ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ''));
