import { badge, type Tone } from '../../html/blocks.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import { type IconName, icon } from '../../html/icon.ts'
import { number } from '../../html/values.ts'

/** Something that a person should look at. */
export interface Waiting {
  href: string
  icon: IconName
  text: Child
  /** How many, or when. */
  count?: number | Html
  tone?: Tone
}

/** What waits, each line a link to where it is done. */
export function waitingList(items: readonly Waiting[]): Html {
  return html`<ul class="jb-waiting">
    ${items.map(({ href, icon: name, text, count, tone }) => {
      const right = typeof count === 'number' ? number(count) : count
      return html`<li class="jb-row">
        ${icon(name)}<a class="jb-row-link" href=${href}>${text}</a>
        ${tone && typeof right === 'string' ? badge({ text: right, tone }) : html`<span class="jb-wait-count">${right}</span>`}
      </li>`
    })}
  </ul>`
}
