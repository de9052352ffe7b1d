// Prints what Postman's own runtime sends for each request of a collection: record.mjs COLLECTION.json
// Every address leads to a server of this program, without authentication, and the files of bodies don't exist. A part of
// a path that has no value is "asked".
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

// These packages are installed where this program is copied to.
const load = createRequire(import.meta.url);
const postman = load('postman-collection');
const { Runner } = load('postman-runtime');

/** @type {{ method: string, target: string, headers: [string, string][], body: string }[]} */
let arrived = [];
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url: target, rawHeaders } = request;
  const headers = [];
  for (let at = 0; at < rawHeaders.length; at += 2) headers.push([rawHeaders[at], rawHeaders[at + 1]]);
  arrived.push({ method, target, headers, body: Buffer.concat(chunks).toString('base64') });
  response.end('{}');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();

const read = JSON.parse(readFileSync(process.argv[2], 'utf8'), (key, value) =>
  key === 'auth' ? undefined : value,
);
const collection = new postman.Collection(read);
const all = [];
collection.forEachItem((item) => {
  const { url } = item.request;
  const variables = collection.variables;
  // A host that is a variable has its address in the collection, or nowhere.
  const whole = new postman.Url(postman.Property.replaceSubstitutions(url.toString(), variables));
  const origin = whole.toString().replace(/^(https?:\/\/)?[^/?#]*/, `http://127.0.0.1:${port}`);
  item.request.url = new postman.Url(origin);
  const { variables: inPath } = item.request.url;
  for (const [, key] of origin.replace(/[?#].*/, '').matchAll(/\/:([^/]+)/g)) {
    inPath.upsert({ key, value: url.variables.one(key)?.value || 'asked' });
  }
  all.push(item);
});

for (const item of all) {
  arrived = [];
  await send(item);
  process.stdout.write(`${JSON.stringify({ name: item.name, sent: arrived[0] ?? null })}\n`);
}
server.close();
process.exit(0);

function send(item) {
  const alone = new postman.Collection({ ...read, item: [item.toJSON()] });
  alone.forEachItem((each) => {
    each.request.url = item.request.url;
    each.events?.clear?.();
  });
  const options = { requester: { followRedirects: false }, timeout: { request: 10_000 } };
  return new Promise((resolve, reject) => {
    new Runner().run(alone, options, (error, run) => {
      if (error) return reject(error);
      run.start({
        done: resolve,
        request: (problem) => problem && process.stderr.write(`${item.name}: ${problem.message}\n`),
      });
    });
  });
}
