import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { hasMeilisearch, startMeilisearch } from '@jobboard/stack/infra/meilisearch'
import { MEILISEARCH_IN_DOCKER } from '@jobboard/testkit/infra'
import { startFakeMeilisearch } from './fake-meilisearch/server.ts'

/** A Meilisearch for a test. */
export interface TestMeilisearch {
  url: string
  key: string
  /** Version of the server; `fake` when none was found. */
  version: string
  /** Of a server that this process has started itself. */
  pid: number | undefined
  stop(): Promise<void>
}

const FAKE_KEY = 'a-master-key-for-tests'

/** The Meilisearch of MEILI_URL, or one with an empty store: from a `meilisearch` on the PATH, else in a container. Where there
 * is none of these, prints a line and returns a fake. */
export async function openMeilisearch(): Promise<TestMeilisearch> {
  const { env } = process
  if (!(await hasMeilisearch(env)) && !env[MEILISEARCH_IN_DOCKER]) {
    console.warn(
      'NO MEILISEARCH SERVER: a fake stands in. Set MEILI_URL and MEILI_MASTER_KEY, install meilisearch, or start Docker.',
    )
    return openFakeMeilisearch()
  }
  const dir = await mkdtemp(`${tmpdir()}/jobboard-meilisearch-`)
  const { url, key, version, pid, stop } = await startMeilisearch({ dir, log: () => {}, test: true })
  return {
    ...{ url, key, version, pid: env[MEILISEARCH_IN_DOCKER] ? undefined : pid },
    stop: () => stop().finally(() => rm(dir, { recursive: true, force: true })),
  }
}

async function openFakeMeilisearch(): Promise<TestMeilisearch> {
  const fake = await startFakeMeilisearch(FAKE_KEY)
  return { url: fake.url, key: FAKE_KEY, version: 'fake', pid: undefined, stop: fake.stop }
}
