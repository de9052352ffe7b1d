/** Schemes of programs that speak MCP. Others must name the domain of their maker, as RFC 8252 §7.1 says. */
const PROGRAMS = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:', 'claude:']);
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const LONGEST = 2000;

function parse(address: string): URL | null {
  if (address.length > LONGEST || !URL.canParse(address)) return null;
  return new URL(address);
}

/** Such as `com.example.app:`. */
const isOfProgram = (scheme: string): boolean =>
  PROGRAMS.has(scheme) || /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(scheme);

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK.has(hostname);

/**
 * Whether a program may have its codes sent to an address: a site with TLS, a port of the person's own machine, or a
 * program's own scheme (RFC 8252). A scheme without a dot belongs to the system: some run what they are given.
 */
export function isRedirectAddress(address: string): boolean {
  const url = parse(address);
  if (url === null) return false;
  // A fragment would hide the code from the program, and a name before the host misleads people.
  if (address.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return url.hostname !== '';
  if (url.protocol === 'http:') return isLoopback(url);
  return isOfProgram(url.protocol) && address.startsWith(`${url.protocol}//`);
}

/** Whether an address is exactly one that the program registered; a port of the person's own machine may be any. */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  if (!isRedirectAddress(address)) return false;
  if (registered.includes(address)) return true;
  const url = parse(address);
  if (url === null || !isLoopback(url)) return false;
  return registered.some((each) => {
    const own = parse(each);
    if (own === null || !isLoopback(own)) return false;
    own.port = url.port;
    return own.href === url.href;
  });
}

/** Where an address leads, as people read it. */
export function placeOf(address: string): { name: string; kind: 'site' | 'thisDevice' | 'program' } {
  const url = new URL(address);
  if (isLoopback(url)) return { name: url.hostname, kind: 'thisDevice' };
  if (url.protocol === 'https:') return { name: url.host, kind: 'site' };
  return { name: url.protocol.slice(0, -1), kind: 'program' };
}
