/** What a JSON Schema of an object says of its properties. */
interface ObjectSchema {
  required?: string[]
  properties?: Record<string, { const?: unknown }>
}

/** The alternatives of a response before a change, each with the one after it that has the same tag: a required property
 * with one value of its own in each alternative, such as the `type` of an event. `is` is undefined where the value is
 * gone; `value` says which. An alternative with a new value is an addition, as a new enum value is. Undefined for what is no
 * such union. */
export function pairsByTag<Alternative extends { schema: ObjectSchema }>(
  before: readonly Alternative[],
  after: readonly Alternative[],
): { value: string; was: Alternative; is: Alternative | undefined }[] | undefined {
  if (before.length < 2) return undefined
  const tag = before[0]!.schema.required?.find((name) => isTag(before, name) && isTag(after, name))
  if (tag === undefined) return undefined
  return before.map((was) => {
    const value = tagValue(was, tag)
    return {
      value: `${tag}: value ${JSON.stringify(value)}`,
      was,
      is: after.find((alternative) => tagValue(alternative, tag) === value),
    }
  })
}

function isTag(alternatives: readonly { schema: ObjectSchema }[], name: string): boolean {
  const values = alternatives.map((alternative) => tagValue(alternative, name))
  return !values.includes(undefined) && new Set(values).size === values.length
}

function tagValue({ schema }: { schema: ObjectSchema }, name: string): unknown {
  return schema.required?.includes(name) ? schema.properties?.[name]?.const : undefined
}
