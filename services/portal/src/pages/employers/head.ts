import type { getEmployer } from '@jobboard/contracts/employers/employers'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { badge, pageHead, tabs } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import type { Role } from '../../person/person.ts'
import { texts } from './texts.ts'

export type Employer = ResponseBody<typeof getEmployer>

/** What the pages of one employer have at their top. */
export function employerHead(
  { id, name, hasActiveContract, isTrustedPartner }: Employer,
  current: 'overview' | 'credits' | 'change',
  role: Role,
): Html {
  const path = `/staff/employers/${id}`
  const pages = [
    { key: 'overview', href: path, label: texts.show.tab },
    { key: 'credits', href: `${path}/credits`, label: texts.credits.tab },
    ...(role === 'operator' ? [{ key: 'change', href: `${path}/change`, label: texts.change.tab }] : []),
  ]
  const { fields } = texts
  return html`<div class="jb-job-head">
    ${pageHead({
      title: userText(name, { lines: 3 }),
      lead: html`<span class="jb-badges">
        ${hasActiveContract && badge({ text: fields.hasActiveContract.label, tone: 'success' })}
        ${isTrustedPartner && badge({ text: fields.isTrustedPartner.label, tone: 'info' })}
        <span>${texts.show.number} ${String(id)}</span>
      </span>`,
    })}
    ${tabs(
      pages.map(({ key, href, label }) => ({ href, label, current: key === current })),
      texts.show.tabs,
    )}
  </div>`
}
