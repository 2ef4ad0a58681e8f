import { setImmediate as turn } from 'node:timers/promises'
import { type ContactMask, contactMask, HIDDEN } from '@jobboard/contact-mask/contact-mask'
import type { getApplication, listApplications } from '@jobboard/contracts/applications/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'

export type Summary = ResponseBody<typeof listApplications>['items'][number]
export type Detail = ResponseBody<typeof getApplication>

/** An application as an Interviewer sees it: no e-mail address, phone number, link or place of the candidate, in no field
 * and in no text. The name stays, without an address in it. */
export async function withoutContact<T extends Summary>(application: T): Promise<T> {
  const masked = maskOf(application)
  const { address: _, ...included } = application.included ?? {}
  const summary: Summary = {
    ...application,
    included,
    name: contactMask({}).mask(application.name),
    email: '',
    headline: await masked(application.headline),
    tags: await eachOf(application.tags, masked),
    rejectionReason: application.rejectionReason && {
      ...application.rejectionReason,
      text: await masked(application.rejectionReason.text),
    },
  }
  return (isDetail(application) ? await detailWithout(application, summary, masked) : summary) as T
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

/** Reads a list with what `withoutContact` needs beside `include`; a pipeline of the release before cannot return it. */
export async function readWithAddresses<T>(
  read: (include: string | undefined) => Promise<T>,
  include?: string,
): Promise<T> {
  try {
    return await read(include === undefined ? 'address' : `${include},address`)
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.code === 'invalid_request'
    if (!isUnknown || !error.message.includes('include')) throw error
    return read(include)
  }
}

async function detailWithout(detail: Detail, summary: Summary, masked: Masked): Promise<Detail> {
  const { profile } = detail
  const screeningAnswers: Detail['screeningAnswers'] = []
  for (const each of detail.screeningAnswers) {
    const { answer } = each
    const hidden = typeof answer === 'string' ? await masked(answer) : answer
    screeningAnswers.push({ ...each, answer: isNumberOf(profile, answer) ? HIDDEN : hidden })
  }
  return {
    ...detail,
    ...summary,
    phone: null,
    city: null,
    country: null,
    coverLetter: await masked(detail.coverLetter),
    resumeUrl: null,
    screeningAnswers,
    profile: await profileWithout(profile, masked),
  }
}

/** Whether a number is the phone number or the postal code. */
function isNumberOf({ phone, postalCode }: Detail['profile'], answer: unknown): boolean {
  if (typeof answer !== 'number') return false
  const digits = String(answer)
  const [ofPhone, ofPostalCode] = [phone, postalCode].map((text) => (text ?? '').replace(/\D/g, ''))
  return digits === ofPostalCode || (digits.length >= MIN_PHONE_DIGITS && ofPhone!.endsWith(digits))
}

const MIN_PHONE_DIGITS = 7

async function profileWithout(profile: Detail['profile'], masked: Masked): Promise<Detail['profile']> {
  const employmentHistory: Detail['profile']['employmentHistory'] = []
  for (const each of profile.employmentHistory) {
    const [title, employer] = [await masked(each.title), await masked(each.employer)]
    employmentHistory.push({ ...each, title, employer, description: await masked(each.description) })
  }
  const education: Detail['profile']['education'] = []
  for (const each of profile.education) {
    const [school, degree] = [await masked(each.school), await masked(each.degree)]
    education.push({ ...each, school, degree, field: await masked(each.field) })
  }
  return {
    ...profile,
    email: '',
    phone: null,
    linkedInUrl: null,
    gitHubUrl: null,
    websiteUrl: null,
    street: null,
    city: null,
    region: null,
    postalCode: null,
    country: null,
    headline: await masked(profile.headline),
    summary: await masked(profile.summary),
    skills: await eachOf(profile.skills, masked),
    languages: await Promise.all(
      profile.languages.map(async (each) => ({ ...each, language: await masked(each.language) })),
    ),
    employmentHistory,
    education,
  }
}

async function eachOf(texts: readonly string[], masked: Masked): Promise<string[]> {
  const done: string[] = []
  for (const text of texts) done.push(await masked(text))
  return done
}

function isDetail(application: Summary): application is Detail {
  return 'profile' in application
}
