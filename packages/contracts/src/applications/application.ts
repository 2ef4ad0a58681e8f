import { z } from 'zod'
import { profile } from '../candidates/profile.ts'
import { exampleOf } from '../endpoint.ts'
import { MAX_ID, MAX_INCLUDED_SCORECARDS } from '../limits.ts'
import { id, idOf, text, wireTimestamp } from '../text.ts'
import { storedReason } from './rejection-reasons.ts'
import { scorecard } from './scorecards.ts'
import { tag } from './tags.ts'

/** Spec §2, best first. */
const verdicts = ['StrongMatch', 'Match', 'PartialMatch', 'WeakMatch'] as const
const verdict = z
  .enum(verdicts)
  .meta({ id: 'AssessmentVerdict', description: 'The score in words, best first.' })

/** Points of an assessment or of one criterion. */
const score = z.int().min(0).max(100)

const rubricScore = z.object({
  criterion: z.string().describe('What was judged, such as Skills.'),
  score: score.describe('Points for this criterion, 0 to 100.'),
  rationale: z.string().describe('The reasons for these points.'),
})

/** The AI assessment of an application (Spec §2, D-31). */
export const assessment = z
  .object({
    score: score.describe('Suitability for the job, 0 to 100.'),
    verdict,
    summary: z.string().describe('The assessment in a few sentences.'),
    rubricScores: z.array(rubricScore).describe('The points by criterion.'),
    assessedAt: wireTimestamp().describe('When the assessment was computed.'),
    assessor: z.string().describe('Name and version of the assessor, such as `rubric/1`.'),
  })
  .meta({
    id: 'AiAssessment',
    description: 'The automated assessment of an application, computed once when it arrives.',
    example: {
      score: 78,
      verdict: 'Match',
      summary:
        'Match, 78 of 100. Gains most by Skills: The posting and the profile share sourdough. Loses most by Languages.',
      rubricScores: [
        { criterion: 'Skills', score: 90, rationale: 'The posting and the profile share sourdough.' },
        { criterion: 'Languages', score: 60, rationale: 'The posting names Dutch.' },
      ],
      assessedAt: '2026-03-01T10:00:00.000Z',
      assessor: 'rubric/1',
    },
  })

/** A move leads from any of them to any other (Spec §3, D-26). */
export const applicationStatuses = [
  'New',
  'Screened',
  'Shortlisted',
  'Interviewing',
  'Interviewed',
  'Offered',
  'Hired',
  'Rejected',
  'Withdrawn',
] as const
export const applicationStatus = z.enum(applicationStatuses).meta({
  id: 'ApplicationStatus',
  description:
    "Where an application stands in the employer's pipeline. It starts as New; any status may follow any other, also after the candidate has withdrawn the application.",
})
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** How an application was submitted (D-56). */
export const applicationTypes = ['Api', 'Web', 'Email'] as const
export const applicationType = z.enum(applicationTypes).meta({
  id: 'ApplicationType',
  description:
    'How the application was submitted. Api: with a candidate key. Web: in the portal. Email: by e-mail.',
})
export const isAiAssisted = z
  .boolean()
  .describe('True if it was submitted with a candidate key; recruiters see a badge.')

/** An answer to a screening question (D-34). */
export const screeningAnswer = z
  .object({
    questionId: idOf('question'),
    answer: z
      .union([text(10_000), z.number(), z.boolean()])
      .describe(
        'A boolean, a number or a string, as the `type` of the question says. An empty string is no answer.',
      ),
  })
  .meta({ id: 'ScreeningAnswer', description: 'An answer to one screening question.' })

const coverLetter = z.string().nullable().describe('The cover letter; null if there is none.')
const resumeUrl = z.string().nullable().describe('Address of a résumé elsewhere; null if there is none.')

/** A screening question with its answer, as recruiters read it. */
const answeredQuestion = z.object({
  questionId: idOf('question'),
  question: z.string().describe('The question as it was worded at the time of applying.'),
  answer: z
    .union([z.string(), z.number(), z.boolean()])
    .describe('A boolean, a number or a string, as the type of the question says.'),
})

