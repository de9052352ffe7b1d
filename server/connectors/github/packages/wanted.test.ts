import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pythonPackages } from './python/python-packages';
import { isByName } from './python/requirements';
import { neededBy, rPackages } from './r/r-packages';
import { recordsOf } from './r/records';

let checkout = '';
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'packages-'));
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function put(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), text);
  }
}

describe('the packages of a Python script', () => {
  test.each([
    'requests',
    'requests==2.31.0',
    'requests >= 2, < 3',
    'requests[security,socks]~=2.28 ; python_version < "3.12"',
    'zope.interface (>=5)',
    'numpy==1.*',
  ])('%s is one by its name', (requirement) => expect(isByName(requirement)).toBe(true));

  test.each([
    '-e .',
    '--index-url https://evil.example',
    './local',
    '../up',
    'git+https://host.example/x.git',
    'own @ https://host.example/own.whl',
    'own @ file:///etc/passwd',
    'https://host.example/own.whl',
    `a${' '.repeat(2000)}b`,
    'own --config-settings=x',
  ])('%s is not', (requirement) => expect(isByName(requirement)).toBe(false));

  test('are those of the nearest requirements.txt, with the files that it includes', async () => {
    put({
      'jobs/daily/run.py': '',
      'jobs/requirements.txt': `# tools\nrequests==2.31.0 \\\n    --hash=sha256:${'a'.repeat(64)}\n-r ../common.txt\n-c limits.txt\n-e .\n`,
      'jobs/limits.txt': 'urllib3<2',
      'common.txt': 'rich>=13 # colors\n-r jobs/requirements.txt\n--extra-index-url https://evil.example\n',
      'requirements.txt': 'flask',
    });
    expect(await pythonPackages(checkout, 'jobs/daily/run.py')).toEqual({
      from: 'jobs/requirements.txt',
      packages: [`requests==2.31.0 --hash=sha256:${'a'.repeat(64)}`, 'rich>=13'],
      constraints: ['urllib3<2'],
      leftOut: [
        'line 3 of common.txt (only packages by name are installed)',
        'line 6 of jobs/requirements.txt (only packages by name are installed)',
      ],
    });
  });

  test('are those of its own header before all others', async () => {
    put({
      'run.py':
        '#!/usr/bin/env python3\n# /// script\n# requires-python = ">=3.11"\n# dependencies = [\n#   "rich",\n#   "own @ file:///etc",\n# ]\n# ///\nimport rich\n',
      'requirements.txt': 'flask',
    });
    expect(await pythonPackages(checkout, 'run.py')).toMatchObject({
      from: 'the header of run.py',
      packages: ['rich'],
      leftOut: ['own @ file:///etc of the header of run.py (only packages by name are installed)'],
    });
  });

  test('have the versions of uv.lock', async () => {
    put({
      'tool/run.py': '',
      'tool/pyproject.toml': '[project]\nname = "tool"\ndependencies = ["rich>=13"]\n',
      'tool/uv.lock':
        'version = 1\n[[package]]\nname = "rich"\nversion = "13.7.1"\nsource = { registry = "https://pypi.org/simple" }\n[[package]]\nname = "tool"\nversion = "0.1"\nsource = { virtual = "." }\n',
    });
    expect(await pythonPackages(checkout, 'tool/run.py')).toEqual({
      from: 'tool/uv.lock',
      packages: ['rich>=13'],
      constraints: ['rich==13.7.1'],
      leftOut: [],
    });
  });

  test('S45 are not read through a link that leads out of the repository', async () => {
    put({ 'run.py': '' });
    symlinkSync('/etc/hostname', join(checkout, 'requirements.txt'));
    symlinkSync('/etc', join(checkout, 'etc'));
    expect(await pythonPackages(checkout, 'run.py')).toBeNull();
    rmSync(join(checkout, 'requirements.txt'));
    put({ 'requirements.txt': '-r etc/hostname\n-r /etc/hostname\n-r ../../etc/hostname\n' });
    expect(await pythonPackages(checkout, 'run.py')).toBeNull();
  });

  test('do not exist where nothing names them, or what does can not be read', async () => {
    put({ 'run.py': '', 'pyproject.toml': 'no toml [', 'uv.lock': '=' });
    expect(await pythonPackages(checkout, 'run.py')).toBeNull();
  });
});

describe('the packages of an R script', () => {
  test('are those of renv.lock, with their versions', async () => {
    put({
      'R/run.R': '',
      'renv.lock': JSON.stringify({
        R: { Version: '4.2.2' },
        Packages: {
          jsonlite: { Package: 'jsonlite', Version: '1.8.8', Source: 'Repository' },
          own: { Package: 'own', Version: '0.1', Source: 'GitHub' },
          bad: { Package: 'bad name; system("x")', Version: '1' },
        },
      }),
    });
    expect(await rPackages(checkout, 'R/run.R')).toEqual({
      from: 'renv.lock',
      packages: ['jsonlite 1.8.8'],
      constraints: [],
      leftOut: [
        'bad name; system("x") 1 of renv.lock',
        'own of renv.lock (only packages of the repository are installed)',
      ],
    });
  });

  test('are what DESCRIPTION needs, without those that come with R', async () => {
    put({
      'run.R': '',
      DESCRIPTION: 'Package: own\nDepends: R (>= 4.0), methods\nImports: jsonlite (>= 1.8),\n    optparse\n',
    });
    expect(await rPackages(checkout, 'run.R')).toMatchObject({
      from: 'DESCRIPTION',
      packages: ['jsonlite', 'optparse'],
    });
  });

  test('are named by records as R writes them', () => {
    const records = recordsOf('Package: a\r\nImports: b,\r\n  c\r\n\r\nPackage: b\r\n');
    expect(records.map((record) => [record.get('Package'), neededBy(record)])).toEqual([
      ['a', ['b', 'c']],
      ['b', []],
    ]);
  });
});
