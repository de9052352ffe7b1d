import { gunzipSync } from 'node:zlib';
import { ConnectorError } from '../../../_shared/connector-error';
import { mostPackages, type WantedPackages } from '../wanted';
import { isOwn, neededBy } from './r-packages';
import { recordsOf } from './records';

const answerMs = 120_000;
const largestPackage = 300_000_000;
const largestIndex = 100_000_000;

/** A package to download. */
export interface SourcePackage {
  name: string;
  version: string;
}

/** A repository of R packages in CRAN's layout: https://cran.r-project.org/doc/manuals/r-release/R-admin.html#Setting-up-a-package-repository */
export class RRepository {
  private constructor(
    private readonly address: string,
    private readonly index: ReadonlyMap<string, ReadonlyMap<string, string>>,
    private readonly signal: AbortSignal,
  ) {}

  static async open(address: string, signal: AbortSignal): Promise<RRepository> {
    const base = `${address.replace(/\/+$/, '')}/src/contrib`;
    const packed = await fetchBytes(`${base}/PACKAGES.gz`, largestIndex, signal);
    const plain = packed === null ? await fetchBytes(`${base}/PACKAGES`, largestIndex, signal) : null;
    if (packed === null && plain === null) throw noIndex();
    const text = (
      packed === null ? (plain ?? Buffer.alloc(0)) : gunzipSync(packed, { maxOutputLength: largestIndex })
    ).toString('utf8');
    const index = new Map(recordsOf(text).map((record) => [record.get('Package') ?? '', record]));
    return new RRepository(base, index, signal);
  }

  /** What is wanted, with what it needs. A lock has all of it; the repository's own versions fill in the rest. */
  resolve({ packages, from }: WantedPackages): SourcePackage[] {
    const found = new Map<string, SourcePackage>();
    const waiting = [...packages];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name = '', locked] = next.split(' ');
      if (isOwn(name) || found.has(name)) continue;
      const known = this.index.get(name);
      const version = locked ?? known?.get('Version');
      if (version === undefined)
        throw failed(`The packages of ${from} could not be installed: the repository has no ${name}.`);
      found.set(name, { name, version });
      if (found.size > mostPackages) throw failed(`${from} needs more than ${mostPackages} packages.`);
      waiting.push(...(known === undefined ? [] : neededBy(known)));
    }
    return [...found.values()];
  }

  /** The package as its authors published it. */
  async download({ name, version }: SourcePackage): Promise<Buffer> {
    const file = `${name}_${version}.tar.gz`;
    for (const path of [file, `Archive/${name}/${file}`]) {
      const bytes = await fetchBytes(`${this.address}/${path}`, largestPackage, this.signal);
      if (bytes !== null) return bytes;
    }
    throw failed(`The repository has no ${name} ${version}.`);
  }
}

/** Null if the file isn't there. */
async function fetchBytes(address: string, mostBytes: number, signal: AbortSignal): Promise<Buffer | null> {
  const { origin, pathname, search, username, password } = new URL(address);
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMs);
  try {
    const response = await fetch(`${origin}${pathname}${search}`, {
      ...(username === ''
        ? {}
        : { headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` } }),
      signal: AbortSignal.any([signal, late.signal]),
    });
    if (response.status === 404) return null;
    if (!response.ok || response.body === null)
      throw failed(`The repository of R packages answered ${response.status}.`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > mostBytes) throw failed(`${pathname.split('/').at(-1)} is larger than ${mostBytes} bytes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (signal.aborted) throw new ConnectorError('cancelled', 'The script was stopped.');
    if (error instanceof ConnectorError) throw error;
    throw failed('The repository of R packages could not be reached.', error);
  } finally {
    clearTimeout(timer);
  }
}

const failed = (message: string, cause?: unknown): ConnectorError =>
  new ConnectorError('failed', message, null, { cause });
const noIndex = (): ConnectorError =>
  failed(
    'The repository of R packages has no index (src/contrib/PACKAGES). Ask the people who run Pushboard to check SCRIPT_R_REPOSITORY.',
  );
