import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { accountUser, startNats } from '@jobboard/stack/infra/nats'

/** Environment variable with the folder for the data of servers under test; absent outside of a test run. */
export const STORE_FOLDER = 'JOBBOARD_TEST_STORE'

/** Set by the setup of a run where Docker can start a Meilisearch. */
export const MEILISEARCH_IN_DOCKER = 'TEST_MEILISEARCH_IN_DOCKER'

/** Starts a NATS server with an empty store and this password, by default a generated one; `stop` removes the
 * store. */
export async function openNats(
  password?: string,
): Promise<{ url: string; pid: number | undefined; stop(): Promise<void> }> {
  const dir = await mkdtemp(`${process.env[STORE_FOLDER] ?? tmpdir()}/jobboard-nats-`)
  if (password !== undefined) await writeFile(`${dir}/password`, password)
  const nats = await startNats({ dir, log: () => {} })
  return {
    url: nats.url,
    // Of a container it is that of its client.
    pid: nats.source.startsWith('Docker') ? undefined : nats.pid,
    async stop() {
      await nats.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Environment variables with the URL of the NATS of a test run, and with the folder that has one of each account in use. */
const SHARED_NATS = 'JOBBOARD_TEST_NATS'
const USED_ACCOUNTS = 'JOBBOARD_TEST_NATS_ACCOUNTS'
const ACCOUNTS = 800

/** Starts the NATS that the services of a test run share, each boot with an account of its own; returns its end. */
export async function shareNats(dir: string): Promise<() => Promise<void>> {
  const used = `${dir}/accounts`
  await mkdir(used, { recursive: true })
  // Each stream reserves its limit.
  const maxFileStoreBytes = 2 ** 50
  const nats = await startNats({ dir: `${dir}/nats`, log: () => {}, accounts: ACCOUNTS, maxFileStoreBytes })
  Object.assign(process.env, { [SHARED_NATS]: nats.url, [USED_ACCOUNTS]: used })
  return () => nats.stop()
}

/** The URL of an account of the shared NATS that has no streams. Where there is none left, a server is started. */
export async function openNatsAccount(): Promise<{ url: string; stop(): Promise<void> }> {
  const { [SHARED_NATS]: shared, [USED_ACCOUNTS]: used } = process.env
  while (shared && nextAccount < ACCOUNTS) {
    const index = nextAccount++
    // Another worker may have it.
    const taken = await mkdir(`${used}/${index}`).catch(() => 'taken')
    if (taken) continue
    const url = new URL(shared)
    url.username = accountUser(index)
    return { url: url.href, stop: async () => {} }
  }
  return openNats()
}

let nextAccount = 0
