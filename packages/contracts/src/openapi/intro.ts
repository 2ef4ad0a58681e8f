import { APPLIES_PER_DAY, IDEMPOTENCY_HOURS, MAX_PAGE_SIZE, requestsPerMinute } from '../limits.ts'

const guide = (name: string, text: string) => `[${text}](/docs/guides/${name})`
const families = Object.entries(requestsPerMinute).map(([family, count]) => `\`${family}\` ${count}`)

/** The introduction of the public document, in Markdown: what a client developer reads before the first call. */
export const publicIntro = `As an employer, post jobs, process their applications, search candidates and receive webhooks. As a candidate, find jobs, apply and maintain a profile. Start with the ${guide('quickstart', 'quickstart')}.

**Authentication.** Send your key as \`Authorization: Bearer <key>\` or as \`X-Api-Key: <key>\`. Recruiter keys, which belong to an employer, start with \`pk_live_\`, candidate keys with \`ck_live_\`; each kind works on its own paths and reaches only objects of its owner. A key that is not accepted gets 401 with an empty body, a valid key without the scope 403. Any object that is not yours is 404, like one that does not exist. More: ${guide('authentication', 'authentication')}.

**Clients.** Each operation has samples for curl, the TypeScript SDK and the Python client, which install from this server: [/sdk](/sdk) has the commands. More: ${guide('clients', 'clients')}.

**Requests and errors.** Bodies are JSON in UTF-8, up to 1 MiB; times are ISO 8601 in UTC. Unknown fields are ignored, unknown query parameters are refused. In a PUT of a job or a profile \`null\` leaves a field unchanged and \`""\` clears an optional one. A 4xx other than 401 has the body \`{"code", "message"}\`: branch on \`code\`, treat an unknown code like its status, show \`message\` to people. With \`Accept: application/problem+json\` an error other than 401 is RFC 9457 with one entry per invalid field. A 5xx is transient: retry with backoff. More: ${guide('errors', 'errors')}, ${guide('pagination-and-sync', 'pagination and sync')} (\`pageSize\` is at most ${MAX_PAGE_SIZE}).

**Retries.** Send a unique \`Idempotency-Key\` with a POST or DELETE: for ${IDEMPOTENCY_HOURS} hours the same key with the same request returns the stored response with \`Idempotency-Replayed: true\`; nothing is executed or paid twice. More: ${guide('idempotency-and-retries', 'idempotency and retries')}.

**Limits and credits.** Requests within any 60 seconds per key, by family: ${families.join(', ')}. \`RateLimit\` and \`X-RateLimit-*\` say how many are left; a 429 has \`Retry-After\` and costs no credit. A candidate applies at most ${APPLIES_PER_DAY} times a UTC day. Publishing a job costs a JobPosting credit, a search a CvSearch credit, and reading a profile that is not unlocked a CvDownload credit; \`X-Credits-Cost\` and \`X-Credits-Remaining\` report it. More: ${guide('rate-limits', 'rate limits')}, ${guide('search-language', 'search language')}, ${guide('webhooks', 'webhooks')}.

**Dry runs.** Send \`Prefer: dry-run\` with an operation that lists the header (publish, search, read a profile, apply) to learn what it would cost and whether it would succeed. A refusal is the error of the call itself; success is 200 with a \`DryRunResult\`. Nothing is spent, stored or reserved; the request counts in the rate limit. A POST, PUT or DELETE without a dry run refuses the header with 400. More: ${guide('dry-run', 'dry runs')}.

**Versions.** This is v1, and it is frozen: it may get new endpoints, optional fields, enum values and error codes; nothing in it is changed or removed. Ignore fields that you do not use. More: ${guide('versioning-and-migration', 'versioning and migration')}.`

/** The introduction of the operators' document. */
export const adminIntro = `The API behind the employer portal, and the operators' API. It has a port of its own, which is never public.

**Authentication.** Send \`Authorization: Bearer <ADMIN_TOKEN>\`. Without it 401 with an empty body. Operators reach the objects of every employer and candidate.

**Requests and errors.** As in the public API: JSON, \`{"code", "message"}\`, \`Idempotency-Key\` on a POST or DELETE (not where a key or a secret is returned, which is never stored), lists with \`page\` and \`pageSize\`. There is no rate limit.

**Audit.** Each change writes one audit row, without personal data and secrets: \`GET /admin/v1/audit\`.`
