import { erasingServices } from '@jobboard/contracts/candidates/erasure'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints'
import { peerVariable, type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { gatewayEnv } from '@jobboard/gateway/env'
import { readEvents } from '@jobboard/openapi/events'
import { portalEnv } from '@jobboard/portal/env'
import {
  consumersOf,
  definitions,
  natsUsers,
  permissionsOf,
} from '@jobboard/stack/nats-permissions/permissions'
import type { z } from 'zod'
import { calledEndpoints } from './called-endpoints.ts'
import { type Connection, connectionsOf, outletsOf } from './connections.ts'
import { loadedBy, readSources } from './modules.ts'

/** A process of the system. */
export type ProcessName = UpstreamName | 'gateway' | 'portal'
export const processNames: readonly ProcessName[] = ['gateway', 'portal', ...upstreamNames]

/** Who calls whom with what, as the code says. */
export interface CallContract {
  /** HTTP from a process to a service. `forwards` are the endpoints of clients that the gateway passes on. */
  calls: { from: ProcessName; to: UpstreamName; requests: string[]; forwards?: string[] }[]
  /** What else a process connects to; without a variable where the addresses are data. */
  connections: ({ from: ProcessName } & (Connection | { to: string }))[]
  /** Events and states of the bus: who publishes a subject and which services consume it. */
  events: { subject: string; publisher: ProcessName; consumers: ProcessName[] }[]
  /** Other subjects of NATS, by who may publish and subscribe to them. */
  messages: { subject: string; publishers: ProcessName[]; subscribers: ProcessName[] }[]
}

/** Reads the contract from the sources below `root`. Takes some seconds: it resolves every import and the types of every
 * argument that names a service. `problems` says what could not be read, one line each. */
export async function readContract(root: string): Promise<{ contract: CallContract; problems: string[] }> {
  const mainOf = (name: ProcessName) => `services/${name}/src/main.ts`
  const sources = readSources(root, processNames.map(mainOf))
  const contract: CallContract = {
    calls: [],
    connections: [],
    events: await readSubjects(),
    messages: readMessages(),
  }
  const problems: string[] = []
  for (const from of processNames) {
    const loaded = loadedBy(sources, mainOf(from))
    const called = await calledEndpoints(sources, loaded.files)
    const outlets = outletsOf(loaded)
    const servers = connectionsOf(from, envOf(from), PEER_VARIABLES)
    problems.push(...called.problems, ...outlets.problems, ...servers.problems)
    for (const to of upstreamNames) {
      const requests = [...called.endpoints]
        .filter(({ service }) => service === to && to !== from)
        .map(requestOf)
      const forwards =
        from === 'gateway' ? endpoints.filter(({ service }) => service === to).map(requestOf) : []
      const all = [...new Set([...outlets.requests, ...requests])].sort()
      if (all.length > 0)
        contract.calls.push({
          from,
          to,
          requests: all,
          ...(forwards.length > 0 && { forwards: forwards.sort() }),
        })
    }
    contract.connections.push(
      ...servers.connections.map((connection) => ({ from, ...connection })),
      ...outlets.to.map((to) => ({ from, to })),
    )
  }
  return { contract, problems: [...new Set(problems)] }
}

const PEER_VARIABLES: ReadonlySet<string> = new Set(upstreamNames.map(peerVariable))

function envOf(name: ProcessName): z.ZodType {
  if (name === 'gateway') return gatewayEnv
  return name === 'portal' ? portalEnv : definitions[name][0]!.env
}

function requestOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

async function readSubjects(): Promise<CallContract['events']> {
  const types = (await readEvents()).flatMap(({ subject, owner, type }) => {
    if (!subject.includes('<service>')) return [{ subject, publisher: owner as UpstreamName }]
    return publishersOf(type).map((publisher) => ({
      subject: subject.replace('<service>', publisher),
      publisher,
    }))
  })
  return types
    .map((event) => ({ ...event, consumers: upstreamNames.filter((name) => consumes(name, event.subject)) }))
    .sort((a, b) => (a.subject < b.subject ? -1 : 1))
}

// The two events that several services publish: see their declarations.
function publishersOf(type: string): readonly UpstreamName[] {
  if (type === 'audit.recorded') return upstreamNames.filter((name) => name !== 'accounts')
  if (type === 'erasure.confirmed') return erasingServices.filter((name) => name !== 'candidate')
  throw new Error(`Who publishes ${type}? Say so in tools/calls/src/contract.ts.`)
}

function consumes(name: UpstreamName, subject: string): boolean {
  return consumersOf(name).some(({ events }) => events.some((event) => event.subject === subject))
}

// JetStream's own subjects follow from the events and the key bucket; replies go to nobody else.
function readMessages(): CallContract['messages'] {
  const users = natsUsers.map((user) => ({ user, ...permissionsOf(user) }))
  const isMessage = (subject: string) =>
    !/^(\$JS|\$KV|_INBOX|evt|state)/.test(subject) && !subject.startsWith('_')
  const subjects = new Set(
    users.flatMap(({ publish, subscribe }) => [...publish, ...subscribe]).filter(isMessage),
  )
  return [...subjects].sort().map((subject) => ({
    subject,
    publishers: users.filter(({ publish }) => publish.includes(subject)).map(({ user }) => user),
    subscribers: users.filter(({ subscribe }) => subscribe.includes(subject)).map(({ user }) => user),
  }))
}
