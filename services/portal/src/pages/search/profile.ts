import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getCandidate, previewCandidate } from '@jobboard/contracts/search/search'
import { badge, notice, panel } from '../../html/blocks.ts'
import { type Child, type Html, html, safeHref } from '../../html/html.ts'
import { definitions, number, userText, when } from '../../html/values.ts'
import type { Visit } from '../../http/visit.ts'
import { phoneLink } from '../../parts/phone.ts'
import { countryName } from './query.ts'

export const careers = {
  ActivelyLooking: 'Actively looking',
  OpenToOffers: 'Open to offers',
  NotLooking: 'Not looking',
}
const jobTypes = {
  FullTime: 'full time',
  PartTime: 'part time',
  Contract: 'contract',
  Temporary: 'temporary',
  Internship: 'internship',
  Apprenticeship: 'apprenticeship',
  Volunteer: 'volunteer',
}
const levels = { Basic: 'basic', Conversational: 'conversational', Fluent: 'fluent', Native: 'native' }

type Preview = ResponseBody<typeof previewCandidate>
type FullProfile = ResponseBody<typeof getCandidate>
type Definition = Parameters<typeof definitions>[0][number]

/** "Porto, Portugal". */
export function placeOf({ city, country }: Pick<Preview, 'city' | 'country'>): string {
  return [city, country && countryName(country)].filter(Boolean).join(', ')
}

export function experience(years: number): string {
  return years === 0 ? 'under 1 year' : `${years} ${years === 1 ? 'year' : 'years'}`
}

/** What a preview shows. */
export function previewProfile(preview: Preview, { zone, now }: Pick<Visit, 'zone' | 'now'>): Html {
  return html`<div class="vstack gap-4">
    ${panel({
      title: 'Profile',
      body: definitions([
        ...present('Place', placeOf(preview), String),
        { term: 'Experience', value: experience(preview.yearsOfExperience) },
        ...present('Looking for work', preview.careerStatus, (status) => careers[status]),
        { term: 'Last active', value: when(preview.lastActiveAt, zone, 'relative', now) },
        ...shared(preview),
      ]),
    })}
    ${panel({ title: 'Positions', body: positions(preview.employmentHistory) })}
    ${panel({ title: 'Education', body: courses(preview.education) })}
  </div>`
}

/** The whole profile, contact details first. */
export function fullProfile(profile: FullProfile, zone: string): Html {
  return html`<div class="vstack gap-4">
    ${notice({ tone: 'success', body: html`<span>Unlocked until ${when(profile.unlockedUntil, zone)}</span>` })}
    <div class="jb-columns jb-columns-side">
      <div class="vstack gap-4">
        ${panel({
          title: 'Profile',
          body: definitions([
            ...present('Summary', profile.summary, prose),
            ...present('Looking for work', profile.careerStatus, (status) => careers[status]),
            ...shared(profile),
            ...present('Kinds of job', profile.jobTypes.map((type) => jobTypes[type]).join(', '), String),
            ...present('Expected salary', salaryOf(profile), String),
            ...present(
              'Notice period',
              profile.noticePeriodDays,
              (days) => `${days} ${days === 1 ? 'day' : 'days'}`,
            ),
            ...present('Nationalities', profile.nationalities.map(countryName).join(', '), String),
            { term: 'Last active', value: when(profile.lastActiveAt, zone) },
          ]),
        })}
        ${panel({ title: 'Positions', body: positions(profile.employmentHistory) })}
        ${panel({ title: 'Education', body: courses(profile.education) })}
      </div>
      ${panel({ title: 'Contact', body: contact(profile) })}
    </div>
  </div>`
}

function contact(profile: FullProfile): Html {
  const { street, postalCode, city, region, country } = profile
  const place = [postalCode, city].filter(Boolean).join(' ')
  const address = [street, place, region, country && countryName(country)].filter(Boolean).join('\n')
  return definitions([
    { term: 'E-mail', value: linked(`mailto:${encodeURIComponent(profile.email)}`, profile.email) },
    ...present('Phone', profile.phone, phoneLink),
    ...present('LinkedIn', profile.linkedInUrl, (url) => linked(url, url)),
    ...present('GitHub', profile.gitHubUrl, (url) => linked(url, url)),
    ...present('Website', profile.websiteUrl, (url) => linked(url, url)),
    ...present('Address', address, prose),
  ])
}

function shared({ skills, languages }: Pick<Preview, 'skills' | 'languages'>): Definition[] {
  const spoken = languages.map(({ language, level }) => `${language} (${levels[level]})`)
  const list = (items: string[]) =>
    html`<ul class="list-unstyled hstack flex-wrap gap-1">${items.map((text) => html`<li>${badge({ text })}</li>`)}</ul>`
  return [
    ...present('Skills', skills.length > 0 ? skills : null, list),
    ...present('Languages', spoken.length > 0 ? spoken : null, list),
  ]
}

type Position = Preview['employmentHistory'][number] & Partial<FullProfile['employmentHistory'][number]>

function positions(held: readonly Position[]): Html {
  if (held.length === 0) return html`<p class="text-body-secondary">No positions are stated.</p>`
  return html`<ol class="list-unstyled vstack gap-3">
    ${held.map(({ title, employer, startMonth, endMonth, description }) => {
      return html`<li>
        <p><strong>${userText(title)}</strong>${employer && [' ', userText(`at ${employer}`)]}</p>
        <p class="text-body-secondary">${`${startMonth ?? '?'} – ${endMonth ?? 'today'}`}</p>
        ${description && prose(description)}
      </li>`
    })}
  </ol>`
}

type Course = Preview['education'][number] & Partial<FullProfile['education'][number]>

function courses(done: readonly Course[]): Html {
  if (done.length === 0) return html`<p class="text-body-secondary">No education is stated.</p>`
  return html`<ol class="list-unstyled vstack gap-3">
    ${done.map(({ degree, field, school, endYear }) => {
      return html`<li>
        <p><strong>${userText([degree, field].filter(Boolean).join(', '))}</strong></p>
        <p class="text-body-secondary">${userText([school, endYear].filter(Boolean).join(', '))}</p>
      </li>`
    })}
  </ol>`
}

/** A text whose line breaks are kept. */
function prose(text: string): Html {
  return html`<p class="jb-prose" dir="auto">${text}</p>`
}

function linked(href: string, text: string): Html {
  return safeHref(href) ? html`<a href=${href} rel="noreferrer">${userText(text)}</a>` : userText(text)
}

function present<T>(term: string, value: T | null | undefined, show: (value: T) => Child): Definition[] {
  return value === null || value === undefined || value === '' ? [] : [{ term, value: show(value) }]
}

function salaryOf({
  expectedSalaryMin: min,
  expectedSalaryMax: max,
  expectedSalaryCurrency: currency,
}: FullProfile) {
  if (min === null && max === null) return null
  const range =
    min === null
      ? `up to ${number(max!)}`
      : max === null
        ? `from ${number(min)}`
        : `${number(min)} to ${number(max)}`
  return `${range} ${currency ?? ''}`.trim()
}
