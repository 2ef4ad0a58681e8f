import { expect, test } from 'vitest'
import { isPublic, parseTarget } from './target.ts'

const blocked = [
  // loopback, in every notation that URLs allow
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.255.255.254/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://127.0.0.1./',
  'https://0x7f.0x0.0x0.0x1/',
  'https://0177.0x0.1/',
  'https://017700000001/',
  'https://127.0.0.1:1/',
  'https://10.1./',
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST:8443/',
  'https://a.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  // unspecified, private, shared, link-local, metadata
  'https://0.0.0.0/',
  'https://0/',
  'https://0.1.2.3/',
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://100.127.255.255/',
  'https://168.63.129.16/',
  'https://169.254.169.254/latest/meta-data/',
  'https://169.254.170.2/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  // reserved, documentation, benchmarking, multicast, broadcast
  'https://192.0.0.1/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://192.88.99.1/',
  'https://198.18.0.1/',
  'https://198.19.255.255/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  // IPv6: unspecified, mapped, compatible, NAT64, discard, Teredo, ORCHID, documentation, 6to4, SRv6, ULA,
  // link-local, site-local, multicast
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::1]/',
  'https://[100::1]/',
  'https://[2001::1]/',
  'https://[2001:20::1]/',
  'https://[2001:db8::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a9fe:a9fe::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  // IPv4-mapped and NAT64 of public addresses, IPv4-translated
  'https://[::ffff:808:808]/',
  'https://[64:ff9b::808:808]/',
  'https://[::ffff:0:7f00:1]/',
  // no dotted name
  'https://postgres/',
  'https://postgres./',
  'https://postgres:5432/',
  'https://xn--mnchen-3ya/',
  'https://a..b/',
  'https://.example.com/',
  'https://example.com../',
  // a well-known port other than 443
  'https://example.com:0/',
  'https://example.com:22/',
  'https://example.com:80/',
  'https://example.com:444/',
  'https://example.com:1023/',
  'https://8.8.8.8:25/',
  // not https, with credentials, not a URL
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://example.com@127.0.0.1/',
  'https:///',
  'example.com/hook',
  '/hook',
  '',
]

const atUrl = { pointer: '/url', reason: expect.any(String) }

test.each(blocked)('400: %s is refused as a target (D-55)', (url) => {
  expect(() => parseTarget(url, false)).toThrow(/^url: /)
  expect(() => parseTarget(url, false)).toThrow(expect.objectContaining({ fields: [atUrl] }))
})

test.each([
  'https://example.com/hook',
  'https://example.com:8443/hook?x=1',
  'https://8.8.8.8/',
  'https://100.63.255.255/',
  'https://172.32.0.1/',
  'https://[2606:4700::1111]/',
  'https://xn--mnchen-3ya.example/',
  'https://notlocalhost.example/',
  'https://example.com./',
  'https://example.com:443/',
  'https://example.com:1024/',
  'https://example.com:65535/',
])('%s is accepted as a target', (url) => {
  expect(parseTarget(url, false).href).toBe(new URL(url).href)
})

test.each([
  ['https://postgres/', 'url: must have a host name with a dot, such as hooks.example.com.'],
  ['https://example.com:22/', 'url: must have port 443, which is the default, or a port above 1023.'],
])('400: the message for %s says what to do (D-55)', (url, message) => {
  expect(() => parseTarget(url, false)).toThrow(message)
})

test('allowPrivate accepts http, private addresses, single names and any port, but no other scheme and no credentials', () => {
  expect(parseTarget('http://127.0.0.1:9000/hook', true).port).toBe('9000')
  expect(parseTarget('http://receiver:80/hook', true).hostname).toBe('receiver')
  expect(() => parseTarget('ftp://127.0.0.1/', true)).toThrow(/^url: /)
  expect(() => parseTarget('http://user@127.0.0.1/', true)).toThrow(/^url: /)
})

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
