import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { hasMeilisearch } from '@jobboard/stack/infra/meilisearch'
import { findNats } from '@jobboard/stack/infra/nats/find'
import { startPostgres } from '@jobboard/stack/infra/postgres'
import { dropTemplates, TEST_RUN } from './database.ts'
import { pullMeilisearch } from './meilisearch-container.ts'

/** Starts one Postgres for the whole test run, or uses the one of `DATABASE_URL`; returns the teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  const dir = await mkdtemp(`${tmpdir()}/jobboard-test-`)
  const log = (line: string) => console.error(line)
  // Downloaded here if it is missing: once, and not within the time limit of a test.
  if (!process.env.NATS_URL) await findNats(process.env, log)
  if (!(await hasMeilisearch(process.env))) await pullMeilisearch(log)
  const postgres = await startPostgres({ dir: `${dir}/postgres`, test: true, log })
  const isOwnServer = process.env.DATABASE_URL === undefined
  process.env.DATABASE_URL = postgres.url('postgres')
  process.env[TEST_RUN] = randomBytes(4).toString('hex')
  return async () => {
    if (!isOwnServer) await dropTemplates()
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
