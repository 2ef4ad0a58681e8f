import { badge } from '../../html/blocks.ts'
import type { Html } from '../../html/html.ts'
import { texts } from './texts.ts'

/** Whether the consent to data processing lasts. */
export function consentBadge(expiresAt: string | null, now: Date): Html {
  const isLapsed = expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
  return isLapsed
    ? badge({ text: texts.consent.lapsed, tone: 'danger' })
    : badge({ text: expiresAt === null ? texts.consent.endless : texts.consent.lasts, tone: 'success' })
}
