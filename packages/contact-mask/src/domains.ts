import { countryNumber } from '@jobboard/contracts/iso-codes'
import { toTextRange } from './fold.ts'
import { chunkEnd, type Hide, type Reading } from './reading.ts'

// Top-level domains besides those of the country table.
const TOP_LEVEL_DOMAINS = new Set(
  'com net org edu gov info biz name pro app dev tech site online website page blog cloud email xyz jobs work link eu uk'.split(
    ' ',
  ),
)
// Degrees, products and endings of files that look like domains; with a path they are hidden too.
const LOOKALIKES = new Set(
  'b.com m.com b.tech m.tech b.sc m.sc asp.net vb.net ado.net ml.net socket.io draw.io'.split(' '),
)
const FILE_ENDINGS = new Set('py md rs sh pl'.split(' '))

// Runs of one class of characters: a match never steps back.
const RUN = /[\p{L}\p{N}.-]+/gu
const ASCII_RUN = /[a-z0-9.-]+/g
const LETTERS = /^\p{L}{2,24}$/u

/** Whether a label is a top-level domain that people write. */
export function isTopLevelDomain(label: string): boolean {
  return TOP_LEVEL_DOMAINS.has(label) || countryNumber(label.toUpperCase()) !== undefined
}

/** Reports domains without a scheme, such as `jane.dev/cv`. */
export function scanDomains(reading: Reading, text: string, hide: Hide): void {
  const { form, starts } = reading
  if (!form.includes('.')) return
  let hiddenTo = 0
  for (const { 0: run, index } of form.matchAll(starts ? RUN : ASCII_RUN)) {
    if (index < hiddenTo || !run.includes('.')) continue
    const labels = run.split('.').filter((label) => label !== '')
    const ending = labels.at(-1)!
    if (labels.length < 2 || !LETTERS.test(ending) || !isTopLevelDomain(ending)) continue
    const end = index + run.length
    const isAddressed = form[end] === '/' || form[end] === ':'
    const { start: from, end: to } = toTextRange(reading, index, end)
    if (!isAddressed && isLookalike(labels, text.slice(from, to))) continue
    hiddenTo = isAddressed ? chunkEnd(form, end) : end
    hide(index, hiddenTo)
  }
}

function isLookalike(labels: readonly string[], spelling: string): boolean {
  if (FILE_ENDINGS.has(labels.at(-1)!) || LOOKALIKES.has(labels.join('.'))) return true
  return spelling.endsWith('.NET') || spelling.endsWith('.Net')
}
