import { setImmediate as turn } from 'node:timers/promises'
import { type ContactMask, contactMask, HIDDEN } from '@jobboard/contact-mask/contact-mask'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listApplications } from '@jobboard/contracts/endpoints/application-lists'
import type { getApplication } from '@jobboard/contracts/endpoints/pipeline'

export type Summary = ResponseBody<typeof listApplications>['items'][number]
export type Detail = ResponseBody<typeof getApplication>

/** An application as an Interviewer sees it: no e-mail address, phone number, link or place of the candidate, in no field
 * and in no text (P-469). The name stays, without an address in it. */
export async function withoutContact<T extends Summary>(application: T): Promise<T> {
  const masked = maskOf(application)
  const summary: Summary = {
    ...application,
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

/** Masks a text that is shown with an application: a note, a comment, a rationale (P-469). */
export function maskOf(application: Summary): Masked {
  const { mask } = maskFor(application)
  const places = placesOf(application)
  return (async (text) => {
    if (text === null) return null
    // A long text takes milliseconds, and an application has hundreds.
    if (text.length > TURN_LENGTH) await turn()
    return places.reduce((hidden, place) => hidden.replaceAll(place, HIDDEN), mask(text))
  }) as Masked
}

/** A text, or null for null. */
export type Masked = <T extends string | null>(text: T) => Promise<T>

const TURN_LENGTH = 500

function maskFor(application: Summary): ContactMask {
  if (isDetail(application)) return contactMask(application.profile)
  const [firstName = '', ...others] = application.name.split(' ')
  return contactMask({ firstName, lastName: others.join(' '), email: application.email })
}

/** Where the candidate lives, as an assessment writes it. */
function placesOf(application: Summary): string[] {
  if (!isDetail(application)) return []
  const { city, region, postalCode, country } = application.profile
  const places = [city && country && `${city}, ${country}`, city, region, postalCode]
  return places.filter((place): place is string => Boolean(place && place.length >= MIN_PLACE_LENGTH))
}

const MIN_PLACE_LENGTH = 3

async function detailWithout(detail: Detail, summary: Summary, masked: Masked): Promise<Detail> {
  const { profile } = detail
  const screeningAnswers: Detail['screeningAnswers'] = []
  for (const each of detail.screeningAnswers) {
    const { answer } = each
    screeningAnswers.push({ ...each, answer: typeof answer === 'string' ? await masked(answer) : answer })
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
