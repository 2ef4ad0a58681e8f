import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { hasMeilisearch, startMeilisearch } from '@jobboard/stack/infra/meilisearch'
import { startFakeMeilisearch } from './fake-meilisearch/server.ts'

/** A Meilisearch for a test. */
export interface TestMeilisearch {
  url: string
  key: string
  /** Version of the server; `fake` when none was found. */
  version: string
  /** Undefined for the fake and for the server of MEILI_URL. */
  pid: number | undefined
  stop(): Promise<void>
}

const FAKE_KEY = 'a-master-key-for-tests'

/** The Meilisearch of MEILI_URL, or one with an empty store from a `meilisearch` on the PATH; where neither is there, prints a
 * line and returns a fake. */
export async function openMeilisearch(): Promise<TestMeilisearch> {
  if (!(await hasMeilisearch(process.env))) {
    console.warn(
      'NO MEILISEARCH SERVER: a fake stands in. Set MEILI_URL and MEILI_MASTER_KEY, or install meilisearch.',
    )
    return openFakeMeilisearch()
  }
  const dir = await mkdtemp(`${tmpdir()}/jobboard-meilisearch-`)
  const { url, key, version, pid, stop } = await startMeilisearch({ dir, log: () => {}, test: true })
  return {
    url,
    key,
    version,
    pid,
    stop: () => stop().finally(() => rm(dir, { recursive: true, force: true })),
  }
}

async function openFakeMeilisearch(): Promise<TestMeilisearch> {
  const fake = await startFakeMeilisearch(FAKE_KEY)
  return { url: fake.url, key: FAKE_KEY, version: 'fake', pid: undefined, stop: fake.stop }
}
