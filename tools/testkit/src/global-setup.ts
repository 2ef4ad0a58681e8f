import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { pullImage } from '@jobboard/stack/infra/docker'
import { hasMeilisearch, MEILISEARCH_IMAGE } from '@jobboard/stack/infra/meilisearch'
import { findNats, NATS_IMAGE } from '@jobboard/stack/infra/nats/find'
import { startPostgres } from '@jobboard/stack/infra/postgres'
import { installBrowser } from './browser.ts'
import { dropDatabases, TEST_RUN } from './database.ts'
import { MEILISEARCH_IN_DOCKER, STORE_FOLDER, shareNats } from './infra.ts'

/** Starts one Postgres and one NATS for the whole test run, or uses those of `DATABASE_URL` and `NATS_URL`; returns the
 * teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  const { folder, freeBytes } = await storeFolder()
  process.env[STORE_FOLDER] = folder
  const dir = await mkdtemp(`${folder}/jobboard-test-`)
  const log = (line: string) => console.error(line)
  const { env } = process
  if (freeBytes >= ENOUGH_FOR_ALL_BYTES && (await mayExecute(dir))) env.TMPDIR = await openToAll(`${dir}/tmp`)
  // Downloaded here if it is missing: once, and not within the time limit of a test.
  if (!env.NATS_URL && (await findNats(env, log)).inDocker) await pullImage(NATS_IMAGE, env)
  if (env.INSTALL_BROWSER === 'true') await installBrowser(log)
  if (!(await hasMeilisearch(env)) && (await pullImage(MEILISEARCH_IMAGE, env)))
    env[MEILISEARCH_IN_DOCKER] = 'true'
  const postgres = await startPostgres({ dir: `${dir}/postgres`, test: true, log })
  const isOwnServer = process.env.DATABASE_URL === undefined
  process.env.DATABASE_URL = postgres.url('postgres')
  process.env[TEST_RUN] = randomBytes(4).toString('hex')
  const stopNats = env.NATS_URL ? undefined : await shareNats(dir)
  return async () => {
    if (!isOwnServer) await dropDatabases()
    await Promise.all([postgres.stop(), stopNats?.()])
    await rm(dir, { recursive: true, force: true })
  }
}

const SHARED_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1_024 ** 3
const ENOUGH_FOR_ALL_BYTES = 8 * 1_024 ** 3

/** Where servers under test store their data: in memory where 2 GiB are free there, which makes the copy of a database six
 * times as fast as on a disk. With 8 GiB all folders that tests make are there: half the system time of whole commands. */
async function storeFolder(): Promise<{ folder: string; freeBytes: number }> {
  try {
    await access(SHARED_MEMORY, constants.W_OK)
    const { bavail, bsize } = await statfs(SHARED_MEMORY)
    const freeBytes = bavail * bsize
    if (freeBytes >= ENOUGH_BYTES) return { folder: SHARED_MEMORY, freeBytes }
  } catch {}
  return { folder: tmpdir(), freeBytes: 0 }
}

/** Whether programs in this folder run: containers may forbid it in shared memory. */
async function mayExecute(dir: string): Promise<boolean> {
  const program = `${dir}/program`
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
  return spawnSync(program).status === 0
}

/** Creates a folder in which every user may create files, as in the system's own. */
async function openToAll(folder: string): Promise<string> {
  await chmod(dirname(folder), 0o755)
  await mkdir(folder)
  await chmod(folder, 0o1777)
  return folder
}
