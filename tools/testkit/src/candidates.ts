import { bootNamed } from './network.ts'

/** Boots the candidate service on its own database and without NATS, for tests of services that call it. */
export async function bootCandidates() {
  const { url, as, stop } = await bootNamed('candidate', { natsUrl: 'nats://127.0.0.1:9' })
  const operator = as({ kind: 'admin', actor: 'test' })
  return {
    url,
    /** A new candidate's id. */
    async create(): Promise<number> {
      const person = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
      const { status, body, text } = await operator.post('/admin/v1/candidates', person)
      if (status !== 201) throw new Error(text)
      return body.id
    },
    stop,
  }
}
