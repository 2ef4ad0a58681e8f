/** The numbers of the specification and its decisions, declared only here. */

/** Largest request body in bytes (D-07). */
export const MAX_BODY_BYTES = 1_048_576
/** How deep the lists and objects of a JSON body may be nested, and how many values it may have. */
export const MAX_BODY_DEPTH = 64
export const MAX_BODY_VALUES = 20_000
/** A body of more bytes is large: those of an owner are handled one at a time, and count when they are refused. */
export const LARGE_BODY_BYTES = 16_384
/** Bytes of large bodies of an owner that wait for their turn at one gateway. */
export const MAX_WAITING_BODY_BYTES = 16_777_216
/** Largest body of an import in bytes; a line has at most MAX_BODY_BYTES. */
export const MAX_IMPORT_BYTES = 1_073_741_824
/** An import of more lines reports no ids; it lists this many rejected lines. */
export const MAX_IMPORT_REPORT_LINES = 10_000
/** Largest id: ids are int32 from 1 (D-04). */
export const MAX_ID = 2_147_483_647

/** First and last year, in UTC, of every date that is stored (D-71). */
export const FIRST_YEAR = 1_900
export const LAST_YEAR = 9_999
/** A position that began more years ago is no experience: its start is a placeholder, such as 1900-01. */
export const MAX_YEARS_HELD = 100

/** Paging (Spec §8, D-05). */
export const DEFAULT_PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 100

/** Jobs of which one response counts the applications: those of a page. */
export const MAX_COUNTED_JOBS = 100

/** Depth in entries to which `page` reaches in the credit entries of all kinds; `kind` and `cursor` reach all (D-64). */
export const MAX_ENTRY_DEPTH = 10_000

/** Depth in rows to which `page` reaches in a list of all services merged, such as of dead letters. */
export const MAX_MERGED_DEPTH = 10_000

/** Depth in rows to which `page` reaches in webhook deliveries: of all subscriptions, or of one for a key. */
export const MAX_DELIVERY_DEPTH = 10_000

/** Lengths in characters (D-21, D-27..D-29). */
export const MAX_LINE_LENGTH = 200
export const MAX_DESCRIPTION_LENGTH = 100_000
export const MAX_NOTE_LENGTH = 10_000
export const MAX_TAG_LENGTH = 50
export const MAX_STAGE_LENGTH = 64

/** Tags that a list of applications is filtered by, applications of one bulk, tags that it adds and that it removes; it counts
 * in the rate limit as one request and one more for each ten applications (D-70). */
export const MAX_FILTER_TAGS = 5
export const MAX_BULK_ITEMS = 100
export const MAX_BULK_TAGS = 10
export const BULK_ITEMS_PER_REQUEST = 10

/** Reasons of an employer to reject applications, and characters of the text of one rejection. */
export const MAX_REJECTION_REASONS = 50
export const MAX_REJECTION_TEXT_LENGTH = 2_000

/** Highest salary of a job, in units of its currency. */
export const MAX_SALARY = 9_999_999_999

/** Ratings in one scorecard (D-29). */
export const MAX_RATINGS = 50

/** What one employer can add to a candidate and an application, and its different tags. */
export const MAX_TAGS_PER_EMPLOYER = 2_000
export const MAX_TAGS_PER_CANDIDATE = 100
export const MAX_NOTES_PER_CANDIDATE = 500
export const MAX_SCORECARDS_PER_APPLICATION = 200

/** Scorecards that one list of applications returns with `include`; at least those of one application. */
export const MAX_INCLUDED_SCORECARDS = 500

/** Longest time from publishing to `expiryDate` (D-22). */
export const MAX_PUBLISH_DAYS = 366

/** Bytes that the writes of a candidate, or of all keys of an employer, may take in one service and UTC day. */
export const BYTES_PER_DAY = { candidate: 33_554_432, employer: 134_217_728 } as const

/** Bytes that a change by a key counts when it is recorded in the audit. */
export const AUDITED_CHANGE_BYTES = 4_096

/** Largest profile in bytes, as JSON in UTF-8. */
export const MAX_PROFILE_BYTES = 262_144

/** What an employer can have of jobs that were never published, and the moves of one application. */
export const MAX_UNPUBLISHED_JOBS_PER_EMPLOYER = 20_000
export const MAX_STATUS_CHANGES_PER_APPLICATION = 1_000
/** Notes of one employer about a candidate, deleted ones included. */
export const MAX_NOTES_EVER_PER_CANDIDATE = 5_000

