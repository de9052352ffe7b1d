import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs, ScriptHost, titleOf } from './running';

const folder = mkdtempSync(join(tmpdir(), 'index-'));
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  try {
    const path = join(folder, new URL(request.url ?? '/', 'http://host').pathname);
    const bytes = readFileSync(path.endsWith('/') ? join(path, 'index.html') : path);
    response.setHeader('content-type', path.endsWith('/') ? 'text/html' : 'application/octet-stream');
    response.end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
const host = new ScriptHost();
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://name:canary-password@127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
  await host.close();
});

function put(files: Record<string, string>, root = folder): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Publishes a wheel with one module, and what it needs. */
function publishWheel(name: string, code: string, needs: string[] = []): void {
  const file = `${name}-1.0-py3-none-any.whl`;
  const metadata = `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n${needs.map((each) => `Requires-Dist: ${each}\n`).join('')}`;
  const parts = {
    [`${name}.py`]: code,
    [`${name}-1.0.dist-info/METADATA`]: metadata,
    [`${name}-1.0.dist-info/WHEEL`]:
      'Wheel-Version: 1.0\nGenerator: own\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${name}-1.0.dist-info/RECORD`]: '',
  };
  put({
    [`simple/${name}/index.html`]: `<!DOCTYPE html><html><body><a href="${file}">${file}</a></body></html>`,
  });
  const program =
    'import json, sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], "w") as z:\n  for n, t in json.loads(sys.argv[2]).items(): z.writestr(n, t)';
  execFileSync('/usr/bin/python3', [
    '-c',
    program,
    join(folder, 'simple', name, file),
    JSON.stringify(parts),
  ]);
}

describe.runIf(runs('python'))(titleOf('python', 'packages of Python'), () => {
  const settings = () => ({ pythonIndex: `${origin}/simple` });

  test('are installed once for a set of them, with what they need, and are there when the script runs', async () => {
    publishWheel('own_tool', 'import own_base\nvalue = own_base.value + 1\n', ['own-base']);
    publishWheel('own_base', 'value = 41\n');
    mkdirSync(join(folder, 'simple/own-base'), { recursive: true });
    put({
      'simple/own-base/index.html':
        '<a href="../own_base/own_base-1.0-py3-none-any.whl">own_base-1.0-py3-none-any.whl</a>',
      'simple/own-tool/index.html':
        '<a href="../own_tool/own_tool-1.0-py3-none-any.whl">own_tool-1.0-py3-none-any.whl</a>',
    });
    const files = {
      'run.py': 'import own_tool\nprint(own_tool.value)\n',
      'requirements.txt': 'own-tool==1.0\n-e .\n',
    };
    const first = await host.run(files, 'run', {}, { settings: settings() });
    expect(first).toMatchObject({ errors: [], whole: { text: '42\n' } });
    expect(first.log.map(({ message }) => message)).toContain(
      'Not installed: line 2 of requirements.txt (only packages by name are installed).',
    );
    asked.length = 0;
    const again = await host.run(files, 'run', {}, { settings: settings() });
    expect(again).toMatchObject({ errors: [], whole: { text: '42\n' } });
    expect(asked).toEqual([]);
  });

  test('that the index does not have are named, and its password is not', async () => {
    const run = host.run(
      { 'run.py': 'print(1)\n', 'requirements.txt': 'own-nowhere\n' },
      'run',
      {},
      { settings: settings() },
    );
    const error: unknown = await run.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'failed',
      message: expect.stringMatching(
        /^The packages of requirements.txt could not be installed: .*own-nowhere/,
      ),
    });
    expect(String(error)).not.toContain('canary');
  });

  test('are not installed where the operator names no index, which the log says', async () => {
    const { errors, log } = await host.run(
      { 'run.py': 'import own_absent\n', 'requirements.txt': 'own-absent\n' },
      'run',
    );
    expect(errors).toMatchObject([{ message: expect.stringContaining('own_absent') }]);
    expect(log[0]?.message).toBe(
      'This server installs no packages (SCRIPT_PYTHON_INDEX), so the script has only what is installed here: requirements.txt is not read.',
    );
  });

  test('that have to be built are refused, since that runs their code', async () => {
    put({ 'simple/own-source/index.html': '<a href="own_source-1.0.tar.gz">own_source-1.0.tar.gz</a>' });
    const run = host.run(
      { 'run.py': 'print(1)\n', 'requirements.txt': 'own-source\n' },
      'run',
      {},
      { settings: settings() },
    );
    await expect(run).rejects.toMatchObject({ code: 'failed' });
    expect(asked.filter((path) => path.endsWith('.tar.gz'))).toEqual([]);
  });
});

