import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { findNats } from '@jobboard/stack/infra/nats/find'
import { startPostgres } from '@jobboard/stack/infra/postgres'

/** Starts one Postgres for the whole test run, or uses the one of `DATABASE_URL`; returns the teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  const dir = await mkdtemp(`${tmpdir()}/jobboard-test-`)
  const log = (line: string) => console.error(line)
  // Downloaded here if it is missing: once, and not within the time limit of a test.
  if (!process.env.NATS_URL) await findNats(process.env, log)
  const postgres = await startPostgres({ dir: `${dir}/postgres`, test: true, log })
  process.env.DATABASE_URL = postgres.url('postgres')
  return async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
