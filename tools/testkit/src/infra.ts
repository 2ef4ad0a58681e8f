import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { openConnection } from '@jobboard/db/db'
import { startNats } from '@jobboard/stack/infra/nats'

/** Creates a schema in the test database. Connections to `url` have it as their search path. */
export async function openSchema(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.DATABASE_URL
  if (!server) throw new Error('DATABASE_URL is not set: run the tests with `npm test`')
  const schema = `test_${randomBytes(8).toString('hex')}`
  const run = async (statement: string) => {
    const client = await openConnection(server, 30_000)
    await client.query(statement).finally(() => client.end())
  }
  await run(`create schema ${schema}`)
  const url = new URL(server)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return { url: url.href, drop: () => run(`drop schema ${schema} cascade`) }
}

/** Starts a NATS server with an empty store and this password, by default a generated one; `stop` removes the
 * store. */
export async function openNats(
  password?: string,
): Promise<{ url: string; pid: number | undefined; stop(): Promise<void> }> {
  const dir = await mkdtemp(`${tmpdir()}/jobboard-nats-`)
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
