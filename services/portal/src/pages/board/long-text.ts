import { withLineFeeds } from '@jobboard/contracts/text'
import { type Html, html } from '@jobboard/html/html'
import { userText } from '@jobboard/html/values'
import type { Masked } from '../../parts/without-contact.ts'

const SHORT_LENGTH = 500
const SHORT_LINES = 8
/** Characters of all long texts of a page; each shows its share of them, and at least its beginning. */
const PAGE_LENGTH = 40_000
/** What is masked beyond what is shown: an address that the cut goes through is still seen as one. */
const BEYOND_LENGTH = 4_096

/** The long texts of a page, of which strangers write many: each has a part of the page, and a link to its whole. */
export interface LongTexts {
  /** As much of a text as is shown, and enough after it to mask what the cut goes through. */
  cut(name: string, text: string): string
  /** A text of several lines as it was written, its beginning first. `text` is the whole, or what `cut` has left. */
  show(name: string, text: string, masked?: Masked): Promise<Html>
}

/** `whole` names the text that the address asks for; `hrefOf` gives the address that asks for one. */
export function openLongTexts(
  all: readonly string[],
  whole: string | undefined,
  hrefOf: (name: string) => string,
): LongTexts {
  const long = all.filter(({ length }) => length > SHORT_LENGTH).length
  const share = Math.max(SHORT_LENGTH, Math.floor(PAGE_LENGTH / Math.max(1, long)))
  const cutNames = new Set<string>()
  const cut: LongTexts['cut'] = (name, text) => {
    if (name === whole || text.length <= share) return text
    cutNames.add(name)
    return text.slice(0, share + BEYOND_LENGTH)
  }
  return {
    cut,
    async show(name, text, masked = async (it) => it) {
      const shown = await masked(cut(name, text))
      if (name === whole) return html`<div class="jb-prose" id=${`text-${name}`}>${userText(shown)}</div>`
      if (!cutNames.has(name)) return longText(shown)
      const start = `${shown.slice(0, share).toWellFormed()}…`
      return html`<div id=${`text-${name}`}>
        ${share > SHORT_LENGTH ? longText(start) : html`<div class="jb-prose">${userText(start)}</div>`}
        <a href=${hrefOf(name)}>Show the whole text</a>
      </div>`
    },
  }
}

/** A text of several lines; a long one shows its beginning, and opens. */
export function longText(text: string): Html {
  const start = text.slice(0, SHORT_LENGTH)
  const isShort = text.length <= SHORT_LENGTH && withLineFeeds(start).split('\n').length <= SHORT_LINES
  if (isShort) return html`<div class="jb-prose">${userText(text)}</div>`
  return html`<details class="jb-long">
    <summary class="vstack gap-1"><span>${userText(start, { lines: 5 })}</span><span class="jb-link">Read on</span></summary>
    <div class="jb-prose">${userText(text)}</div>
  </details>`
}
