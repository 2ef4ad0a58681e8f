import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { type ContactMask, contactMask, HIDDEN } from '@jobboard/contact-mask/contact-mask'
import {
  countApplications,
  type getApplication,
  listAllApplications,
  listApplications,
} from '@jobboard/contracts/applications/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { pathId } from '@jobboard/contracts/text'
import type { Visit } from '../http/page.ts'
import type { AskInput, AskOptions } from '../peers/ask.ts'

type Counts = ResponseBody<typeof countApplications>['items'][number]

/** The numbers of applications to these jobs, by job; undefined while pipeline cannot be reached, and the page says so.
 * A text that is no id has none. */
export async function readApplicationCounts(
  visit: Visit,
  jobIds: readonly (number | string)[],
): Promise<Map<number, Counts> | undefined> {
  const ids = jobIds.filter((id) => pathId().safeParse(String(id)).success)
  if (ids.length === 0) return new Map()
  const query = { jobIds: ids.join(',') }
  const page = await visit.part('pipeline', () => visit.ask(countApplications, { query }))
  return page && new Map(page.items.map((counts) => [counts.jobId, counts]))
}

export type Summary = ResponseBody<typeof listApplications>['items'][number]
export type Detail = ResponseBody<typeof getApplication>

// Every application that a page shows goes through `shownTo`: an Interviewer gets it without contact details.

/** An application with a version that changes with its card on a board. */
export type Versioned<T extends Summary = Summary> = T & { version: string }

/** One page of applications to one job, or to all. Throws not_found for a job that is not the employer's. */
export async function readList(
  visit: Visit,
  jobId: string | number | undefined,
  query: NonNullable<AskInput<typeof listAllApplications>['query']>,
  options?: AskOptions,
): Promise<Omit<ResponseBody<typeof listAllApplications>, 'items'> & { items: Versioned[] }> {
  const include = [query.include, !seesContact(visit) && 'address'].filter(Boolean).join(',') || undefined
  const given = { ...query, include }
  const page = await (jobId === undefined
    ? visit.ask(listAllApplications, { query: given }, options)
    : visit.ask(listApplications, { params: { jobId }, query: given }, options))
  return { ...page, items: await Promise.all(page.items.map((application) => shownTo(visit, application))) }
}

/** An application that was read, as the person may see it. */
export async function shownTo<T extends Summary>(visit: Visit, application: T): Promise<Versioned<T>> {
  const versioned = { ...application, version: versionOf(application) }
  return seesContact(visit) ? versioned : withoutContact(versioned)
}

/** What an application looks like on a board now: another text when it has changed. The same for every role. */
export function versionOf({ status, updatedAt, assessmentScore, tags }: Summary): string {
  const shown = JSON.stringify([status, updatedAt, assessmentScore ?? null, tags])
  return createHash('sha256').update(shown).digest('base64url').slice(0, 8)
}

export function seesContact({ person }: Pick<Visit, 'person'>): boolean {
  return person.role !== 'Interviewer'
}

/** What an Interviewer does not see at all. */
const HIDDEN_FIELDS = new Set([
  ...['phone', 'linkedInUrl', 'gitHubUrl', 'websiteUrl', 'resumeUrl'],
  ...['street', 'city', 'region', 'postalCode', 'country'],
])
/** Texts that nobody types freely: choices, times, and what others have written. */
const PLAIN_FIELDS = new Set([
  ...['status', 'applicationType', 'careerStatus', 'level', 'jobTitle', 'jobTypes', 'expectedSalaryCurrency'],
  ...['appliedAt', 'updatedAt', 'withdrawnAt', 'erasedAt', 'startMonth', 'endMonth', 'version', 'code'],
  ...['question', 'included', 'jobReference', 'allowedTransitions', 'createdAt', 'nationalities'],
])

/** An application as an Interviewer sees it: no e-mail address, phone number, link or place of the candidate, in no field
 * and in no text. The name stays, without an address in it. */
async function withoutContact<T extends Summary>(application: T): Promise<T> {
  const { address: _, ...included } = application.included ?? {}
  const masked = maskOf(application)
  const shown = (await maskedDeep(application, masked)) as T
  const own = { ...shown, included, name: contactMask({}).mask(application.name) }
  if (!isDetail(application)) return own
  const answers = (shown as Summary as Detail).screeningAnswers.map((each) => {
    return { ...each, answer: isNumberOf(application.profile, each.answer) ? HIDDEN : each.answer }
  })
  return { ...own, screeningAnswers: answers }
}

/** A value whose texts are masked, one after the other: a long one takes milliseconds. */
async function maskedDeep(value: unknown, masked: Masked): Promise<unknown> {
  if (typeof value === 'string') return masked(value)
  if (typeof value !== 'object' || value === null) return value
  const parts: [string, unknown][] = []
  for (const [name, part] of Object.entries(value)) {
    if (HIDDEN_FIELDS.has(name)) parts.push([name, null])
    else if (name === 'email') parts.push([name, ''])
    else parts.push([name, PLAIN_FIELDS.has(name) ? part : await maskedDeep(part, masked)])
  }
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
}

/** Masks a text that is shown with an application: a note, a comment, a rationale. */
export function maskOf(application: Summary): Masked {
  const places = placesOf(application)
  // Nobody knows what to look for, so nothing is shown.
  if (!places) return (async (text) => text && HIDDEN) as Masked
  const { mask } = maskFor(application, places)
  return (async (text) => {
    if (text === null) return null
    // A long text takes milliseconds, and an application has hundreds.
    if (text.length > TURN_LENGTH) await turn()
    return mask(text)
  }) as Masked
}

/** A text, or null for null. */
export type Masked = <T extends string | null>(text: T) => Promise<T>

const TURN_LENGTH = 500

function maskFor(application: Summary, places: Address): ContactMask {
  if (isDetail(application)) return contactMask({ ...application.profile, places })
  const [firstName = '', ...others] = application.name.split(' ')
  const { email } = application
  return contactMask({ firstName, lastName: others.join(' '), email, street: places.street, places })
}

type Address = NonNullable<NonNullable<Summary['included']>['address']>

/** Where the candidate lives; undefined where the list was not asked for it. */
function placesOf(application: Summary): Address | undefined {
  return isDetail(application) ? application.profile : application.included?.address
}

/** Whether a number is the phone number or the postal code. */
function isNumberOf({ phone, postalCode }: Detail['profile'], answer: unknown): boolean {
  if (typeof answer !== 'number') return false
  const digits = String(answer)
  const [ofPhone, ofPostalCode] = [phone, postalCode].map((text) => (text ?? '').replace(/\D/g, ''))
  return digits === ofPostalCode || (digits.length >= MIN_PHONE_DIGITS && ofPhone!.endsWith(digits))
}

const MIN_PHONE_DIGITS = 7

function isDetail(application: Summary): application is Detail {
  return 'profile' in application
}
