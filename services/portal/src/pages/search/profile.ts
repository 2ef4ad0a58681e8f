import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getCandidate, previewCandidate } from '@jobboard/contracts/search/search'
import { badge, notice, panel } from '@jobboard/html/blocks'
import { type Html, html, safeHref } from '@jobboard/html/html'
import { definitions, userText, when } from '@jobboard/html/values'
import type { Visit } from '../../http/page.ts'
import { careers, countryName, locationOf, rangeOf } from '../../parts/facts.ts'
import { phoneLink } from '../../parts/phone.ts'

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

export function experience(years: number): string {
  return years === 0 ? 'under 1 year' : `${years} ${years === 1 ? 'year' : 'years'}`
}

export function previewProfile(preview: Preview, { zone, now }: Pick<Visit, 'zone' | 'now'>): Html {
  return html`<div class="vstack gap-4">
    ${panel({
      title: 'Profile',
      body: definitions({
        Place: locationOf(preview),
        Experience: experience(preview.yearsOfExperience),
        'Looking for work': preview.careerStatus && careers[preview.careerStatus],
        'Last active': when(preview.lastActiveAt, zone, 'relative', now),
        ...shared(preview),
      }),
    })}
    ${history(preview)}
  </div>`
}

/** The whole profile, contact details first. */
export function fullProfile(profile: FullProfile, zone: string): Html {
  const { summary, careerStatus, noticePeriodDays: days } = profile
  return html`<div class="vstack gap-4">
    ${notice({ tone: 'success', body: html`<span>Unlocked until ${when(profile.unlockedUntil, zone)}</span>` })}
    <div class="jb-columns jb-columns-side">
      <div class="vstack gap-4">
        ${panel({
          title: 'Profile',
          body: definitions({
            Summary: summary && prose(summary),
            'Looking for work': careerStatus && careers[careerStatus],
            ...shared(profile),
            'Kinds of job': profile.jobTypes.map((type) => jobTypes[type]).join(', '),
            'Expected salary': salaryOf(profile),
            'Notice period': days !== null && `${days} ${days === 1 ? 'day' : 'days'}`,
            Nationalities: profile.nationalities.map(countryName).join(', '),
            'Last active': when(profile.lastActiveAt, zone),
          }),
        })}
        ${history(profile)}
      </div>
      ${panel({ title: 'Contact', body: contact(profile) })}
    </div>
  </div>`
}

function contact(profile: FullProfile): Html {
  const { street, postalCode, city, region, country, email, phone } = profile
  const place = [postalCode, city].filter(Boolean).join(' ')
  const address = [street, place, region, country && countryName(country)].filter(Boolean).join('\n')
  const page = (url: string | null) => url && linked(url, url)
  return definitions({
    'E-mail': linked(`mailto:${encodeURIComponent(email)}`, email),
    Phone: phone && phoneLink(phone),
    LinkedIn: page(profile.linkedInUrl),
    GitHub: page(profile.gitHubUrl),
    Website: page(profile.websiteUrl),
    Address: address && prose(address),
  })
}

function shared({ skills, languages }: Pick<Preview, 'skills' | 'languages'>) {
  const list = (items: string[]) =>
    items.length > 0 &&
    html`<ul class="list-unstyled hstack flex-wrap gap-1">${items.map((text) => html`<li>${badge({ text })}</li>`)}</ul>`
  return {
    Skills: list(skills),
    Languages: list(languages.map(({ language, level }) => `${language} (${levels[level]})`)),
  }
}

/** Positions and education. */
function history({
  employmentHistory: held,
  education: done,
}: Pick<Preview, 'employmentHistory' | 'education'>) {
  return [
    panel({
      title: 'Positions',
      body: list('No positions are stated.', held as Position[], (position) => {
        const { title, employer, startMonth, endMonth, description } = position
        return html`<li>
          <p><strong>${userText(title)}</strong>${employer && [' ', userText(`at ${employer}`)]}</p>
          <p class="text-body-secondary">${`${startMonth ?? '?'} – ${endMonth ?? 'today'}`}</p>
          ${description && prose(description)}
        </li>`
      }),
    }),
    panel({
      title: 'Education',
      body: list('No education is stated.', done as Course[], ({ degree, field, school, endYear }) => {
        return html`<li>
          <p><strong>${userText([degree, field].filter(Boolean).join(', '))}</strong></p>
          <p class="text-body-secondary">${userText([school, endYear].filter(Boolean).join(', '))}</p>
        </li>`
      }),
    }),
  ]
}

// Of a preview some are left out.
type Position = Preview['employmentHistory'][number] & Partial<FullProfile['employmentHistory'][number]>
type Course = Preview['education'][number] & Partial<FullProfile['education'][number]>

function list<T>(none: string, items: readonly T[], shown: (item: T) => Html): Html {
  return items.length === 0
    ? html`<p class="text-body-secondary">${none}</p>`
    : html`<ol class="list-unstyled vstack gap-3">${items.map(shown)}</ol>`
}

/** A text whose line breaks are kept. */
function prose(text: string): Html {
  return html`<p class="jb-prose" dir="auto">${text}</p>`
}

function linked(href: string, text: string): Html {
  return safeHref(href) ? html`<a href=${href} rel="noreferrer">${userText(text)}</a>` : userText(text)
}

function salaryOf({ expectedSalaryMin: min, expectedSalaryMax: max, expectedSalaryCurrency }: FullProfile) {
  const range = rangeOf(min, max)
  return range && `${range} ${expectedSalaryCurrency ?? ''}`
}
