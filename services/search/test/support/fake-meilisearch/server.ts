import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FakeDocument } from '@jobboard/testkit/meilisearch-filter'
import { FakeIndex } from './index.ts'

/** A server with the part of Meilisearch's HTTP API that the services use. */
export interface FakeMeilisearch {
  url: string
  /** Leaves tasks enqueued until `release`. */
  hold(): void
  release(): void
  stop(): Promise<void>
}

type Task = { uid: number; status: string; indexUid: string; type: string; error: { code: string } | null }
type SearchBody = Parameters<FakeIndex['search']>[0]
type Work = () => string | undefined

/** A refusal: its status and code as Meilisearch sends them. */
class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Starts a fake Meilisearch with this master key. Changes are tasks that take effect one after another, each `taskMs` after
 * its request, as in Meilisearch. */
export async function startFakeMeilisearch(key: string, taskMs = 5): Promise<FakeMeilisearch> {
  const indexes = new Map<string, FakeIndex>()
  const tasks: Task[] = []
  let last = Promise.resolve()
  let released = Promise.resolve()
  let release = () => {}

  function enqueue(indexUid: string, type: string, work: Work): Task {
    const task: Task = { uid: tasks.length, status: 'enqueued', indexUid, type, error: null }
    tasks.push(task)
    last = last.then(async () => {
      // biome-ignore lint/plugin: a task takes a while, as in Meilisearch
      await new Promise((resolve) => setTimeout(resolve, taskMs))
      await released
      const code = work()
      task.status = code ? 'failed' : 'succeeded'
      if (code) task.error = { code }
    })
    return task
  }

  const onIndex = (uid: string, work: (index: FakeIndex) => void) => () => {
    const index = indexes.get(uid)
    if (!index) return 'index_not_found'
    work(index)
    return undefined
  }

  const existing = (uid: string): FakeIndex => {
    const index = indexes.get(uid)
    if (!index) throw new Refusal(404, 'index_not_found')
    return index
  }

  function addDocuments(uid: string, documents: FakeDocument[]): undefined {
    // Meilisearch creates a missing index.
    const index = indexes.get(uid) ?? new FakeIndex()
    indexes.set(uid, index)
    for (const document of documents) index.documents.set(Number(document.id), document)
  }

  function respond(method: string, path: string, body: unknown): unknown {
    const [first, uid = '', part, action] = path.slice(1).split('/')
    if (path === '/version') return { pkgVersion: '1.50.0-fake' }
    if (first === 'tasks') return tasks[Number(uid)] ?? refuse(404, 'task_not_found')
    if (first !== 'indexes') return refuse(404, 'not_found')
    if (method === 'GET' && !uid) {
      return { results: [...indexes.keys()].map((one) => ({ uid: one })), total: indexes.size }
    }
    if (method === 'POST' && !uid) {
      const created = (body as { uid: string }).uid
      return enqueue(created, 'indexCreation', () => {
        if (indexes.has(created)) return 'index_already_exists'
        indexes.set(created, new FakeIndex())
        return undefined
      })
    }
    if (method === 'DELETE' && !part) {
      return enqueue(uid, 'indexDeletion', () => (indexes.delete(uid) ? undefined : 'index_not_found'))
    }
    switch (`${method} ${[part, action].filter(Boolean).join('/')}`) {
      case 'GET stats':
        return { numberOfDocuments: existing(uid).documents.size, isIndexing: false }
      case 'PATCH settings':
        return enqueue(
          uid,
          'settingsUpdate',
          onIndex(uid, (index) => Object.assign(index.settings, body)),
        )
      case 'POST documents':
        return enqueue(uid, 'documentAdditionOrUpdate', () => addDocuments(uid, body as FakeDocument[]))
      case 'POST documents/delete-batch':
        return enqueue(
          uid,
          'documentDeletion',
          onIndex(uid, (index) => {
            for (const id of body as number[]) index.documents.delete(Number(id))
          }),
        )
      case 'POST documents/fetch': {
        const results = [...existing(uid).documents.values()]
        return { results, total: results.length, offset: 0, limit: results.length }
      }
      case 'POST compact':
        return enqueue(
          uid,
          'indexCompaction',
          onIndex(uid, () => undefined),
        )
      case 'POST search':
        return search(existing(uid), body as SearchBody)
      default:
        return refuse(404, 'not_found')
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = new URL(request.url!, 'http://localhost').pathname
    try {
      if (path === '/health') return send(response, 200, { status: 'available' })
      if (request.headers.authorization !== `Bearer ${key}`) refuse(403, 'invalid_api_key')
      const text = Buffer.concat(chunks).toString()
      const result = respond(request.method!, path, text ? JSON.parse(text) : undefined)
      const isTask = tasks.includes(result as Task) && request.method !== 'GET'
      send(
        response,
        isTask ? 202 : 200,
        isTask ? { ...(result as Task), taskUid: (result as Task).uid } : result,
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      send(response, error.status, { message: error.message, code: error.code, type: 'invalid_request' })
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      released = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function search(index: FakeIndex, body: SearchBody) {
  try {
    return index.search(body)
  } catch (error) {
    // The message quotes the filter, as that of Meilisearch does.
    throw new Refusal(
      400,
      'invalid_search_filter',
      `${(error as Error).message}: ${JSON.stringify(body.filter)}`,
    )
  }
}

function refuse(status: number, code: string): never {
  throw new Refusal(status, code)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
