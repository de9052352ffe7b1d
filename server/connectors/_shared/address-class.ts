import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The network that an address belongs to, as the network policy sees it. `never` is always refused. */
export type AddressClass = 'public' | 'private' | 'loopback' | 'never';

/**
 * The addresses of cloud metadata services outside the link-local range: AWS and Google over IPv6, Azure's host,
 * Alibaba.
 */
const metadataAddresses = [
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  '168.63.129.16',
  '100.100.100.200',
];

const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const translated: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/** Normalizes an address: an IPv4 address inside an IPv6 one becomes the IPv4 address. */
export function parseAddress(text: string): Address {
  const address = ipaddr.process(isIP(text) === 6 ? inGroups(text) : text);
  const isTranslated = address instanceof ipaddr.IPv6 && address.match(translated);
  return isTranslated ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

/** IPv6 text with hexadecimal groups only: ipaddr.js takes the deprecated `::127.0.0.1` for `::ffff:127.0.0.1`. */
function inGroups(text: string): string {
  return new URL(`http://[${text.replace(/%.*$/, '')}]/`).hostname.slice(1, -1);
}

export function classifyAddress(text: string): AddressClass {
  const address = parseAddress(text);
  if (metadataAddresses.includes(address.toString())) return 'never';
  switch (address.range()) {
    case 'loopback':
      return 'loopback';
    case 'private':
    case 'carrierGradeNat':
    case 'uniqueLocal':
      return 'private';
    case 'unicast':
      return address instanceof ipaddr.IPv4 || address.match(globalUnicast) ? 'public' : 'never';
    default:
      return 'never';
  }
}

export function isSameAddress(a: string, b: string): boolean {
  return parseAddress(a).toString() === parseAddress(b).toString();
}

/** Whether the address lies in a block such as `10.1.0.0/16`. */
export function isInBlock(text: string, block: string): boolean {
  const address = parseAddress(text);
  const [base, bits] = ipaddr.parseCIDR(block);
  return address.kind() === base.kind() && address.match(base, bits);
}
