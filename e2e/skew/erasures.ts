import { randomUUID } from 'node:crypto'
import { eventually } from '@jobboard/testkit/eventually'
import { jobBody, publishBody } from '../faults/support/people.ts'
import { type Trouble, untilSuccess } from '../faults/support/retry.ts'
import type { MixedSystem } from './system.ts'

/** Candidates who apply and are erased. */
export interface Erasures {
  /** One more of them. */
  addOne(report: (kind: string) => (trouble: Trouble) => void): Promise<void>
  /** Waits until every service has confirmed every erasure; returns how many are not confirmed after a minute. */
  countUnconfirmed(): Promise<number>
}

const CONFIRM_MS = 60_000
const DAY_MS = 86_400_000

/** Publishes a job of this employer, for the candidates to apply to. */
export async function openErasures({ admin, api }: MixedSystem, employerId: number): Promise<Erasures> {
  const report = () => {}
  const post = async (path: string, body: unknown, by = admin) =>
    (await untilSuccess(by, 'POST', path, body, report)).body
  const employer = `/admin/v1/employers/${employerId}`
  await post(`${employer}/credits`, { kind: 'JobPosting', amount: 1 })
  const key = await post(`${employer}/api-keys`, { name: 'erasures', scopes: ['JobPosting'] })
  const job = await post('/api/v1/jobs', jobBody('Lamp maker'), api(key.apiKey))
  await post(`/api/v1/jobs/${job.id}/publish`, publishBody, api(key.apiKey))
  let unconfirmed: number[] = []
  return {
    async addOne(reportAs) {
      const person = {
        firstName: 'Ida',
        lastName: 'Berg',
        email: `${randomUUID()}@people.example`,
        consentExpiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      }
      const create = '/admin/v1/candidates'
      const { id } = (await untilSuccess(admin, 'POST', create, person, reportAs('create candidate'))).body
      const apply = { candidateId: id, applicationType: 'Web' }
      await untilSuccess(
        admin,
        'POST',
        `/admin/v1/jobs/${job.id}/applications`,
        apply,
        reportAs('apply for a candidate'),
      )
      const path = `/admin/v1/candidates/${id}`
      const { body } = await untilSuccess(admin, 'DELETE', path, undefined, reportAs('erase'))
      unconfirmed.push(body.erasureId)
    },
    async countUnconfirmed() {
      await eventually(
        'every service has confirmed every erasure',
        async () => {
          for (;;) {
            const [first] = unconfirmed
            if (first === undefined) return true
            const { body } = await admin.get(`/admin/v1/erasures/${first}`)
            if (!body?.completedAt) return false
            unconfirmed = unconfirmed.slice(1)
          }
        },
        CONFIRM_MS,
      ).catch(() => {})
      return unconfirmed.length
    },
  }
}
