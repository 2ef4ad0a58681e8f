import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { startNats } from '@jobboard/stack/infra/nats'
import { startNatsContainer, usesContainer } from './containers.ts'

/** Environment variable with the folder for the data of servers under test; absent outside of a test run. */
export const STORE_FOLDER = 'JOBBOARD_TEST_STORE'

/** Starts a NATS server with an empty store and this password, by default a generated one; `stop` removes the
 * store. */
export async function openNats(
  password?: string,
): Promise<{ url: string; pid: number | undefined; stop(): Promise<void> }> {
  const dir = await mkdtemp(`${process.env[STORE_FOLDER] ?? tmpdir()}/jobboard-nats-`)
  if (usesContainer('nats')) {
    const { stop, ...nats } = await startNatsContainer(dir, password)
    return { ...nats, stop: () => stop().finally(() => rm(dir, { recursive: true, force: true })) }
  }
  if (password !== undefined) await writeFile(`${dir}/password`, password)
  const nats = await startNats({ dir, log: () => {} })
  return {
    url: nats.url,
    pid: nats.pid,
    async stop() {
      await nats.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
