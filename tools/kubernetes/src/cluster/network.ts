import { existsSync } from 'node:fs'
import { run, succeeds } from '../run.ts'
import { first, HOST_ADDRESS, POD_NETWORK, SECOND_GATEWAY, SERVICE_NETWORK, second } from '../settings.ts'

const HOST_LINK = 'jbk-host'
const NODE_LINK = 'jbk-node2'
const SECOND_NETWORK = '10.123.1.0/24'

const ip = (...args: string[]): void => void run('ip', args)
const exists = (netns: string): boolean => existsSync(`/run/netns/${netns}`)

/** A network namespace for each node: the first is connected to the machine, the second to the first. The machine gets routes to pods and
 * Services and no other change. */
export function openNetwork(): void {
  if (!exists(first.netns)) {
    ip('netns', 'add', first.netns)
    ip('link', 'add', HOST_LINK, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', first.netns)
    ip('addr', 'add', `${HOST_ADDRESS}/24`, 'dev', HOST_LINK)
    ip('link', 'set', HOST_LINK, 'up')
    address(first.netns, 'eth0', `${first.address}/24`, HOST_ADDRESS)
    for (const network of [SERVICE_NETWORK, POD_NETWORK])
      ip('route', 'replace', network, 'via', first.address)
  }
  if (!exists(second.netns)) {
    ip('netns', 'add', second.netns)
    ip(
      '-n',
      first.netns,
      'link',
      'add',
      NODE_LINK,
      'type',
      'veth',
      'peer',
      'name',
      'eth0',
      'netns',
      second.netns,
    )
    ip('-n', first.netns, 'addr', 'add', `${SECOND_GATEWAY}/24`, 'dev', NODE_LINK)
    ip('-n', first.netns, 'link', 'set', NODE_LINK, 'up')
    ip('-n', first.netns, 'route', 'add', second.pods, 'via', second.address)
    address(second.netns, 'eth0', `${second.address}/24`, SECOND_GATEWAY)
    ip('route', 'replace', SECOND_NETWORK, 'via', first.address)
  }
}

function address(netns: string, device: string, own: string, gateway: string): void {
  ip('-n', netns, 'link', 'set', 'lo', 'up')
  ip('-n', netns, 'addr', 'add', own, 'dev', device)
  ip('-n', netns, 'link', 'set', device, 'up')
  ip('-n', netns, 'route', 'add', 'default', 'via', gateway)
  run('nsenter', [`--net=/run/netns/${netns}`, 'sysctl', '-qw', 'net.ipv4.ip_forward=1'])
}

export function closeNetwork(): void {
  for (const network of [SERVICE_NETWORK, POD_NETWORK, SECOND_NETWORK]) {
    succeeds('ip', ['route', 'del', network, 'via', first.address])
  }
  for (const { netns } of [second, first]) succeeds('ip', ['netns', 'del', netns])
  succeeds('ip', ['link', 'del', HOST_LINK])
}

/** Cuts the second node off, or connects it again. */
export function setSecondNode(state: 'up' | 'down'): void {
  ip('-n', first.netns, 'link', 'set', NODE_LINK, state)
  // A link that goes down loses its routes.
  if (state === 'up')
    succeeds('ip', ['-n', first.netns, 'route', 'replace', second.pods, 'via', second.address])
}
