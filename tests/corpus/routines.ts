import { Client } from 'pg';
import { noDocuments } from '@/server/connections/documents';
import { memoryBudget } from '@/server/connectors/_shared/memory-budget';
import { postgresConnectionSchema } from '@/server/connectors/postgres/connection';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { rawText } from '@/server/connectors/postgres/session/client-config';
import { type CorpusCall, callsOf, type SchemaCalls } from './calls';
import { type AsServerJson, difference } from './compare';
import { type DebianServer, startDebianServer } from './debian-server';
import { explanationOf } from './explained';
import { prepareDatabases } from './prepare-databases';
import { callThroughProduct } from './product';
import { callThroughPsql } from './psql';

// Calls every routine of pg_catalog, contributed extensions, pgTAP, and pg_partman that has simple arguments, through the
// product and through psql, each on a copy of the same database and in the same order, and compares the results.

const context = {
  installation: 'CORPUS',
  credsId: 1,
  credsVersion: 1,
  isBuiltin: true,
  network: {
    allowLoopback: true,
    allowPrivate: true,
    allowed: [],
    forbidden: [],
    samples: [],
    listedIn: 'NETWORK_ALLOW',
  },
  documents: noDocuments,
  cloud: { awsEndpoint: null, azureLogin: 'https://login.invalid' },
  scripts: {
    takePlace: async () => () => undefined,
    interpreters: { python: null, r: null },
    memoryBytes: 512_000_000,
    processes: 64,
    diskBytes: 64_000_000,
    network: false,
    folder: '',
    pythonIndex: null,
    rRepository: null,
  },
  maximumSessions: 1,
  memory: memoryBudget(256_000_000),
};

interface Disagreement {
  call: CorpusCall;
  what: string;
  explanation: string | null;
}

interface Comparison {
  disagreements: Disagreement[];
  /** How many calls succeeded; the others failed, with the same code if they agree. */
  answered: number;
}

async function compareSchema(server: DebianServer, client: Client, found: SchemaCalls): Promise<Comparison> {
  const { host, port, user, password } = server;
  const tls = { mode: 'disable' };
  const connection = postgresConnectionSchema.parse({
    ...{ host, port, username: user, password, tls },
    databaseName: 'corpus_product',
  });
  const asServerJson: AsServerJson = async (text, type) => {
    const query = `select to_json($1::${type})::text as json`;
    const answer = await client.query<{ json: string }>(query, [text]).catch(() => null);
    return answer?.rows[0]?.json ?? 'null';
  };
  const theirs = await callThroughPsql(server, 'corpus_psql', found.calls);
  const disagreements: Disagreement[] = [];
  let answered = 0;
  for (const [index, call] of found.calls.entries()) {
    const outcome = theirs[index];
    if (outcome === undefined) throw new Error(`psql ended before ${call.sql}`);
    const actual = await callThroughProduct(connection, context, call);
    if (actual.errorCode === null) answered += 1;
    const what = await difference(actual, outcome, asServerJson);
    if (what !== null) disagreements.push({ call, what, explanation: explanationOf(call, what) });
  }
  return { disagreements, answered };
}

function report(found: SchemaCalls, { disagreements, answered }: Comparison): void {
  const { schema, routines, calls, leftOut } = found;
  const called = new Set(calls.map(({ routine }) => routine)).size;
  console.log(
    `\n${schema}: ${routines} routines described, ${called} called, ${calls.length} calls, of which ${answered} succeed`,
  );
  console.log(
    `  ${calls.length - disagreements.length} calls agree with psql, ${disagreements.length} do not`,
  );
  for (const { call, what, explanation } of disagreements) {
    console.log(
      `  ${explanation === null ? 'UNEXPLAINED' : `explained (${explanation})`} ${call.sql}\n    ${what}`,
    );
  }
  for (const [reason, count] of [...leftOut].sort((a, b) => b[1] - a[1])) {
    console.log(`  not called: ${String(count).padStart(4)} ${reason}`);
  }
}

/** Returns how many calls differ without an explanation. */
async function compareAll(server: DebianServer): Promise<number> {
  await prepareDatabases(server);
  const { host, port, user, password } = server;
  const client = new Client({
    host,
    port,
    user,
    password,
    database: 'corpus_lookup',
    types: rawText,
    options: '-c IntervalStyle=iso_8601',
  });
  await client.connect();
  try {
    let unexplained = 0;
    for (const schema of ['pg_catalog', 'contrib', 'tap', 'partman']) {
      const found = await callsOf(client, schema, context.credsId);
      const comparison = await compareSchema(server, client, found);
      report(found, comparison);
      unexplained += comparison.disagreements.filter(({ explanation }) => explanation === null).length;
    }
    return unexplained;
  } finally {
    await client.end();
    await postgresConnector.close();
  }
}

/** Returns whether all calls agree, or differ with an explanation. */
export async function compareRoutines(): Promise<boolean> {
  const server = await startDebianServer();
  try {
    const unexplained = await compareAll(server);
    console.log(`\n${unexplained} calls disagree without an explanation`);
    return unexplained === 0;
  } finally {
    await server.stop();
  }
}
