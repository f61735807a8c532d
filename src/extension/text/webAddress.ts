import { BlockList, isIP } from 'node:net';

/**
 * Whether an address belongs to the public internet. Models may request any other address only if the user has named
 * its host (`isNamedHost`). Without this limit, a page could cause a model to send requests to a router, a cloud's
 * metadata service, or a database without a password. Source of the ranges: IANA's special-purpose address registries.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && global6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's WireServer, which gives a virtual machine its settings. The address is public, but only a virtual machine
  // reaches the server.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 addresses may contain any IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6');
}

/** Global unicast, without loopback, link-local, unique local, mapped and translated addresses. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

export function parseWebAddress(text: string): URL | { readonly problem: string } {
  const url = URL.parse(text.trim());
  if (!url) return { problem: 'This is not a valid address. Give the full URL, for example https://example.com/page.' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { problem: `Only http and https addresses can be fetched, not ${url.protocol.slice(0, 20)}.` };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: 'Addresses that contain a user name or a password are not fetched.' };
  }
  url.hash = '';
  return url;
}

/** Whether `hosts` names the URL's host, alone or with its port: "localhost", "localhost:3000". */
export function isNamedHost(url: URL, hosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return hosts.some((host) => {
    const name = host.trim().toLowerCase();
    return name === url.hostname || name === `${url.hostname}:${port}`;
  });
}
