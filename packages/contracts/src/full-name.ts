import { caseFold } from './case-fold.ts'
import { isBlank } from './characters.ts'
import { readAs } from './text.ts'

/** A person's name as it is shown. A single name, which stands in both fields or in one, is shown once. */
export function fullName(person: { firstName: string; lastName: string }): string {
  const names = [person.firstName, person.lastName].filter((name) => !isBlank(name))
  const isSingle = new Set(names.map((name) => caseFold(readAs(name)))).size === 1
  return isSingle ? names[0]! : names.join(' ')
}
