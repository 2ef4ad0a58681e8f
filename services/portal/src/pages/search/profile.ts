import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getCandidate, previewCandidate } from '@jobboard/contracts/search/search'
import { badge, notice, panel } from '../../html/blocks.ts'
import { type Child, type Html, html, safeHref } from '../../html/html.ts'
import { definitions, number, userText, when } from '../../html/values.ts'
import type { Visit } from '../../http/visit.ts'
import { phoneLink } from '../../parts/phone.ts'
import { countryName } from './countries.ts'
import { placeOf } from './result-rows.ts'
import { texts } from './texts.ts'

type Preview = ResponseBody<typeof previewCandidate>
type FullProfile = ResponseBody<typeof getCandidate>
type Definition = Parameters<typeof definitions>[0][number]

/** What a preview shows. */
export function previewProfile(preview: Preview, { zone, now }: Pick<Visit, 'zone' | 'now'>): Html {
  return html`<div class="jb-stack">
    ${panel({
      title: texts.profile,
      body: definitions([
        ...present(texts.terms.place, placeOf(preview), String),
        { term: texts.terms.experience, value: texts.years(preview.yearsOfExperience) },
        ...present(texts.terms.career, preview.careerStatus, (status) => texts.careers[status]),
        { term: texts.terms.active, value: when(preview.lastActiveAt, zone, 'relative', now) },
        ...shared(preview),
      ]),
    })}
    ${panel({ title: texts.positions, body: positions(preview.employmentHistory) })}
    ${panel({ title: texts.education, body: courses(preview.education) })}
  </div>`
}

/** The whole profile, contact details first. */
export function fullProfile(profile: FullProfile, zone: string): Html {
  const { terms } = texts
  return html`<div class="jb-stack">
    ${notice({ tone: 'success', body: html`<span>${texts.unlockedUntil} ${when(profile.unlockedUntil, zone)}</span>` })}
    <div class="jb-candidate">
      <div class="jb-stack">
        ${panel({
          title: texts.profile,
          body: definitions([
            ...present(terms.summary, profile.summary, (text) => prose(text)),
            ...present(terms.career, profile.careerStatus, (status) => texts.careers[status]),
            ...shared(profile),
            ...present(
              terms.jobTypes,
              profile.jobTypes.map((type) => texts.jobTypes[type]).join(', '),
              String,
            ),
            ...present(terms.salary, salaryOf(profile), String),
            ...present(terms.notice, profile.noticePeriodDays, texts.days),
            ...present(terms.nationalities, profile.nationalities.map(countryName).join(', '), String),
            { term: terms.active, value: when(profile.lastActiveAt, zone) },
          ]),
        })}
        ${panel({ title: texts.positions, body: positions(profile.employmentHistory) })}
        ${panel({ title: texts.education, body: courses(profile.education) })}
      </div>
      ${panel({ title: texts.contact, body: contact(profile) })}
    </div>
  </div>`
}

function contact(profile: FullProfile): Html {
  const { terms } = texts
  const { street, postalCode, city, region, country } = profile
  const place = [postalCode, city].filter(Boolean).join(' ')
  const address = [street, place, region, country && countryName(country)].filter(Boolean).join('\n')
  return definitions([
    { term: terms.email, value: linked(`mailto:${encodeURIComponent(profile.email)}`, profile.email) },
    ...present(terms.phone, profile.phone, phoneLink),
    ...present(terms.linkedIn, profile.linkedInUrl, (url) => linked(url, url)),
    ...present(terms.gitHub, profile.gitHubUrl, (url) => linked(url, url)),
    ...present(terms.website, profile.websiteUrl, (url) => linked(url, url)),
    ...present(terms.address, address, (text) => prose(text)),
  ])
}

function shared({ skills, languages }: Pick<Preview, 'skills' | 'languages'>): Definition[] {
  const spoken = languages.map(({ language, level }) => `${language} (${texts.levels[level]})`)
  const list = (items: string[]) =>
    html`<ul class="jb-skills">${items.map((text) => html`<li>${badge({ text })}</li>`)}</ul>`
  return [
    ...present(texts.terms.skills, skills.length > 0 ? skills : null, list),
    ...present(texts.terms.languages, spoken.length > 0 ? spoken : null, list),
  ]
}

type Position = Preview['employmentHistory'][number] & Partial<FullProfile['employmentHistory'][number]>

function positions(held: readonly Position[]): Html {
  if (held.length === 0) return html`<p class="jb-muted">${texts.noPositions}</p>`
  return html`<ol class="jb-history">
    ${held.map(({ title, employer, startMonth, endMonth, description }) => {
      return html`<li>
        <p><strong>${userText(title)}</strong>${employer && [' ', userText(texts.employedAt(employer))]}</p>
        <p class="jb-muted">${`${startMonth ?? '?'} – ${endMonth ?? texts.today}`}</p>
        ${description && prose(description)}
      </li>`
    })}
  </ol>`
}

type Course = Preview['education'][number] & Partial<FullProfile['education'][number]>

function courses(done: readonly Course[]): Html {
  if (done.length === 0) return html`<p class="jb-muted">${texts.noEducation}</p>`
  return html`<ol class="jb-history">
    ${done.map(({ degree, field, school, endYear }) => {
      return html`<li>
        <p><strong>${userText([degree, field].filter(Boolean).join(', '))}</strong></p>
        <p class="jb-muted">${userText([school, endYear].filter(Boolean).join(', '))}</p>
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
  const show = (amount: number | null) => (amount === null ? undefined : number(amount))
  return texts.salary(show(min), show(max), currency ?? '')
}
