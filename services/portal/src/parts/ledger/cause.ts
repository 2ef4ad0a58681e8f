import { type Html, html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import { texts } from './texts.ts'

/** Where the objects of an entry have a page; one that is left out has none for the reader. */
export interface CauseLinks {
  job?: (id: string) => string
  candidate?: (id: string) => string
}

const words = texts.causes
const PUBLISH = 'publish-job '
const UNLOCK = 'get-candidate '
const SEARCH = 'search-candidates'
const GRANT = 'grant'
const REVERSAL = 'reversal of entry '

/** Whether an entry is what a call has cost; grants, corrections and reversals are not. */
export function isSpending({ amount, cause }: { amount: number; cause: string }): boolean {
  return amount < 0 && [PUBLISH, UNLOCK, SEARCH].some((start) => cause.startsWith(start))
}

/** What an entry is for, in words, with a link to it. A cause that is not known stays as it is. */
export function causeOf({ amount, cause }: { amount: number; cause: string }, links: CauseLinks): Html {
  if (cause.startsWith(PUBLISH)) {
    const id = cause.slice(PUBLISH.length)
    return linked(words.publish(id), links.job?.(id))
  }
  if (cause.startsWith(UNLOCK)) {
    const id = cause.slice(UNLOCK.length)
    return linked(words.unlock(id), links.candidate?.(id))
  }
  if (cause === SEARCH) return userText(words.search)
  if (cause.startsWith(REVERSAL)) {
    const [id = '', ...reason] = cause.slice(REVERSAL.length).split(':')
    return withReason(words.reversal(id), reason.join(':'))
  }
  if (cause === GRANT || cause.startsWith(`${GRANT}:`)) {
    return withReason(amount < 0 ? words.takenBack : words.granted, cause.slice(GRANT.length + 1))
  }
  return userText(cause, { lines: 3 })
}

function linked(text: string, href: string | undefined): Html {
  return href ? html`<a href=${href}>${text}</a>` : userText(text)
}

function withReason(text: string, reason: string): Html {
  return html`<span>${text}${reason.trim() && [': ', userText(reason.trim(), { lines: 3 })]}</span>`
}
