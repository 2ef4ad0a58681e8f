import * as endpoints from '@jobboard/contracts/applications/own'
import { APPLIES_PER_DAY } from '@jobboard/contracts/limits'
import { type Context, type Route, route } from '@jobboard/service/http/route'
import { estimateApplication } from '../actions/estimate-application.ts'
import { submitApplication } from '../actions/submit-application.ts'
import { toOwnApplication } from '../wire/application.ts'

const apply = route(
  endpoints.apply,
  async (context) =>
    submitApplication(context, ownSubmission(context), ({ application, usedToday }) => ({
      isAiAssisted: true,
      aiAppliesUsedToday: usedToday,
      aiAppliesLimitPerDay: APPLIES_PER_DAY,
      application: toOwnApplication(application),
    })),
  async (context) => estimateApplication(context, ownSubmission(context)),
)

function ownSubmission({ candidateId, body }: Pick<Context<typeof endpoints.apply>, 'candidateId' | 'body'>) {
  return { ...body, candidateId, applicationType: 'Api' as const }
}

const submit = route(endpoints.submitApplication, (context) =>
  submitApplication(context, { ...context.body, jobId: context.params.jobId }, ({ application }) => {
    const { candidateId, applicationType, isAiAssisted } = application
    return { ...toOwnApplication(application), candidateId, applicationType, isAiAssisted }
  }),
)

/** Applies by a candidate's key (Spec §4.3, D-32..D-35) and by the employer portal (Admin API). */
export const applyRoutes: Route[] = [apply, submit]
