import * as endpoints from '@jobboard/contracts/endpoints/candidate'
import { ApiError } from '@jobboard/contracts/error'
import { APPLIES_PER_DAY } from '@jobboard/contracts/limits'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { type Route, route } from '@jobboard/service/http/route'
import { submitApplication } from '../actions/submit-application.ts'
import { toOwnApplication } from '../wire/application.ts'

const apply = route(endpoints.apply, async (context) => {
  const { candidateId, body } = context
  if (body.confirm !== true) {
    throw new ApiError(
      'confirmation_required',
      'confirm: must be true to apply; nothing was submitted. Send "confirm": true.',
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
  const { params, body } = context
  const submission = { ...body, jobId: params.jobId }
  return submitApplication(context, submission, async (sql, { application }) => {
    const { id, candidateId, jobId, applicationType, isAiAssisted } = application
    await recordAudit(sql, context, {
      action: 'submit-application',
      entity: { type: 'application', id },
      before: null,
      after: { candidateId, jobId, applicationType },
    })
    return { body: { ...toOwnApplication(application), candidateId, applicationType, isAiAssisted } }
  })
})

/** Applies by a candidate's key (Spec §4.3, D-32..D-35) and by the employer portal (Admin API). */
export const applyRoutes: Route[] = [apply, submit]
