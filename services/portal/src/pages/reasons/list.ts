import type { RejectionReason } from '@jobboard/contracts/applications/rejection-reasons'
import { normalForm } from '@jobboard/contracts/characters'
import { MAX_REJECTION_REASONS } from '@jobboard/contracts/limits'
import { type FormData, text } from '../../http/form.ts'

const MAX_CODE_LENGTH = 50
const LABEL = /^reason\.(\d{1,4})\.label$/

/** A reason of the form; one that was never saved has no code. */
export interface Row {
  code: string
  label: string
}

/** The name of a control of the reason at an index. */
export function rowField(index: number, part: keyof Row): string {
  return `reason.${index}.${part}`
}

/** The reasons in the order of the form: one more than a list can have, so that the service says what is wrong. */
export function readRows(form: FormData): Row[] {
  const indexes = Object.keys(form).flatMap((name) => LABEL.exec(name)?.[1] ?? [])
  return indexes.slice(0, MAX_REJECTION_REASONS + 1).map((index) => ({
    code: text(form, rowField(Number(index), 'code')),
    label: text(form, rowField(Number(index), 'label')),
  }))
}

/** The list to store. A new reason gets a code of its words that no reason has, `taken` included. */
export function toReasons(rows: readonly Row[], taken: readonly string[]): RejectionReason[] {
  const codes = new Set([...taken, ...rows.map(({ code }) => code)])
  return rows.map(({ code, label }) => {
    if (code !== '') return { code, label }
    const made = codeOf(label, codes)
    codes.add(made)
    return { code: made, label }
  })
}

function codeOf(label: string, taken: ReadonlySet<string>): string {
  const ascii = normalForm(label.slice(0, MAX_CODE_LENGTH), 'NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words =
    ascii
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, MAX_CODE_LENGTH - 4) || 'reason'
  for (let number = 1; ; number++) {
    const code = number === 1 ? words : `${words}-${number}`
    if (!taken.has(code)) return code
  }
}
