import type { ScreeningQuestion } from '@jobboard/contracts/job'

/** A question of the new list: with an id when it stands in the old list, word for word. */
export type WantedQuestion = Omit<ScreeningQuestion, 'id'> & { id?: number }

/** Gives unchanged questions their ids back, so that answers keep pointing at them; each id is given once.
 * A question that only became required or optional, or moved, counts as unchanged. */
export function keepIds(
  before: ScreeningQuestion[],
  wanted: Omit<ScreeningQuestion, 'id'>[],
): WantedQuestion[] {
  const left = [...before]
  return wanted.map((question) => {
    const index = left.findIndex((old) => wording(old) === wording(question))
    return index < 0 ? question : { ...question, id: left.splice(index, 1)[0]!.id }
  })
}

function wording({ text, type, options }: Omit<ScreeningQuestion, 'id'>): string {
  return JSON.stringify([text, type, options])
}
