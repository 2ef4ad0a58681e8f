/** A request to Meilisearch, or a task in it, that failed. Its message never holds the key, a filter or a document. */
export class MeilisearchError extends Error {
  /** HTTP status; undefined when no response arrived or a task failed. */
  readonly status: number | undefined
  /** Error code of Meilisearch, such as `index_not_found`. */
  readonly code: string | undefined

  constructor(message: string, { status, code }: { status?: number; code?: string } = {}) {
    super(message)
    this.name = 'MeilisearchError'
    this.status = status
    this.code = code
  }
}
