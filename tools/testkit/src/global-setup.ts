import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { startPostgres } from '@jobboard/stack/infra/postgres'

/** Starts one Postgres server for the whole test run, or uses the one in `DATABASE_URL`, and removes it at
 * the end. */
export default async function setup(): Promise<() => Promise<void>> {
  const dir = await mkdtemp(`${tmpdir()}/jobboard-test-`)
  const postgres = await startPostgres({
    dir: `${dir}/postgres`,
    test: true,
    log: (line) => console.error(line),
  })
  process.env.DATABASE_URL = postgres.url('postgres')
  return async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
