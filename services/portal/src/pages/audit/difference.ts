/** A field whose value differs; undefined where it is absent. */
export interface Difference {
  field: string
  before: string | undefined
  after: string | undefined
}

/** What a change did, field by field, in the order of their names. What is no object is one field. */
export function differences(before: unknown, after: unknown): Difference[] {
  if (!isObject(before) && !isObject(after)) {
    return before === null && after === null
      ? []
      : [{ field: '', before: shown(before ?? undefined), after: shown(after ?? undefined) }]
  }
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort()
  return fields.flatMap((field) => {
    const one = { field, before: shown(own(was, field)), after: shown(own(is, field)) }
    return one.before === one.after ? [] : [one]
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A name may be one that every object has. */
function own(of: Record<string, unknown>, field: string): unknown {
  return Object.hasOwn(of, field) ? of[field] : undefined
}

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
