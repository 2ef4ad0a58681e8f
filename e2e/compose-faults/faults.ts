import { setTimeout as sleep } from 'node:timers/promises'
import type { ComposeProject } from './engine.ts'

/** One fault of a composed stack; `inject` returns when it is over. */
export interface ComposeFault {
  name: string
  /** True: no call may fail, not even one that is not retried. */
  isInvisible: boolean
  inject(project: ComposeProject, holdMs: number): Promise<void>
}

const killed = (service: string): ComposeFault => ({
  name: `SIGKILL of a ${service} container, then start`,
  isInvisible: false,
  async inject({ docker, container }, holdMs) {
    const id = await container(service)
    // Docker does not restart what was killed by hand.
    await docker('kill', id)
    await sleep(holdMs)
    await docker('start', id)
  },
})

const cut = (service: string): ComposeFault => ({
  name: `a ${service} container without network`,
  isInvisible: false,
  async inject({ docker, container }, holdMs) {
    const id = await container(service)
    const names = await docker(
      'inspect',
      '--format',
      '{{range $name, $_ := .NetworkSettings.Networks}}{{$name}} {{end}}',
      id,
    )
    const networks = names.trim().split(' ')
    for (const network of networks) await docker('network', 'disconnect', network, id)
    await sleep(holdMs)
    for (const network of networks) await docker('network', 'connect', '--alias', service, network, id)
  },
})

const scaled = (service: string, counts: number[]): ComposeFault => ({
  name: `${service} scaled from 2 to ${counts.join(', ')}`,
  isInvisible: true,
  async inject({ compose }, holdMs) {
    for (const count of counts) {
      await compose(
        ...['up', '-d', '--no-build', '--no-deps', '--no-recreate', '--wait'],
        ...['--scale', `${service}=${count}`, service],
      )
      await sleep(holdMs)
    }
  },
})

const upgraded = (service: string): ComposeFault => ({
  name: `rolling upgrade of ${service}`,
  isInvisible: true,
  async inject({ script }) {
    await script('deploy/rolling-upgrade.sh', service)
  },
})

const wiped = (service: string): ComposeFault => ({
  name: `${service} loses its volume`,
  isInvisible: false,
  async inject({ name, compose, docker }, holdMs) {
    // volume-init has mounted every volume, and its container stays.
    await compose('rm', '--stop', '--force', service, 'volume-init')
    await docker('volume', 'rm', `${name}_${service}`)
    await sleep(holdMs)
    await compose('up', '-d', '--no-build', '--no-recreate', '--wait', service)
  },
})

const services = ['accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook']

/** In the order in which they are injected. */
export const composeFaults: readonly ComposeFault[] = [
  scaled('jobs', [3, 1, 2]),
  scaled('gateway', [3, 1, 2]),
  ...[...services, 'gateway'].map(upgraded),
  ...[...services, 'gateway', 'proxy', 'nats', 'postgres', 'meilisearch'].map(killed),
  ...['accounts', 'jobs', 'candidate', 'webhook', 'gateway', 'nats', 'postgres'].map(cut),
  ...['nats', 'meilisearch'].map(wiped),
]
