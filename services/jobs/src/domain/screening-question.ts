import type { ScreeningQuestion } from '@jobboard/contracts/jobs/job'
import { readAs } from '@jobboard/contracts/text'

/** A question of the new list; has an id when the old list contains it with the same wording. */
export type WantedQuestion = Omit<ScreeningQuestion, 'id'> & { id?: number }

/** Keeps the ids of unchanged questions, because stored answers refer to them; each id is used once.
 * A question that only moved or became required or optional counts as unchanged. */
export function keepIds(
  before: ScreeningQuestion[],
  wanted: Omit<ScreeningQuestion, 'id'>[],
): WantedQuestion[] {
  const left = before.map((question) => ({ id: question.id, wording: wording(question) }))
  return wanted.map((question) => {
    const words = wording(question)
    const index = left.findIndex((old) => old.wording === words)
    return index < 0 ? question : { ...question, id: left.splice(index, 1)[0]!.id }
  })
}

function wording({ text, type, options }: Omit<ScreeningQuestion, 'id'>): string {
  return JSON.stringify([readAs(text), type, options.map(readAs)])
}
