import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getCandidate, previewCandidate } from '@jobboard/contracts/search/search'
import { type Html, html } from '@jobboard/html/html'
import { locale, number, userText } from '@jobboard/html/values'

// Facts of jobs and candidates, in the same words on every page.

const regions = new Intl.DisplayNames(locale, { type: 'region' })

export function countryName(code: string): string {
  return regions.of(code) ?? code
}

/** "Porto, Portugal". */
export function locationOf({ city, country }: { city?: string | null; country?: string | null }): string {
  return [city, country && countryName(country)].filter(Boolean).join(', ')
}

/** `from 50,000`, `up to 60,000`, `50,000 to 60,000`; empty without an amount. */
export function rangeOf(min: number | null | undefined, max: number | null | undefined): string {
  const [from, to] = [min ?? null, max ?? null].map((amount) => (amount === null ? '' : number(amount)))
  if (from && to) return from === to ? from : `${from} to ${to}`
  return from ? `from ${from}` : to ? `up to ${to}` : ''
}

export const careers = {
  ActivelyLooking: 'Actively looking',
  OpenToOffers: 'Open to offers',
  NotLooking: 'Not looking',
}

/** Entries of a list in a profile that are shown at once; the others follow in a part that opens. */
const SHOWN_ENTRIES = 5
const SHOWN_SKILLS = 40

type FullProfile = ResponseBody<typeof getCandidate>
/** A preview of CV search lacks the contact details, and of positions and education some parts. */
type Profile = Partial<Omit<FullProfile, 'employmentHistory' | 'education'>> &
  Pick<ResponseBody<typeof previewCandidate>, 'skills' | 'languages' | 'careerStatus'> & {
    employmentHistory: readonly Partial<FullProfile['employmentHistory'][number]>[]
    education: readonly Partial<FullProfile['education'][number]>[]
  }

/** The facts of a profile; `show` gives the description of a position. What is not stated is empty. */
export async function profileFacts(
  profile: Profile,
  show: (description: string, index: number) => Html | Promise<Html>,
) {
  const { skills, languages, careerStatus, noticePeriodDays: days } = profile
  const range = rangeOf(profile.expectedSalaryMin, profile.expectedSalaryMax)
  const spoken = languages.map(({ language, level }) => `${language} (${level})`).join(', ')
  const positions = profile.employmentHistory.map(async (position, index) => {
    const { title, employer, startMonth, endMonth, description } = position
    return {
      title: [title, employer].filter(Boolean).join(' · '),
      time: [startMonth, endMonth ?? (startMonth && 'today')].filter(Boolean).join(' – '),
      text: description && (await show(description, index)),
    }
  })
  const schools = profile.education.map(({ degree, field, school, endYear }) => ({
    title: [degree, field, school].filter(Boolean).join(' · '),
    time: String(endYear ?? ''),
  }))
  return {
    Skills: skills.length > 0 && chips(skills),
    Languages: spoken && userText(spoken, { lines: 5 }),
    'Looking for work': careerStatus && careers[careerStatus],
    'Expected salary': range && `${range} ${profile.expectedSalaryCurrency ?? ''}`,
    'Notice period': typeof days === 'number' && (days === 1 ? '1 day' : `${number(days)} days`),
    Employment: entries(await Promise.all(positions)),
    Education: entries(schools),
  }
}

function chips(labels: readonly string[]): Html {
  const list = (some: readonly string[]) =>
    html`<ul class="jb-chips list-unstyled hstack flex-wrap gap-1">${some.map((label) => html`<li class="badge rounded-pill bg-body-secondary text-body" dir="auto">${label}</li>`)}</ul>`
  return folded(labels, SHOWN_SKILLS, list)
}

function entries(
  all: readonly { title: string; time: string; text?: Html | string | undefined }[],
): Html | null {
  if (all.length === 0) return null
  return folded(all, SHOWN_ENTRIES, (some) => {
    return html`<ul class="jb-entries list-unstyled vstack gap-3">
      ${some.map(({ title, time, text }) => html`<li><strong>${userText(title)}</strong> ${time && html`<span class="text-body-secondary">${time}</span>`}${text}</li>`)}
    </ul>`
  })
}

/** A list, with what is beyond the first in a part that opens. */
function folded<T>(all: readonly T[], shown: number, list: (some: readonly T[]) => Html): Html {
  if (all.length <= shown) return list(all)
  return html`<div class="vstack gap-1">
    ${list(all.slice(0, shown))}
    <details><summary class="jb-link">Show all ${number(all.length)}</summary>${list(all.slice(shown))}</details>
  </div>`
}
