import { z } from 'zod'
import { GLOBAL_FETCH, type Import, type Loaded } from './modules.ts'

/** What a process connects to beside services, by the variable that has its address. `isRequired`: the process does not
 * start without the variable. */
export interface Connection {
  to: string
  variable: string
  isRequired: boolean
}

const SERVERS: Record<string, string> = {
  DATABASE_URL: 'postgres',
  NATS_URL: 'nats',
  MEILI_URL: 'meilisearch',
  SMTP_URL: 'mail server',
  LLM_URL: 'language model',
  OIDC_ISSUER: 'sign-in provider',
  GATEWAY_URL: 'gateway',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'trace collector',
}
/** Addresses that a process shows and never connects to, and the direct address of the database. */
const NO_SERVERS = new Set(['PORTAL_BASE_URL', 'PUBLIC_API_URL', 'ADMIN_API_URL', 'DATABASE_DIRECT_URL'])
const ADDRESS = /_(URL|URLS|ISSUER|ENDPOINT|HOSTS?)$/
const LISTENS = /^(\w+_)?HOST$/

/** The servers in the environment of a process. `problems` has a line for each address that is not listed above. */
export function connectionsOf(
  process: string,
  env: z.ZodType,
  peerVariables: ReadonlySet<string>,
): { connections: Connection[]; problems: string[] } {
  const object = env instanceof z.ZodPipe ? env.in : env
  const variables = Object.entries((object as z.ZodObject).shape)
  const addresses = variables.filter(
    ([name]) =>
      ADDRESS.test(name) && !LISTENS.test(name) && !peerVariables.has(name) && !NO_SERVERS.has(name),
  )
  return {
    connections: addresses.flatMap(([variable, schema]) => {
      const isRequired = !(schema as z.ZodType).safeParse(undefined).success
      return SERVERS[variable] ? [{ to: SERVERS[variable], variable, isRequired }] : []
    }),
    problems: addresses.flatMap(([name]) =>
      SERVERS[name]
        ? []
        : [`${process}: what is ${name} the address of? Add it to tools/calls/src/connections.ts`],
    ),
  }
}

const PEERS = 'packages/service/src/http/peers.ts'
const REPLICAS = 'packages/service/src/http/replicas.ts'

/** Every file that opens connections by itself. What `requests` says is sent to every service. */
const OUTLETS: Record<string, { requests?: string[]; to?: string }> = {
  [PEERS]: {},
  [REPLICAS]: {},
  // Signed calls of endpoints, which are found by their use.
  'packages/service/src/http/call.ts': {},
  'packages/service/src/every-service/observe.ts': { requests: ['GET /healthz/ready', 'GET /metrics'] },
  'services/gateway/src/health.ts': { requests: ['GET /healthz/ready'] },
  // The endpoints of clients, which are found by their list.
  'services/gateway/src/proxy/upstream.ts': {},
  // Connects to a server of its own in the same process.
  'services/gateway/src/warm-up.ts': {},
  // DATABASE_URL.
  'packages/db/src/connections.ts': {},
  // MEILI_URL.
  'services/search/src/index/peers.ts': {},
  'services/webhook/src/sending/peers.ts': { to: 'webhook receivers' },
}

/** What the files of a process send past `call`: `requests` to every service, `to` outside. `problems` has a line for
 * each file that opens connections and is not listed above. */
export function outletsOf({ imports }: Pick<Loaded, 'imports'>): {
  requests: string[]
  to: string[]
  problems: string[]
} {
  const outlets = [...new Set(imports.filter(opensConnections).map(({ from }) => from))]
  const known = outlets.flatMap((file) => OUTLETS[file] ?? [])
  return {
    requests: [...new Set(known.flatMap(({ requests = [] }) => requests))],
    to: known.flatMap(({ to }) => to ?? []),
    problems: outlets
      .filter((file) => !(file in OUTLETS))
      .map(
        (file) =>
          `${file} opens connections by itself: use call, or add it to tools/calls/src/connections.ts`,
      ),
  }
}

const OPENERS: Record<string, readonly string[]> = {
  'node:http': ['request', 'get', 'Agent'],
  'node:https': ['request', 'get', 'Agent'],
  'node:net': ['connect', 'createConnection', 'Socket'],
  'node:tls': ['connect', 'TLSSocket'],
  [PEERS]: ['openPool'],
  [REPLICAS]: ['openReplicas', 'openReplicasOf'],
}
const ALWAYS_OPENING = new Set(['undici', GLOBAL_FETCH])

function opensConnections({ to, names }: Import): boolean {
  if (ALWAYS_OPENING.has(to)) return true
  const openers = OPENERS[to]
  return openers !== undefined && (names.length === 0 || names.some((name) => openers.includes(name)))
}
