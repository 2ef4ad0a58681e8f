import { bootNamed } from './network.ts'

/** The real candidate service, for what others ask it. Its NATS is never there. */
export interface Candidates {
  url: string
  /** A new candidate's id. */
  create(): Promise<number>
  stop(): Promise<void>
}

/** Boots it on a schema of its own. */
export async function bootCandidates(): Promise<Candidates> {
  const { url, as, stop } = await bootNamed('candidate', { natsUrl: 'nats://127.0.0.1:9' })
  const operator = as({ kind: 'admin', actor: 'test' })
  return {
    url,
    async create() {
      const person = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
      const { status, body, text } = await operator.post('/admin/v1/candidates', person)
      if (status !== 201) throw new Error(text)
      return body.id
    },
    stop,
  }
}
