import { CALLER_HEADER, type Caller, REQUEST_ID_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { type BaseEnv, readEnv } from '@jobboard/service/lifecycle/env'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { Service } from '@jobboard/service/runtime/service'
import { type Running, startService } from '@jobboard/service/runtime/start'
import { type Client, client } from './client.ts'
import { openMigratedDatabase } from './database.ts'
import { openNatsAccount } from './infra.ts'

/** CALLER_SECRET of every service under test. */
export const TEST_CALLER_SECRET = 'a-secret-for-tests-only-0123456789abcdef'

/** A running service under test; `as` returns a client that calls it as the given caller. */
export interface Booted<Env extends BaseEnv = BaseEnv, Own = unknown> extends Running<Env, Own> {
  as(caller: Caller): Client
  databaseUrl: string
  natsUrl: string
}

/** Opens the log of a service, in place of stdout. */
export type OpenLog = (service: string) => Log

/** Boots one service on real Postgres and NATS: a database and a NATS account of its own, unless `databaseUrl`, of a
 * migrated database, or `natsUrl` is given. `stop` removes both. */
export async function boot<Env extends BaseEnv, Own>(
  service: Service<Env, Own>,
  settings: { env?: Record<string, string>; natsUrl?: string; databaseUrl?: string; log?: OpenLog } = {},
): Promise<Booted<Env, Own>> {
  const database = settings.databaseUrl ? undefined : await openMigratedDatabase(service.migrations)
  const nats = settings.natsUrl ? undefined : await openNatsAccount()
  const databaseUrl = settings.databaseUrl ?? database!.url
  const natsUrl = settings.natsUrl ?? nats!.url
  const running = await startService(
    service,
    readEnv(service.env, testEnv(databaseUrl, natsUrl, settings.env)),
    settings.log?.(service.name),
  )
  return {
    ...running,
    databaseUrl,
    natsUrl,
    as: (caller) =>
      client(running.url, () => ({
        [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, caller),
        [REQUEST_ID_HEADER]: 'test-request',
      })),
    async stop() {
      await running.stop()
      await nats?.stop()
      await database?.drop()
    },
  }
}

/** The environment of a service under test, on a free port. */
export function testEnv(
  databaseUrl: string,
  natsUrl: string,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    NODE_ENV: 'test',
    ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    PORT: '0',
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    CALLER_SECRET: TEST_CALLER_SECRET,
    TEST_CLOCK: 'true',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    // Fewer save CPU time, but requests at the same time and sessions that wait for locks need them on a busy machine.
    DATABASE_POOL: '5',
    WARM_UP_REQUESTS: '0',
    DRAIN_DELAY_MS: '0',
    // The thread that watches a process costs a seventh of its start.
    EVENT_LOOP_LIMIT_SECONDS: '0',
    WEBHOOK_SECRET_KEY: '0123456789abcdef'.repeat(4),
    ERASED_EMAIL_KEY: 'an-address-key-for-tests-only-0123456789',
    ...more,
  }
}
