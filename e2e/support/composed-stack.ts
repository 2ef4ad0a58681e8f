import { spawnSync } from 'node:child_process'
import { client } from '@jobboard/testkit/client'
import type { RunningSystem } from './start-stack.ts'

const SERVICES = ['gateway', 'accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook']
const DEVELOPMENT_TOKEN = 'development-admin-token-change-me'

/** Runs docker and returns what it printed, on both streams. Throws when it fails. */
function docker(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8', maxBuffer: 1_073_741_824 })
  if (status !== 0) throw new Error(`docker ${args.join(' ')}: ${stderr}`)
  return stdout + stderr
}

/** The stack of docker-compose.yml that runs as `project` on this machine, with TEST_CLOCK=true and
 * WEBHOOK_ALLOW_PRIVATE=true. `stop` leaves it running. Only root can kill the processes of its containers. */
export function composedStack(project: string): RunningSystem {
  const container = (service: string) => `${project}-${service}-1`
  const pid = (service: string) => Number(docker('inspect', '--format={{.State.Pid}}', container(service)))
  const url = (port: number) => {
    const [address = ''] = docker('port', container('gateway'), `${port}`).split('\n')
    return `http://${address.replace('0.0.0.0', '127.0.0.1')}`
  }
  const baseUrl = url(8080)
  const gatewayAddress = '--format={{(index .IPAM.Config 0).Gateway}}'
  const token = process.env.ADMIN_TOKEN ?? DEVELOPMENT_TOKEN
  return {
    baseUrl,
    receiverHost: docker('network', 'inspect', gatewayAddress, `${project}_services`).trim(),
    services: SERVICES.map((name) => ({ name, pid: () => pid(name) })),
    servers: { postgres: () => pid('postgres'), nats: () => pid('nats') },
    admin: client(url(8081), { authorization: `Bearer ${token}` }),
    api: (key) => client(baseUrl, { authorization: `Bearer ${key}` }),
    logs: async () => SERVICES.map((name) => docker('logs', container(name))),
    stop: async () => {},
  }
}
