import { randomBytes } from 'node:crypto'
import { service as accounts } from '@jobboard/accounts/service'
import { service as candidate } from '@jobboard/candidate/service'
import { peerVariable, type UpstreamName } from '@jobboard/contracts/services'
import { gatewayEnv } from '@jobboard/gateway/env'
import { type RunningGateway, startGateway } from '@jobboard/gateway/gateway'
import { service as jobs } from '@jobboard/jobs/service'
import { service as pipeline } from '@jobboard/pipeline/service'
import { service as search } from '@jobboard/search/service'
import { type BaseEnv, readEnv } from '@jobboard/service/lifecycle/env'
import { openLog } from '@jobboard/service/lifecycle/log'
import { migrateWhenUp } from '@jobboard/service/runtime/migrate-when-up'
import type { Service } from '@jobboard/service/runtime/service'
import { freePort } from '@jobboard/stack/infra/free-port'
import { service as webhook } from '@jobboard/webhook/service'
import { type Booted, boot, type OpenLog, testEnv } from './boot.ts'
import { type Client, client } from './client.ts'
import { openMigratedDatabase, type TestDatabase } from './database.ts'
import { openNatsAccount } from './infra.ts'

const services = { accounts, jobs, pipeline, candidate, search, webhook } satisfies Record<
  UpstreamName,
  unknown
>
type Name = keyof typeof services

/** The gateway and services behind it, all in this process. */
export interface Network {
  services: Record<Name, Booted>
  gateway: RunningGateway
  natsUrl: string
  adminToken: string
  admin: Client
  api(apiKey: string): Client
  stop(): Promise<void>
}

export function bootNamed(name: Name, settings: Parameters<typeof boot>[1] = {}): Promise<Booted> {
  return boot(services[name] as unknown as Service<BaseEnv>, settings)
}

/** Creates a migrated database of this service, for boots and processes that share it. */
export function openDatabaseOf(name: Name): Promise<TestDatabase> {
  return openMigratedDatabase(services[name].migrations)
}

/** Boots the gateway and the services in `only` (default: all), on one NATS server and one database each, unless
 * `natsUrl` or `databaseUrl` is given. `env` is added to the environment of each. */
export async function network(
  settings: {
    only?: Name[]
    env?: Record<string, string>
    log?: OpenLog
    natsUrl?: string
    databaseUrl?: (name: Name) => string
    /** Added to the environment of one of them, such as its user of NATS. */
    envOf?: (name: Name | 'gateway') => Record<string, string>
  } = {},
): Promise<Network> {
  const names = settings.only ?? (Object.keys(services) as Name[])
  const nats = settings.natsUrl === undefined ? await openNatsAccount() : undefined
  const natsUrl = settings.natsUrl ?? nats!.url
  const ports = new Map<Name, number>()
  for (const name of names) ports.set(name, await freePort())
  const peers = Object.fromEntries(
    [...ports].map(([name, port]) => [peerVariable(name), `http://127.0.0.1:${port}`]),
  )
  const env = {
    ...peers,
    SERVICES: names.join(','),
    WEBHOOK_SECRET_KEY: randomBytes(32).toString('hex'),
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...settings.env,
  }
  const booted = {} as Record<Name, Booted>
  await Promise.all(
    names.map(async (name) => {
      const databaseUrl = settings.databaseUrl?.(name)
      if (databaseUrl) await migrateWhenUp(databaseUrl, services[name].migrations, openLog(name, 'silent'))
      booted[name] = await bootNamed(name, {
        ...(settings.log && { log: settings.log }),
        ...(databaseUrl && { databaseUrl }),
        natsUrl,
        env: { ...env, PORT: String(ports.get(name)), ...settings.envOf?.(name) },
      })
    }),
  )
  const adminToken = randomBytes(24).toString('hex')
  const gatewayOnly = { ...env, ADMIN_PORT: '0', ADMIN_TOKEN: adminToken }
  const gateway = await startGateway(
    readEnv(gatewayEnv, testEnv('', natsUrl, { ...gatewayOnly, ...settings.envOf?.('gateway') })),
    settings.log?.('gateway'),
  )
  return {
    services: booted,
    gateway,
    natsUrl,
    adminToken,
    admin: client(gateway.adminUrl, { authorization: `Bearer ${adminToken}` }),
    api: (apiKey) => client(gateway.url, { authorization: `Bearer ${apiKey}` }),
    async stop() {
      await gateway.stop()
      await Promise.all(Object.values(booted).map((service) => service.stop()))
      await nats?.stop()
    },
  }
}
