import { deleteIndex, listOrphans, listRetired } from '../store/search-index.ts'
import type { IndexingDeps } from './send.ts'

/** Longer than a search takes: one that began before a swap reads the index of then. */
const RETIRED_SECONDS = 30

/** Deletes retired indexes of every version from the server. */
export async function deleteRetired({ db, client, log }: IndexingDeps): Promise<void> {
  for (const uid of await listRetired(db.sql, RETIRED_SECONDS)) {
    await client.delete(uid)
    await deleteIndex(db.sql, uid)
    log.info({ uid }, 'retired search index deleted')
  }
}

/** Deletes the indexes of this database that no row names: what a crash or a restored backup of the server left. */
export async function deleteOrphans({ db, client, log }: IndexingDeps): Promise<void> {
  for (const uid of await listOrphans(db.sql, await client.list())) {
    await client.delete(uid)
    log.info({ uid }, 'orphan search index deleted')
  }
}
