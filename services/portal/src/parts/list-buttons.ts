import { button } from '@jobboard/html/form'
import type { Html } from '@jobboard/html/html'
import { type FormData, text } from '../http/form.ts'

/** The rows of a form, such as `reason.3.label`, that have the first of these parts, at most `max`: in the order of the form,
 * whatever their numbers are, so that a script that moves them need not count them again. */
export function readRows<Part extends string>(
  form: FormData,
  list: string,
  parts: readonly [Part, ...Part[]],
  max: number,
): Record<Part, string>[] {
  const [first] = parts
  const names = Object.keys(form).filter((name) => name.startsWith(`${list}.`) && name.endsWith(`.${first}`))
  return names.slice(0, max).map((name) => {
    const row = name.slice(0, -first.length)
    return Object.fromEntries(parts.map((part) => [part, text(form, row + part)])) as Record<Part, string>
  })
}

/** A list in a form whose rows have ids such as `question-0`. Each button sends the form, which comes back changed and is
 * not stored. */
interface List {
  /** Of the form. */
  action: string
  noun: string
}

export function rowButtons({
  action,
  noun,
  index,
  position,
}: List & { index: number | string; position: number }): Html[] {
  return (['up', 'down', 'remove'] as const).map((intent) => {
    const label = intent === 'remove' ? `Remove ${noun} ${position}` : `Move ${noun} ${position} ${intent}`
    const icon = intent === 'remove' ? 'trash' : intent
    const to = `${action}#${noun}-${Math.max(0, intent === 'down' ? position : position - 2)}`
    return button({ label, icon, isIconOnly: true, ...pressed, value: `${intent}.${index}`, action: to })
  })
}

/** The button that adds a row below the others. */
export function addButton({ action, noun, count }: List & { count: number }): Html {
  const to = `${action}#${noun}-${count}`
  return button({ label: `Add a ${noun}`, icon: 'plus', ...pressed, value: 'add', action: to })
}

const pressed = { tone: 'secondary', name: 'intent', isUnchecked: true } as const

/** A list of a form after a press of one of the buttons `add`, `up.2`, `down.0` and `remove.1`; undefined for another
 * button. */
export function afterListButton<T>(items: readonly T[], button: string, blank: T): T[] | undefined {
  if (button === 'add') return [...items, blank]
  const [action = '', number = ''] = button.split('.')
  const index = Number(number)
  const item = items[index]
  if (number === '' || !['up', 'down', 'remove'].includes(action)) return undefined
  // A form of another tab may have fewer.
  if (item === undefined) return [...items]
  if (action === 'remove') return items.toSpliced(index, 1)
  const to = Math.max(0, index + (action === 'up' ? -1 : 1))
  return items.toSpliced(index, 1).toSpliced(to, 0, item)
}
