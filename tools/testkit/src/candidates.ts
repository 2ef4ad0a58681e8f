import { bootNamed } from './network.ts'

/** The candidate service, for tests of services that call it. It has no NATS. */
export interface Candidates {
  url: string
  /** A new candidate's id. */
  create(): Promise<number>
  stop(): Promise<void>
}

/** Boots it on its own database. */
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
