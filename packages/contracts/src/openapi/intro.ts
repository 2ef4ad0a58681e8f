import type { ServiceName } from '../endpoint.ts'
import { errorStatus } from '../error.ts'
import {
  APPLIES_PER_DAY,
  IDEMPOTENCY_HOURS,
  MAX_PAGE_SIZE,
  requestsPerMinute,
  UNLOCK_WINDOW_DAYS,
} from '../limits.ts'
import { meanings } from './error-responses.ts'

/** The tag of a service's endpoints. */
export const tagOf: Record<ServiceName, string> = {
  jobs: 'Jobs',
  pipeline: 'Applications',
  search: 'CV search',
  candidate: 'Candidate',
  accounts: 'Employer',
  webhook: 'Events',
  gateway: 'Key and health',
}

/** Tags in the order of reading. */
export const tags: { name: string; description: string }[] = [
  { name: tagOf.jobs, description: 'Write a draft, publish it with a credit, close it.' },
  { name: tagOf.pipeline, description: 'Read the applications to your jobs and move them along.' },
  {
    name: tagOf.search,
    description: `Search candidates with a boolean query: rows are masked. Reading a full profile unlocks it for ${UNLOCK_WINDOW_DAYS} days.`,
  },
  { name: tagOf.accounts, description: 'Your users and your credits.' },
  { name: tagOf.webhook, description: 'What has happened, for clients that cannot receive webhooks.' },
  {
    name: tagOf.candidate,
    description: `A candidate's own profile and applications; at most ${APPLIES_PER_DAY} applies a day.`,
  },
  { name: tagOf.gateway, description: 'What a key may do, and whether the service is up.' },
]

const families = Object.entries(requestsPerMinute).map(([family, count]) => `\`${family}\` ${count}`)
const codes = Object.entries(errorStatus).map(([code, status]) => {
  return `| ${status} | \`${code}\` | ${meanings[code as keyof typeof meanings]} |`
})

/** What to know before the first call, in Markdown. */
export const intro = `Post jobs, read and advance their applicants and search candidates as an employer; keep a profile and apply as a candidate.

## Authentication
Send your key as \`Authorization: Bearer <key>\` or as \`X-Api-Key: <key>\`. Employers' keys start with \`pk_live_\`, candidates' with \`ck_live_\`, and neither opens the other's paths. A key reaches what its owner owns and nothing else. A key that does not open a path gives 401 with an empty body, whatever the reason; a good key without the scope gives 403.

## Requests and answers
Bodies are JSON in UTF-8, sent as \`application/json\`, \`text/json\` or any \`application/*+json\`, up to 1 MiB. Answers are \`application/json\`; with \`Accept: text/json\` or \`text/plain\` the same JSON comes under that name. Times are ISO 8601 in UTC. Unknown fields in a request are ignored, and answers may get new fields: ignore what you do not know. In a PUT every field is optional, \`null\` leaves a field as it is and \`""\` clears a text. Lists take \`page\` and \`pageSize\` (at most ${MAX_PAGE_SIZE}) and come newest first.

## Errors
A 4xx has the body \`{"code", "message"}\`: decide by \`code\`, show \`message\`. With \`Accept: application/problem+json\` it is RFC 9457 with one entry per refused field. Every answer carries \`X-Request-Id\`; a 5xx can be tried again.

| status | code | meaning |
|---|---|---|
${codes.join('\n')}

## Limits
Requests per minute and key, by family: ${families.join(', ')}. The window slides, so there is no minute to wait for. Each answer tells what is left in \`RateLimit\` and \`X-RateLimit-*\`; a 429 has \`Retry-After\` in seconds and costs nothing.

## Idempotency
Send an \`Idempotency-Key\` of your own with a POST or DELETE, and it is safe to repeat it after a timeout: for ${IDEMPOTENCY_HOURS} hours the same key and request get the stored answer with \`Idempotency-Replayed: true\`, and nothing happens or is paid twice.

## Credits
Publishing a job costs a JobPosting credit, a search a CvSearch credit, a first full profile a CvDownload credit. Such a call answers with \`X-Credits-Cost\` and \`X-Credits-Remaining\`, also when it is refused or replayed, which costs nothing. They are absent where a call did not get as far as your credits (401, 403, 413, 429, or a path that cannot be read) and where a 5xx leaves the outcome open.

## Versions
This is v1. It gets new endpoints and new optional fields; what is here stays as it is.`
