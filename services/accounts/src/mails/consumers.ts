import { applicationSubmitted } from '@jobboard/contracts/applications/events'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { AccountsEnv } from '../env.ts'
import { addNewApplications, type NewApplications } from './store.ts'

/** No mail names older ones: a durable that is new reads 14 days of events. */
const MAX_AGE_MS = 86_400_000

/** Counts new applications for the users who want mails about them. Without a mail server nothing is counted. */
export const mailConsumer = ({ env, clock }: Pick<Deps<AccountsEnv>, 'env' | 'clock'>): Consumer =>
  consumer({
    name: 'mail_application',
    filter: 'evt.pipeline.application.>',
    events: [applicationSubmitted],
    prepare: ({ data: { employerId, jobId, appliedAt } }) => ({ employerId, jobId, appliedAt }),
    async handleMany(sql, applied) {
      if (!env.SMTP_URL) return
      const now = clock.now()
      const recent = applied.filter(({ appliedAt }) => now.getTime() - Date.parse(appliedAt) < MAX_AGE_MS)
      if (recent.length > 0) await addNewApplications(sql, countByJob(recent), now)
    },
  })

function countByJob(applied: readonly Omit<NewApplications, 'applications'>[]): NewApplications[] {
  const counts = new Map<number, NewApplications>()
  for (const { employerId, jobId } of applied) {
    const applications = (counts.get(jobId)?.applications ?? 0) + 1
    counts.set(jobId, { employerId, jobId, applications })
  }
  return [...counts.values()]
}
