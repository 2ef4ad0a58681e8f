import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_RATINGS } from '../limits.ts'
import { idOf, line, pathIdOf } from '../text.ts'
import { pipelineAccess } from './access.ts'

const texts = {
  name: 'What is rated, such as Communication: the `criterion` of a rating.',
  hint: 'What to look for, in one line',
  hide: 'Whether a user reads scorecards of others for a stage only once the own one for that stage is stored. It applies to keys with a user and to persons in the portal; a key without a user reads all. Lists of applications with `include=scorecards` leave out the same ones; `hasScorecard` and `reviewedBy` count them.',
} as const
const criterion = z.object({
  name: line().min(1, 'must not be empty').describe(texts.name),
  hint: line()
    .nullish()
    .transform((hint) => hint || null)
    .describe(`${texts.hint}; absent, null or empty: none.`),
})

const example = {
  criteria: [
    { name: 'Sourdough', hint: 'Ask for the last loaf that failed.' },
    { name: 'Works in a team', hint: null },
  ],
  hideOthersUntilSubmitted: true,
}

/** Body of both `PUT`. */
export const scorecardTemplateDraft = z
  .object({
    criteria: z
      .array(criterion)
      .max(MAX_RATINGS, `must have at most ${MAX_RATINGS} criteria`)
      .refine((criteria) => new Set(criteria.map(({ name }) => name)).size === criteria.length, {
        error: 'must not repeat a name',
      })
      .describe(`What the form of a scorecard offers, in this order, at most ${MAX_RATINGS}.`),
    hideOthersUntilSubmitted: z
      .boolean()
      .nullish()
      .transform((hides) => hides ?? false)
      .describe(`${texts.hide} False when it is absent or null.`),
  })
  .meta({
    id: 'ScorecardTemplateDraft',
    description: 'The whole template: it replaces the one that is stored.',
    example,
  })

export const scorecardTemplate = z
  .object({
    jobId: idOf('job')
      .nullable()
      .describe('Id of the job whose own template it is; null for the template of the employer.'),
    criteria: z
      .array(
        z.object({
          name: z.string().describe(texts.name),
          hint: z.string().nullable().describe(`${texts.hint}; null if there is none.`),
        }),
      )
      .describe('What the form of a scorecard offers, in this order.'),
    hideOthersUntilSubmitted: z.boolean().describe(texts.hide),
  })
  .meta({
    id: 'ScorecardTemplate',
    description:
      'What a scorecard is asked to rate. Scorecards may rate other criteria too, and keep theirs when the template changes.',
    example: { jobId: null, ...example },
  })
export type ScorecardTemplate = z.output<typeof scorecardTemplate>

const params = z.object({ jobId: pathIdOf('job') })
const replacing = {
  body: scorecardTemplateDraft,
  response: scorecardTemplate,
  hasEtag: true,
} as const
const ofJob = { ...pipelineAccess, limit: 'jobs', params } as const

export const getScorecardTemplate = endpoint('GET /api/v1/scorecard-template', {
  ...pipelineAccess,
  name: 'get-scorecard-template',
  summary: 'Read your scorecard template',
  description:
    'It applies to each job without a template of its own. Before you store one it has no criteria.',
  response: scorecardTemplate,
  hasEtag: true,
})

export const replaceScorecardTemplate = endpoint('PUT /api/v1/scorecard-template', {
  ...pipelineAccess,
  name: 'replace-scorecard-template',
  summary: 'Replace your scorecard template',
  description: 'Send the whole template. Jobs with a template of their own keep theirs.',
  ...replacing,
})

export const getJobScorecardTemplate = endpoint('GET /api/v1/jobs/{jobId}/scorecard-template', {
  ...ofJob,
  name: 'get-job-scorecard-template',
  summary: 'Read the scorecard template of one of your jobs',
  description: 'Its own, or yours for all jobs, which has `jobId` null.',
  response: scorecardTemplate,
  hasEtag: true,
})

export const replaceJobScorecardTemplate = endpoint('PUT /api/v1/jobs/{jobId}/scorecard-template', {
  ...ofJob,
  name: 'replace-job-scorecard-template',
  summary: 'Give one of your jobs a scorecard template of its own, or replace it',
  description:
    'Send the whole template. Your template for all jobs no longer applies to this one, its `hideOthersUntilSubmitted` neither. `If-Match` takes the ETag of what `GET` returns.',
  ...replacing,
})

export const deleteJobScorecardTemplate = endpoint('DELETE /api/v1/jobs/{jobId}/scorecard-template', {
  ...ofJob,
  name: 'delete-job-scorecard-template',
  summary: 'Delete the own scorecard template of one of your jobs',
  description: 'From then on your template for all jobs applies to it.',
  status: 204,
  refusals: {
    not_found: {
      when: 'The job does not exist, belongs to another employer, or has no template of its own.',
    },
  },
})
