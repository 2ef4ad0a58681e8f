import * as endpoints from '@jobboard/contracts/endpoints/candidate'
import { ApiError } from '@jobboard/contracts/error'
import { auditRecorded } from '@jobboard/contracts/events/audit'
import { APPLIES_PER_DAY } from '@jobboard/contracts/limits'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { type Route, route } from '@jobboard/service/http/route'
import { submitApplication } from '../actions/submit-application.ts'
import { toOwnApplication } from '../domain/application.ts'
import { toAudit } from '../domain/audit.ts'

const apply = route(endpoints.apply, async (context) => {
  const { candidateId, body } = context
  if (body.confirm !== true) {
    throw new ApiError(
      'confirmation_required',
      'confirm: must be true, so that nobody applies by accident; nothing was submitted.',
    )
  }
  const submission = { ...body, candidateId, applicationType: 'Api' as const }
  return submitApplication(context, submission, async (_sql, { application, usedToday }) => ({
    body: {
      isAiAssisted: true,
      aiAppliesUsedToday: usedToday,
      aiAppliesLimitPerDay: APPLIES_PER_DAY,
      application: toOwnApplication(application),
    },
  }))
})

const submit = route(endpoints.submitApplication, async (context) => {
  const { caller, params, body, requestId, now } = context
  const submission = { ...body, jobId: params.jobId }
  return submitApplication(context, submission, async (sql, { application }) => {
    const { id, candidateId, jobId, applicationType, isAiAssisted } = application
    const actor = caller.kind === 'admin' ? caller.actor : caller.kind
    const after = { candidateId, jobId, applicationType }
    await appendEvent(sql, auditRecorded('candidate'), {
      aggregateId: id,
      aggregateVersion: 1,
      occurredAt: now,
      data: toAudit({ actor, requestId, now }, 'submit-application', `application ${id}`, {
        before: null,
        after,
      }),
    })
    return { body: { ...toOwnApplication(application), candidateId, applicationType, isAiAssisted } }
  })
})

/** Spec §4.3, D-32..D-35, and the portal's own apply. */
export const applyRoutes: Route[] = [apply, submit]
