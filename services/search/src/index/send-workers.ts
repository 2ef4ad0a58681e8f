import { setImmediate } from 'node:timers/promises'
import type { Leadership } from '@jobboard/events/publisher/leadership'
import { failpoint } from '@jobboard/process/failpoint'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { SearchEnv } from '../env.ts'
import { type IndexDocument, type IndexedCandidate, toIndexDocument } from './index-document.ts'
import { type IndexClient, MeilisearchError } from './peers.ts'
import { deleteSent, listPendingChanges, savePending } from './pending-store.ts'
import { beginSend, type SearchIndex, saveSent } from './store.ts'

/** What the worker of one tokeniser version needs. */
export interface IndexingDeps extends Pick<Deps<SearchEnv>, 'db' | 'log' | 'clock'> {
  client: IndexClient
  version: number
  /** Held by the one process that sends. */
  lock: Leadership
}

/** Id of the document that stores the number of the last send in its `active`. No query matches it: it has no words. */
const MARKER_ID = 0

/** What is sent at once: the candidates to be found, and those who are not to be found any more. */
interface Batch {
  found: readonly IndexDocument[]
  gone: readonly number[]
}

/** Sends a batch to an index and waits until it is searchable. The number of the send is part of the last task. Refused
 * documents are logged and stay pending. Throws when the server is away, or another process sends now. */
export async function send(
  deps: IndexingDeps,
  index: SearchIndex,
  { found, gone }: Batch,
): Promise<number[]> {
  const { db, client, lock, version } = deps
  const number = await beginSend(db.sql, index.uid)
  if (number === undefined) throw new Error('the index was retired')
  if (!lock.isHeld()) throw new Error('another process sends to the index')
  await client.remove(index.uid, [...gone])
  const refused = await put(deps, index.uid, found, marker(number))
  // A process that was suspended may have sent an older state after a newer one.
  if (!lock.isHeld()) {
    const ids = [...gone, ...found.map(({ id }) => id)]
    await savePending(db.sql, version, ids, { isRefused: false })
    throw new Error('another process sends to the index')
  }
  failpoint('search-index-after-task')
  await saveSent(db.sql, index.uid, number)
  return refused
}

/** Makes documents, 1.5 ms each; heartbeats and searches of the process run in between. */
export async function toDocuments(candidates: readonly IndexedCandidate[]): Promise<IndexDocument[]> {
  const documents: IndexDocument[] = []
  for (const candidate of candidates) {
    documents.push(toIndexDocument(candidate))
    if (documents.length % 10 === 0) await setImmediate()
  }
  return documents
}

/** Whether the index is the one that the last send went to: it was not deleted, and not replaced by a backup. */
export async function isIntact(
  { client }: IndexingDeps,
  { uid, sent, sending }: SearchIndex,
): Promise<boolean> {
  if (!(await client.stats(uid))) return false
  const { hits } = await client.search(uid, { filter: [`id = ${MARKER_ID}`], offset: 0, limit: 1 })
  const number = hits[0]?.active
  return number !== undefined && number >= sent && number <= sending
}

function marker(number: number): IndexDocument {
  return { id: MARKER_ID, t: [], w: [], country: 0, active: number, consent: 0, status: null }
}

/** Puts documents, by halves when the server refuses them, and returns the ids of those that it refuses alone. */
async function put(
  deps: IndexingDeps,
  uid: string,
  documents: readonly IndexDocument[],
  last: IndexDocument,
): Promise<number[]> {
  try {
    await deps.client.put(uid, [...documents, last])
    return []
  } catch (error) {
    if (!isRefusal(error) || documents.length === 0) throw error
    if (documents.length > 1) {
      const middle = documents.length >> 1
      const first = await put(deps, uid, documents.slice(0, middle), last)
      return [...first, ...(await put(deps, uid, documents.slice(middle), last))]
    }
    const [{ id }] = documents as readonly [IndexDocument]
    deps.log.error(
      { uid, candidateId: id, code: error.code },
      'search server refused a document; it stays pending',
    )
    await deps.client.put(uid, [last])
    return [id]
  }
}

// A failed task, or a body that is too large. Not a full disk, a wrong key or a server that is away: those concern every
// document, and pass.
function isRefusal(error: unknown): error is MeilisearchError {
  if (!(error instanceof MeilisearchError)) return false
  if (error.status === 413) return true
  return error.status === undefined && /(document|max_fields|primary_key)/.test(error.code ?? '')
}

/** Sends the present state of the oldest pending candidates to every index of the version, and deletes the changes that
 * were sent. */
export async function sendChanges(deps: IndexingDeps, indexes: readonly SearchIndex[]): Promise<void> {
  const { db, version } = deps
  const changes = await listPendingChanges(db.sql, version)
  if (changes.length === 0) return
  const batch = {
    found: await toDocuments(changes.flatMap(({ candidate }) => candidate ?? [])),
    gone: changes.flatMap(({ id, candidate }) => (candidate ? [] : id)),
  }
  const refused = new Set<number>()
  for (const index of indexes) for (const id of await send(deps, index, batch)) refused.add(id)
  failpoint('search-index-before-delete')
  const sent = changes.filter(({ id }) => !refused.has(id))
  await db.tx(async (sql) => {
    await deleteSent(sql, version, sent)
    if (refused.size > 0) await savePending(sql, version, [...refused], { isRefused: true })
  })
}