/** Successful applies per candidate and UTC day (Spec §4.3, D-33). */
export const APPLIES_PER_DAY = 10

/** Calls of a candidate move the last activity in steps of at least this, in candidate and in search. */
export const ACTIVITY_STEP_SECONDS = 600

/** Days that a candidate's own renewal of the consent lasts. */
export const CONSENT_RENEWAL_DAYS = 365

/** Days of free re-reads after a paid read of a profile (Spec §8, D-45). */
export const UNLOCK_WINDOW_DAYS = 30

/** Days for which a search is listed after it was last made, and different searches of an employer that are. */
export const PAST_SEARCH_DAYS = 90
export const MAX_PAST_SEARCHES = 1_000

/** Applications of a candidate to the calling employer that CV search shows (D-68). */
export const MAX_SHOWN_APPLICATIONS = 5

/** Terms of a search without results to which the nearest words are looked up, and words for each. */
export const MAX_SUGGESTIONS = 5
export const MAX_NEAREST_WORDS = 3

/** Longest `X-Query-Normalized` in characters: with the other headers it fits the 4 KiB that nginx reads of an upstream's
 * response by default. */
export const MAX_QUERY_HEADER_LENGTH = 2_048

/** How long a stored response is replayed, and the longest `Idempotency-Key` in characters (D-60). */
export const IDEMPOTENCY_HOURS = 24
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255

/** Requests per minute and key, by rate limit family (Spec §8, D-17). */
export const requestsPerMinute = {
  jobs: 100,
  applications: 100,
  me: 100,
  employer: 100,
  search: 30,
  candidates: 60,
} as const

export type LimitFamily = keyof typeof requestsPerMinute

/** Webhooks (Spec §6, D-51..D-54). The delays are those before attempts 2 to 8. */
export const WEBHOOK_RETRY_DELAYS_SECONDS = [60, 300, 900, 3_600, 21_600, 86_400, 86_400]
export const WEBHOOK_MAX_ATTEMPTS = 8
export const WEBHOOK_TIMEOUT_MS = 10_000
export const WEBHOOK_MAX_IN_FLIGHT = 50
export const WEBHOOK_FAILURES_TO_DISABLE = 10
export const WEBHOOK_MAX_RESPONSE_BYTES = 65_536
/** Attempts of a delivery up to which it starts a new series of them, and the newest ones that are shown. */
export const MAX_ATTEMPTS_PER_DELIVERY = 1_000
export const MAX_SHOWN_ATTEMPTS = 100

/** Webhook subscriptions up to which an employer can register more with its keys. */
export const MAX_SUBSCRIPTIONS_PER_EMPLOYER = 20
/** Pending deliveries of a subscription up to which its figures count them. */
export const MAX_COUNTED_DELIVERIES = 10_000
/** Events of one replay to a subscription. */
export const MAX_REPLAYED_EVENTS = 100_000
/** Pending deliveries of a subscription up to which a replay adds more. */
export const MAX_PENDING_IN_REPLAY = 500

/** Days for which the event feed has an event, on the business clock (D-62). */
export const EVENT_FEED_DAYS = 30

/** Credit kinds; a paid call costs one credit of its kind (Spec §4, D-43). */
export const creditKinds = ['JobPosting', 'CvSearch', 'CvDownload'] as const
export type CreditKind = (typeof creditKinds)[number]

/** Longest time that a rotated key stays valid: 30 days (Admin API). */
export const MAX_KEY_OVERLAP_SECONDS = 2_592_000

/** New keys of an employer or a candidate in a UTC day up to which keys may rotate themselves. */
export const KEYS_PER_DAY = 100

/** UTC days for which the calls of a key are kept, the present one included. */
export const KEY_USAGE_DAYS = 30

/** Users of an employer at one time. */
export const MAX_USERS_PER_EMPLOYER = 500
/** Users whom an employer ever had; the removed ones stay as authors. */
export const MAX_USERS_EVER_PER_EMPLOYER = 5_000
/** Members of the platform staff. */
export const MAX_STAFF = 200

/** How long a one-time link to the portal works, in seconds. */
export const PORTAL_LINK_SECONDS = { min: 60, max: 3_600, default: 600 } as const

/** Most characters of the reason for which a key is refused. */
export const MAX_REFUSED_REASON_LENGTH = 500
