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

/** Tags in the order of the document. */
export const tags: { name: string; description: string }[] = [
  { name: tagOf.jobs, description: 'Create a draft, publish it for a credit, close it.' },
  {
    name: tagOf.pipeline,
    description: 'Read the applications to your jobs and move them through the pipeline.',
  },
  {
    name: tagOf.search,
    description: `Search candidates with a boolean query; results are masked. Reading a full profile unlocks it for ${UNLOCK_WINDOW_DAYS} days.`,
  },
  { name: tagOf.accounts, description: 'Your users and your credits.' },
  { name: tagOf.webhook, description: 'Events to read, for clients that cannot receive webhooks.' },
  {
    name: tagOf.candidate,
    description: `A candidate's own profile and applications; at most ${APPLIES_PER_DAY} applications a day.`,
  },
  { name: tagOf.gateway, description: 'What a key allows, and whether the service is ready.' },
]

const families = Object.entries(requestsPerMinute).map(([family, count]) => `\`${family}\` ${count}`)
const codes = Object.entries(errorStatus).map(([code, status]) => {
  return `| ${status} | \`${code}\` | ${meanings[code as keyof typeof meanings]} |`
})

/** The introduction of the document, in Markdown: what a client developer reads before the first call. */
export const intro = `As an employer, post jobs, process their applications and search candidates. As a candidate, maintain a profile and apply to jobs.

## Authentication
Send your key as \`Authorization: Bearer <key>\` or as \`X-Api-Key: <key>\`. Recruiter keys, which belong to an employer, start with \`pk_live_\`, candidate keys with \`ck_live_\`; each kind works on its own paths only and reaches only objects of its owner. A key that is not accepted gets 401 with an empty body, for every reason alike. A valid key without the scope gets 403.

## Requests and responses
Bodies are JSON in UTF-8, sent as \`application/json\`, \`text/json\` or any \`application/*+json\`, up to 1 MiB. Responses are \`application/json\`, or the same JSON as \`text/json\` or \`text/plain\` if \`Accept\` prefers it. Times are ISO 8601 in UTC. Unknown fields in a body are ignored; an unknown query parameter is 400 \`invalid_request\`. Responses may get new fields: ignore fields that you do not use. In a PUT every field is optional; \`null\` leaves a field unchanged and \`""\` clears an optional text. Lists take \`page\` and \`pageSize\` (at most ${MAX_PAGE_SIZE}) and are sorted newest first.

## Errors
A 4xx other than 401 has the body \`{"code", "message"}\`: branch on \`code\`, show \`message\` to people. With \`Accept: application/problem+json\` the body is RFC 9457 with one entry per invalid field. Every response carries \`X-Request-Id\`. A 5xx is transient: retry with backoff.

| status | code | meaning |
|---|---|---|
${codes.join('\n')}

## Limits
Requests per minute and key, by family: ${families.join(', ')}. The limit counts the last 60 seconds, a sliding window. \`RateLimit\` and \`X-RateLimit-*\` say how many requests are left. A 429 has \`Retry-After\` in seconds and costs no credit.

## Idempotency
Send a unique \`Idempotency-Key\` with a POST or DELETE to make it safe to retry, for example after a timeout: for ${IDEMPOTENCY_HOURS} hours the same key with the same request returns the stored response and \`Idempotency-Replayed: true\`; nothing is executed or paid twice.

## Credits
Publishing a job costs a JobPosting credit, a search a CvSearch credit, and reading a full profile that is not unlocked a CvDownload credit. The responses of these calls have \`X-Credits-Cost\` and \`X-Credits-Remaining\`, also when the call fails or is replayed, which costs 0. The headers are absent if the call failed before your credits were looked up (401, 403, 413, 429, or an invalid path) and on a 5xx whose outcome is not certain.

## Dry runs
Send \`Prefer: dry-run\` with an operation that lists the header (publish, search, read a profile, apply) to learn what it would cost and whether it would succeed. A refusal is the error of the call itself; success is 200 with a \`DryRunResult\`. Nothing is spent, stored or reserved; the request counts in the rate limit. A POST, PUT or DELETE without a dry run refuses the header with 400.

## Versions
This is v1. It may get new endpoints and new optional fields; nothing in it is changed or removed.`