/** Publishes the source of a package of R. */
function publishR(name: string, version: string, code: string, needs = '', where = ''): void {
  const source = mkdtempSync(join(tmpdir(), 'source-'));
  const fields = `Package: ${name}\nVersion: ${version}\nTitle: Own\nDescription: Own.\nLicense: MIT\nAuthor: Own\nMaintainer: Own <own@example.com>\n${needs === '' ? '' : `Imports: ${needs}\n`}`;
  put(
    {
      [`${name}/DESCRIPTION`]: fields,
      [`${name}/NAMESPACE`]: 'exportPattern(".")\n',
      [`${name}/R/own.R`]: code,
    },
    source,
  );
  mkdirSync(join(folder, 'src/contrib', where), { recursive: true });
  execFileSync('tar', [
    '-czf',
    join(folder, 'src/contrib', where, `${name}_${version}.tar.gz`),
    '-C',
    source,
    name,
  ]);
  rmSync(source, { recursive: true, force: true });
}

describe.runIf(runs('r'))(titleOf('r', 'packages of R'), () => {
  const settings = () => ({ rRepository: origin });

  test('are installed with what they need, older versions of a lock included, and without a network', async () => {
    publishR('ownbase', '1.0', 'value <- 40\n', '', 'Archive/ownbase');
    publishR('ownbase', '2.0', 'value <- 50\n');
    const reach = `reached <- tryCatch({ close(url("${origin.replace(/name:.*@/, '')}/reached", "rb")); TRUE }, error = function(e) FALSE, warning = function(w) FALSE)\n`;
    publishR('owntool', '1.0', `${reach}value <- function() ownbase::value + 2\n`, 'ownbase');
    put({
      'src/contrib/PACKAGES':
        'Package: ownbase\nVersion: 2.0\n\nPackage: owntool\nVersion: 1.0\nImports: ownbase\n',
    });
    const code = 'cat(owntool::value(), "\\n")\n';
    const locked = JSON.stringify({
      Packages: {
        owntool: { Package: 'owntool', Version: '1.0', Source: 'Repository' },
        ownbase: { Package: 'ownbase', Version: '1.0', Source: 'Repository' },
      },
    });
    const old = await host.run({ 'run.R': code, 'renv.lock': locked }, 'run', {}, { settings: settings() });
    expect(old).toMatchObject({ errors: [], whole: { text: '42 \n' } });
    const now = await host.run(
      { 'run.R': code, DESCRIPTION: 'Package: mine\nImports: owntool\n' },
      'run',
      {},
      { settings: settings() },
    );
    expect(now).toMatchObject({ errors: [], whole: { text: '52 \n' } });
    expect(asked).not.toContain('/reached');
  });

  test('that fail to build say why', async () => {
    publishR('ownbroken', '1.0', 'stop("own reason")\n');
    put({ 'src/contrib/PACKAGES': 'Package: ownbroken\nVersion: 1.0\n' });
    const run = host.run(
      { 'run.R': '1\n', DESCRIPTION: 'Package: mine\nImports: ownbroken\n' },
      'run',
      {},
      { settings: settings() },
    );
    await expect(run).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('The packages of DESCRIPTION could not be installed'),
    });
    const missing = host.run(
      { 'run.R': '1\n', DESCRIPTION: 'Package: mine\nImports: ownnowhere\n' },
      'run',
      {},
      { settings: settings() },
    );
    await expect(missing).rejects.toMatchObject({
      message: 'The packages of DESCRIPTION could not be installed: the repository has no ownnowhere.',
    });
  });
});
