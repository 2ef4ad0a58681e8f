import { peerVariable, type UpstreamName } from '@jobboard/contracts/services'
import { portalEnv } from '@jobboard/portal/env'
import { migrations, type RunningPortal, startPortal } from '@jobboard/portal/portal'
import { readEnv } from '@jobboard/service/lifecycle/env'
import type { Log } from '@jobboard/service/lifecycle/log'
import { testEnv } from './boot.ts'
import { openMigratedDatabase } from './database.ts'

/** A portal under test. */
export interface BootedPortal extends RunningPortal {
  databaseUrl: string
}

/** Boots the portal in this process, in front of the services given: on a database of its own, unless `databaseUrl` is
 * given, and on a free port, unless `env` names one. `nowMs` replaces the database's clock. `stop` drops the database. */
export async function bootPortal(
  services: Partial<Record<UpstreamName, { url: string }>>,
  settings: { env?: Record<string, string>; databaseUrl?: string; nowMs?: () => number; log?: Log } = {},
): Promise<BootedPortal> {
  const database = settings.databaseUrl ? undefined : await openMigratedDatabase(migrations, [])
  const databaseUrl = settings.databaseUrl ?? database!.url
  const peers = Object.fromEntries(
    Object.entries(services).map(([name, { url }]) => [peerVariable(name as UpstreamName), url]),
  )
  const env = testEnv(databaseUrl, '', { PORTAL_PORT: '0', ...peers, ...settings.env })
  const running = await startPortal(readEnv(portalEnv, env), settings.log, settings.nowMs)
  return {
    ...running,
    databaseUrl,
    async stop() {
      await running.stop()
      await database?.drop()
    },
  }
}
