import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { startNats } from '@jobboard/stack/infra/nats'

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
