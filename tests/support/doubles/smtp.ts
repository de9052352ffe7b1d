import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { freePort } from '@/scripts/starting/free-port';
import { serverCertificate, serverKey } from './certificates';

/** A mail server on loopback that speaks the real protocol, and keeps the messages it accepts. */
export interface SmtpDouble {
  port: number;
  url: string;
  /** The accepted messages, parsed as a mail program would, with their envelopes and whether they came over TLS. */
  taken: { mail: ParsedMail; raw: string; recipients: string[]; isSecure: boolean }[];
  /** How often it was given a password. */
  logins: number;
  /** Its response to an address that it rejects, such as `550 unknown user`. */
  refusals: Map<string, { status: number; text: string }>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface SmtpOptions {
  /** The accounts that may send; everyone if left out. */
  login?: { user: string; password: string };
  /** Offers to upgrade to TLS, or speaks it from the start. Its certificate is for `localhost`. */
  tls?: 'offered' | 'from the start';
  /** The largest message that it takes, in bytes; whether it says so before a message is sent. */
  size?: { mostBytes: number; isTold: boolean };
  /** Whether it takes addresses with letters outside ASCII before the @; true if left out. */
  takesUnicode?: boolean;
  /** Its response to each message before it knows a recipient, such as `452 disk full`. */
  putsOff?: { status: number; text: string };
  /** Accepts a message when this resolves. */
  beforeAnswer?: (raw: string) => Promise<void>;
}

/** It listens only once it is started, so that it can also be unreachable. */
export async function smtpDouble(options: SmtpOptions = {}): Promise<SmtpDouble> {
  const port = await freePort();
  let server: SMTPServer | null = null;
  const double: SmtpDouble = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken: [],
    logins: 0,
    refusals: new Map(),
    async start() {
      const made = makeServer(double, options);
      // A client that does not trust our certificate leaves in the middle of the greeting.
      made.on('error', () => {});
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

function makeServer(
  double: SmtpDouble,
  { login, tls, size, takesUnicode, putsOff, beforeAnswer }: SmtpOptions,
): SMTPServer {
  return new SMTPServer({
    ...(tls === undefined
      ? { disabledCommands: ['STARTTLS'] }
      : { secure: tls === 'from the start', cert: serverCertificate, key: serverKey }),
    ...(size === undefined ? {} : { size: size.mostBytes, hideSize: !size.isTold }),
    hideSMTPUTF8: takesUnicode === false,
    authOptional: login === undefined,
    onMailFrom: (_address, _session, done) =>
      done(
        putsOff === undefined
          ? null
          : Object.assign(new Error(putsOff.text), { responseCode: putsOff.status }),
      ),
    closeTimeout: 200,
    onAuth: ({ username, password }, _session, done) => {
      double.logins += 1;
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
        if (stream.sizeExceeded) {
          return done(Object.assign(new Error('message exceeds fixed limit'), { responseCode: 552 }));
        }
        simpleParser(raw)
          .then((mail) => {
            const recipients = session.envelope.rcptTo.map(({ address }) => address);
            double.taken.push({ mail, raw, recipients, isSecure: session.secure });
            return beforeAnswer?.(raw);
          })
          .then(() => done(), done);
      });
    },
  });
}

/** The addresses of a header such as To. */
export const addressesOf = (header: AddressObject | AddressObject[] | undefined): string[] =>
  [header ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ''));
