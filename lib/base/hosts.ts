const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The host of a `Host` header without its port; IPv6 keeps its brackets. */
export function hostWithoutPort(header: string): string {
  return header.toLowerCase().replace(/:\d+$/, '');
}

/**
 * Whether demo mode accepts a `Host` header. Any other could be a foreign page whose name was pointed at this machine
 * (DNS rebinding).
 */
export function isDemoHost(
  header: string | null,
  moreHosts: readonly string[],
  allowRemote: boolean,
): boolean {
  if (header === null) return false;
  const host = hostWithoutPort(header);
  return LOOPBACK.includes(host) || moreHosts.includes(host) || (allowRemote && moreHosts.length === 0);
}