const summaryFields = z.object({
  id: idOf('application'),
  jobId: idOf('job'),
  jobTitle: z.string().describe('Title of the job at the time of applying.'),
  jobReference: z
    .string()
    .nullable()
    .describe("The employer's reference of the job at the time of applying; null if it had none."),
  candidateId: idOf('candidate'),
  name: z
    .string()
    .describe(
      'First and last name of the candidate at the time of applying; `Erased candidate` once erased.',
    ),
  email: z.string().describe('E-mail address of the candidate at the time of applying; empty once erased.'),
  headline: z.string().nullable().describe('Headline of the profile at the time of applying; null if empty.'),
  status: applicationStatus,
  applicationType,
  isAiAssisted,
  appliedAt: wireTimestamp().describe('When the candidate applied.'),
  updatedAt: wireTimestamp().describe(
    'When the status last changed or the candidate was erased; the time of applying before that.',
  ),
  erasedAt: wireTimestamp()
    .nullable()
    .describe(
      'When the candidate was erased: delete your copy of the personal data. Null if the candidate was not erased.',
    ),
  tags: z
    .array(z.string())
    .describe("Labels of the employer's tags on the candidate, in the order of their labels."),
  assessmentScore: score
    .nullable()
    .optional()
    .describe('Score of the AI assessment, 0 to 100; null until it is computed.'),
  withdrawnAt: wireTimestamp()
    .nullable()
    .optional()
    .describe(
      'When the candidate last withdrew the application; it stays when the employer moves it afterwards. Null if the candidate did not, also when an employer set Withdrawn.',
    ),
  rejectionReason: storedReason
    .nullable()
    .optional()
    .describe('Why the application is Rejected; null if no reason was given, and with any other status.'),
})

const address = z.object({
  street: z.string().nullable().describe('Street and number; null if empty.'),
  city: z.string().nullable().describe('City; null if empty.'),
  region: z.string().nullable().describe('Region or state; null if empty.'),
  postalCode: z.string().nullable().describe('Postal code; null if empty.'),
  country: z.string().nullable().describe('Country, ISO 3166-1 alpha-2; null if empty.'),
})

/** What `include` adds to an application in a list, as its own endpoint returns it. */
const includedObjects = z
  .object({
    tags: z
      .array(tag)
      .optional()
      .describe('The tags of the candidate, as `GET /api/v1/applications/{id}/tags` returns them.'),
    scorecards: z
      .array(scorecard)
      .nullable()
      .optional()
      .describe(
        `The scorecards, as \`GET /api/v1/applications/{id}/scorecards\` returns them. Null where they and those of the applications before it in this response would be more than ${MAX_INCLUDED_SCORECARDS}: read them there, or request smaller pages.`,
      ),
    assessment: assessment
      .nullable()
      .optional()
      .describe(
        'The AI assessment, as `GET /api/v1/applications/{id}/ai-assessment` returns it; null until it is computed.',
      ),
    address: address
      .optional()
      .describe('Where the candidate lived at the time of applying; all null once erased.'),
    counts: z
      .object({
        notes: z.int().describe('Notes, as `GET /api/v1/applications/{id}/notes` returns them.'),
        scorecards: z.int().describe('Scorecards of the application.'),
      })
      .optional()
      .describe('How many notes and scorecards of yours there are.'),
  })
  .meta({ id: 'IncludedObjects', description: 'What `include` names, and nothing else.' })

/** The application of the examples, in a list. */
export const summaryExample = {
  id: 31,
  jobId: 7,
  jobTitle: 'Baker',
  jobReference: 'BK-7',
  candidateId: 12,
  name: 'Ada Lind',
  email: 'ada.lind@example.com',
  headline: 'Baker, ten years',
  status: 'New',
  applicationType: 'Api',
  isAiAssisted: true,
  appliedAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  erasedAt: null,
  tags: ['night shift'],
  assessmentScore: 78,
}
export const answersExample = [{ questionId: 7, question: 'Can you start at 4 a.m.?', answer: true }]
const letterExample = { coverLetter: 'I would like to bake for you.', resumeUrl: null }

/** An application in a recruiter's list (Spec §2). */
export const applicationSummary = summaryFields.extend({ included: includedObjects.optional() }).meta({
  id: 'ApplicationSummary',
  description: 'An application in a list. It has `included` only if the request has `include`.',
  example: summaryExample,
})

/** One application with contact details and answers (Spec §2). */
export const applicationDetail = summaryFields
  .extend({
    phone: z.string().nullable().describe('Phone number at the time of applying; null if empty.'),
    city: z.string().nullable().describe('City of the candidate at the time of applying; null if empty.'),
    country: z
      .string()
      .nullable()
      .describe('Country of the candidate at the time of applying, ISO 3166-1 alpha-2; null if empty.'),
    coverLetter,
    resumeUrl,
    screeningAnswers: z
      .array(answeredQuestion)
      .describe('The answered screening questions, in the order of the questions.'),
    profile: profile.describe('The profile of the candidate at the time of applying.'),
    allowedTransitions: z
      .array(applicationStatus)
      .describe('The statuses that may follow: all but the current one.'),
  })
  .meta({
    id: 'Application',
    description: 'An application with contact details, answers and the profile.',
    example: {
      ...summaryExample,
      phone: '+31 6 1234 5678',
      city: 'Utrecht',
      country: 'NL',
      ...letterExample,
      screeningAnswers: answersExample,
      profile: exampleOf(profile),
      allowedTransitions: applicationStatuses.slice(1),
    },
  })

