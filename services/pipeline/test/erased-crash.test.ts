import type { ChildProcess } from 'node:child_process'
import { applicationErased } from '@jobboard/contracts/applications/events'
import { candidateErased } from '@jobboard/contracts/candidates/events'
import { erasureConsumers } from '@jobboard/service/erasure/erasure'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { endOf, startServiceProcess } from '@jobboard/testkit/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseCandidate } from '../src/applications/erase-actions.ts'
import { service } from '../src/service.ts'
import {
  bootPipeline,
  createdEvent,
  outboxEvents,
  type PipelineAlone,
  receiveCreated,
} from './support/pipeline-with-jobs.ts'

// This replica consumes nothing: the erasure reaches only the process with the failpoint.
let services: PipelineAlone
const started: ChildProcess[] = []
beforeAll(async () => {
  services = await bootPipeline({ ...service, consumers: () => [] })
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await services.stop()
})

test.for(['erasure-after-event', 'erasure-first-pass'])(
  'SIGKILL at %s, before the commit: neither event nor erasure is stored, the repeated erasure stores both once (P-379)',
  async (failpoint) => {
    const event = createdEvent({})
    const { applicationId, candidate } = event.data
    await receiveCreated(services.pipeline, event)
    const erased = { applicationIds: [applicationId], erasedAt: '2030-06-01T08:00:00.000Z' }
    // In the stream first, so that the process kills itself at its first message.
    await publishErased(services.pipeline, candidate.id, erased)
    const child = startServiceProcess('pipeline', services.pipeline, { FAILPOINTS: failpoint })
    started.push(child)
    expect(await endOf(child)).toBe('SIGKILL')

    const { db } = services.pipeline.deps
    const stored = () => db.sql<{ erasedAt: Date | null; hasPerson: boolean }>`
      select erased_at, cover_letter is not null as has_person from application where id = ${applicationId}`
    const published = () => outboxEvents(services.pipeline, applicationErased.subject, applicationId)
    expect([await stored(), await published()]).toEqual([[{ erasedAt: null, hasPerson: true }], []])

    const [consumer] = erasureConsumers({ erase: eraseCandidate }, services.pipeline.deps)
    const repeat = () =>
      receiveEvent(db, 'pipeline', consumer!, {
        id: crypto.randomUUID(),
        subject: candidateErased.subject,
        aggregateId: String(candidate.id),
        aggregateVersion: 1,
        occurredAt: erased.erasedAt,
        data: { ...erased, erasureId: candidate.id, candidateId: candidate.id, recentApplications: [] },
      })
    await repeat()
    await repeat()
    await erasuresConfirmed(services.pipeline, [candidate.id])
    expect(await stored()).toEqual([{ erasedAt: new Date(erased.erasedAt), hasPerson: false }])
    expect(await published()).toHaveLength(1)
  },
)
