import { BlockList, isIP } from 'node:net'

// IANA special-purpose registries, multicast, and the metadata address of Azure, which looks public.
const special = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
// Inside 2000::/3: Teredo and other protocol assignments, documentation, 6to4, AS112, documentation again.
const specialV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const refused = new BlockList()
for (const [network, bits] of special) refused.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of specialV6) refused.addSubnet(network, bits, 'ipv6')
// Everything outside (mapped, NAT64, ULA, link-local, loopback, …) is refused without being listed.
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether webhooks may go to this IP address: only what is globally reachable (D-55). */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}
