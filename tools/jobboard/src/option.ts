/** A wrong command line: what is wrong, and what to write instead. */
export class UsageError extends Error {}

/** One option of a command: its parsing, its check and its line of the help. */
export interface Option<Value> {
  /** What stands for its value in the help; a flag has none. */
  placeholder?: string
  help: string
  /** When the option is absent; shown in the help. */
  byDefault?: string
  isRequired?: true
  /** `texts` are the values on the command line, none when it is absent. Throws UsageError. */
  read(texts: string[], name: string): Value
}

/** The options of a command by their names. */
export type Options = Record<string, Option<unknown>>
export type Values<O extends Options> = { [Name in keyof O]: O[Name] extends Option<infer V> ? V : never }

/** True when it is given. */
export const flag = (help: string): Option<boolean> => ({ help, read: (texts) => texts.length > 0 })

/** An option with a value; the last one counts. */
function option<Value>(
  placeholder: string,
  help: string,
  read: (text: string, name: string) => Value,
): Option<Value | undefined> {
  return { placeholder, help, read: (texts, name) => texts.slice(-1).map((one) => read(one, name))[0] }
}

/** Any text. */
export const text = (placeholder: string, help: string) => option(placeholder, help, (one) => one)

/** A text that may be repeated. */
export const texts = (placeholder: string, help: string): Option<string[]> => ({
  placeholder,
  help,
  read: (all) => all,
})

/** A whole number. */
export const count = (placeholder: string, help: string, min: number, max: number) =>
  option(placeholder, help, (one, name) => {
    const value = /^\d{1,10}$/.test(one) ? Number(one) : Number.NaN
    if (value >= min && value <= max) return value
    throw new UsageError(`${name} must be a whole number from ${min} to ${max}`)
  })

/** The same with a value for when it is absent. */
export function withDefault<Value>(
  base: Option<Value | undefined>,
  byDefault: string | number,
): Option<Value> {
  const shown = String(byDefault)
  const read = (given: string[], name: string) => base.read(given.length > 0 ? given : [shown], name) as Value
  return { ...base, byDefault: shown, read }
}

/** The same, refused when it is absent. */
export function required<Value>(base: Option<Value | undefined>): Option<Value> {
  const read = (given: string[], name: string) => {
    const value = base.read(given, name)
    if (value === undefined) throw new UsageError(`${name} is missing: ${base.help}`)
    return value
  }
  return { ...base, isRequired: true, read }
}

const DAY_MS = 86_400_000

/** A time for examples: yesterday, at a full hour. */
export function exampleTime(): string {
  return `${new Date(Date.now() - DAY_MS).toISOString().slice(0, 14)}00:00Z`
}