/** Whose key changed the status of an application. */
const changedBy = z
  .enum(['Employer', 'Candidate'])
  .optional()
  .describe('Whose key made the change. Candidate: the candidate withdrew the application.')

/** A change of status, with who made it: the key, and its user if it has one (Spec §3). */
export const applicationChange = z
  .object({
    id: id().describe('Id of the change.'),
    previousStatus: applicationStatus.describe('The status before the change.'),
    status: applicationStatus.describe('The status after the change.'),
    note: z.string().nullable().describe('The note that was sent with the change; null if there was none.'),
    authorKeyId: z
      .int()
      .min(0)
      .max(MAX_ID)
      .describe(
        'Id of the API key that made the change; 0 for a person in the portal, who is `authorUserId`.',
      ),
    authorUserId: id()
      .nullable()
      .describe(
        'Id of the user who made the change, or of the user of the key; null if the key has no user.',
      ),
    changedBy,
    rejectionReason: storedReason
      .nullable()
      .optional()
      .describe('The reason that was sent with a change to Rejected; null if there was none.'),
    changedAt: wireTimestamp().describe('When the status changed.'),
  })
  .meta({
    id: 'ApplicationChange',
    description: 'One change of the status of an application.',
    example: {
      id: 2,
      previousStatus: 'New',
      status: 'Shortlisted',
      note: 'Call on Monday.',
      authorKeyId: 4,
      authorUserId: 3,
      changedBy: 'Employer',
      changedAt: '2026-03-01T12:00:00.000Z',
    },
  })

const ownFields = z.object({
  id: idOf('application'),
  jobId: idOf('job'),
  jobTitle: z.string().describe('Title of the job at the time of applying.'),
  employerName: z.string().describe('Name of the employer at the time of applying.'),
  status: applicationStatus,
  appliedAt: wireTimestamp().describe('When the application was submitted.'),
  updatedAt: wireTimestamp().describe('When the status last changed; the time of applying before that.'),
  withdrawnAt: wireTimestamp()
    .optional()
    .describe(
      'When you last withdrew the application; it stays when the employer moves it afterwards. Absent if you did not.',
    ),
  coverLetter,
  resumeUrl,
})

const ownExample = {
  id: 31,
  jobId: 7,
  jobTitle: 'Baker',
  employerName: 'Utrecht Bakery',
  status: 'New',
  appliedAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  ...letterExample,
}

/** An application as returned to its candidate (D-35). */
export const ownApplication = ownFields.meta({
  id: 'OwnApplication',
  description: 'An application as its candidate reads it.',
  example: ownExample,
})

/** Response of the portal's apply (Admin API): also says who applied and how. */
export const submittedApplication = ownFields
  .extend({ candidateId: idOf('candidate'), applicationType, isAiAssisted })
  .meta({
    id: 'SubmittedApplication',
    description: 'The application that was submitted.',
    example: {
      ...ownExample,
      coverLetter: null,
      candidateId: 12,
      applicationType: 'Web',
      isAiAssisted: false,
    },
  })

export const objectOf = <const N extends string, V extends z.ZodType>(
  names: readonly N[],
  value: V,
  text: (name: N) => string,
) => z.object(Object.fromEntries(names.map((name) => [name, value.describe(text(name))])) as Record<N, V>)

/** Numbers of applications: all, and of each status. */
export const applicationCounts = z.object({
  total: z.int().describe('Number of applications.'),
  byStatus: objectOf(
    applicationStatuses,
    z.int(),
    (status) => `Applications that are ${status} now.`,
  ).describe('Number of applications by their present status.'),
})

/** What pipeline holds about one application and its candidate may see. */
export const applicationRecord = z.object({
  applicationId: id(),
  profile,
  statusHistory: z.array(
    z.object({
      previousStatus: applicationStatus.describe('The status before the change.'),
      status: applicationStatus.describe('The status after the change.'),
      changedAt: wireTimestamp().describe('When the status changed.'),
    }),
  ),
  assessment: assessment.nullable(),
})
