import { expect, it } from 'vitest';
import { isNamedHost, isPublicAddress, parseWebAddress } from '../../../src/extension/text/webAddress.ts';

it.each([
  '1.1.1.1',
  '168.63.129.15',
  '168.63.129.17',
  '93.184.215.14',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
])('isPublicAddress accepts %s', (address) => expect(isPublicAddress(address)).toBe(true));

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2001:0:1::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  'localhost',
  '',
])('isPublicAddress refuses %j', (address) => expect(isPublicAddress(address)).toBe(false));

it.each([
  ['http://2130706433/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://017700000001/', '127.0.0.1'],
  ['http://0xa83f8110/', '168.63.129.16'],
  ['http://[::ffff:7f00:1]/', '[::ffff:7f00:1]'],
])('parseWebAddress recognizes that %s has an address that is not public', (text, hostname) => {
  const url = parseWebAddress(text);
  expect(url instanceof URL && url.hostname).toBe(hostname);
  expect(isPublicAddress(hostname.replace(/^\[|\]$/g, ''))).toBe(false);
});

it.each(['ftp://a.b/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/plain,x', 'vscode://a/b', 'a.b/c', ''])(
  'parseWebAddress refuses %j',
  (text) => expect(parseWebAddress(text)).toHaveProperty('problem'),
);

it('parseWebAddress refuses an address with credentials', () => {
  expect(parseWebAddress('https://me:secret@example.com/')).toEqual({
    problem: 'Addresses that contain a user name or a password are not fetched.',
  });
});

it('isNamedHost matches a host by its name, on any port or on the given port', () => {
  const named = (hosts: string[]) => isNamedHost(new URL('http://localhost:3000/x'), hosts);
  expect(named(['localhost'])).toBe(true);
  expect(named([' LOCALHOST:3000 '])).toBe(true);
  expect(named(['localhost:3001', 'host', 'localhost:3000.evil', ''])).toBe(false);
  expect(isNamedHost(new URL('https://box/'), ['box:443'])).toBe(true);
});
