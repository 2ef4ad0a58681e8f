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
