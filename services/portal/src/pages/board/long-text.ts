import { withLineFeeds } from '@jobboard/contracts/text'
import { type Html, html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import { texts } from './application-texts.ts'

const SHORT_LENGTH = 500
const SHORT_LINES = 8

/** A text of several lines as it was written; a long one shows its beginning, and opens. */
export function longText(text: string): Html {
  const start = text.slice(0, SHORT_LENGTH)
  const isShort = text.length <= SHORT_LENGTH && withLineFeeds(start).split('\n').length <= SHORT_LINES
  if (isShort) return html`<div class="jb-prose">${userText(text)}</div>`
  return html`<details class="jb-long">
    <summary><span class="jb-long-start">${userText(start, { lines: 5 })}</span><span class="jb-link">${texts.application.readMore}</span></summary>
    <div class="jb-prose">${userText(text)}</div>
  </details>`
}
