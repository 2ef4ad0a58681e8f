import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getCandidate, previewCandidate } from '@jobboard/contracts/search/search'
import { notice, panel } from '@jobboard/html/blocks'
import { type Html, html, safeHref } from '@jobboard/html/html'
import { definitions, userText, when } from '@jobboard/html/values'
import type { Visit } from '../../http/page.ts'
import { countryName, locationOf, profileFacts } from '../../parts/facts.ts'
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

type Preview = ResponseBody<typeof previewCandidate>
type FullProfile = ResponseBody<typeof getCandidate>

export function experience(years: number): string {
  return years === 0 ? 'under 1 year' : `${years} ${years === 1 ? 'year' : 'years'}`
}

export async function previewProfile(
  preview: Preview,
  { zone, now }: Pick<Visit, 'zone' | 'now'>,
): Promise<Html> {
  return panel({
    title: 'Profile',
    body: definitions({
      Place: locationOf(preview),
      Experience: experience(preview.yearsOfExperience),
      'Last active': when(preview.lastActiveAt, zone, 'relative', now),
      ...(await profileFacts(preview, prose)),
    }),
  })
}

/** The whole profile, contact details first. */
export async function fullProfile(profile: FullProfile, zone: string): Promise<Html> {
  const { summary, jobTypes: types, nationalities, lastActiveAt, unlockedUntil } = profile
  return html`<div class="vstack gap-4">
    ${notice({ tone: 'success', body: html`<span>Unlocked until ${when(unlockedUntil, zone)}</span>` })}
    <div class="jb-columns jb-columns-side">
      ${panel({
        title: 'Profile',
        body: definitions({
          Summary: summary && prose(summary),
          'Kinds of job': types.map((type) => jobTypes[type]).join(', '),
          Nationalities: nationalities.map(countryName).join(', '),
          'Last active': when(lastActiveAt, zone),
          ...(await profileFacts(profile, prose)),
        }),
      })}
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

/** A text whose line breaks are kept. */
function prose(text: string): Html {
  return html`<p class="jb-prose" dir="auto">${text}</p>`
}

function linked(href: string, text: string): Html {
  return safeHref(href) ? html`<a href=${href} rel="noreferrer">${userText(text)}</a>` : userText(text)
}
