import { expect, test } from 'vitest'
import { isPublic } from './public-address.ts'

// First and last address of each range, then the public neighbours of those that have some.
const ranges: [string, first: string, last: string, ...neighbours: string[]][] = [
  ['this network 0.0.0.0/8', '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['private 10.0.0.0/8', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['shared 100.64.0.0/10', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['loopback 127.0.0.0/8', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['link-local 169.254.0.0/16', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['private 172.16.0.0/12', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['protocol assignments 192.0.0.0/24', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['documentation 192.0.2.0/24', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['6to4 relays 192.88.99.0/24', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['private 192.168.0.0/16', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['benchmarking 198.18.0.0/15', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['documentation 198.51.100.0/24', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['documentation 203.0.113.0/24', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['multicast 224.0.0.0/4', '224.0.0.0', '239.255.255.255', '223.255.255.255'],
  ['reserved 240.0.0.0/4 and broadcast', '240.0.0.0', '255.255.255.255'],
  ['metadata of Azure', '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['unspecified and loopback', '::', '::1'],
  ['IPv4-mapped ::ffff:0:0/96', '::ffff:0.0.0.0', '::ffff:255.255.255.255'],
  ['IPv4-mapped of a public address', '::ffff:8.8.8.8', '::ffff:808:808'],
  ['IPv4-translated ::ffff:0:0:0/96', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['NAT64 64:ff9b::/96', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['NAT64 of a public address', '64:ff9b::8.8.8.8', '64:ff9b::808:808'],
  ['local NAT64 64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard 100::/64', '100::', '100::ffff:ffff:ffff:ffff'],
  ['Teredo 2001::/32', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::'],
  ['protocol assignments 2001::/23', '2001:1::', '2001:1ff:ffff::', '2001:200::'],
  ['documentation 2001:db8::/32', '2001:db8::', '2001:db8:ffff::', '2001:db7:ffff::', '2001:db9::'],
  ['6to4 2002::/16', '2002::', '2002:ffff:ffff::', '2001:ffff::', '2003::'],
  ['documentation 3fff::/20', '3fff::', '3fff:fff:ffff::', '3ffe:ffff::', '3fff:1000::'],
  ['segment routing 5f00::/16', '5f00::', '5f00:ffff::'],
  ['unique local fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link-local fe80::/10', 'fe80::', 'febf:ffff::'],
  ['link-local with a zone', 'fe80::1%eth0', '2606:4700::1111%eth0'],
  ['site-local fec0::/10', 'fec0::', 'feff:ffff::'],
  ['multicast ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

test.each(ranges)('%s is not public, its neighbours are (D-55)', (_, first, last, ...neighbours) => {
  expect([first, last].map(isPublic)).toEqual([false, false])
  expect(neighbours.map(isPublic)).toEqual(neighbours.map(() => true))
})

test('what is no address is not public', () => {
  expect(['', 'example.com', '127.1', '0x7f.0.0.1', '2130706433'].map(isPublic)).toEqual(Array(5).fill(false))
})
