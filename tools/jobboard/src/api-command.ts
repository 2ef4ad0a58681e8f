import type { Endpoint, ResponseBody } from '@jobboard/contracts/endpoint'
import { parsing } from '@jobboard/service/http/error-response'
import { z } from 'zod'
import { type AdminApi, type ApiInput, adminOptions, openAdminApi, Refused } from './admin-api.ts'
import { type Command, command, type HelpParts } from './command.ts'
import { flag, type Option, type Options, UsageError } from './option.ts'
import { print } from './output.ts'

/** A command of the Admin API. Its options are fields of the endpoint: the contract has their types, limits and texts. */
export interface ApiCommand extends Omit<HelpParts, 'options' | 'args'> {
  /** The argument and the field that it is. */
  arg?: readonly [args: string, field: string]
  /** Fields by the names of their options. */
  fields?: Record<string, string>
  /** Fields with these values where their option is absent. */
  defaults?: Record<string, unknown>
  /** Why --confirm must be given. */
  confirm?: string
  hint?: string
  /** Checks arguments whose form the contract does not say. Throws UsageError. */
  check?(positionals: readonly string[]): void
}

interface OneCall<E extends Endpoint> extends ApiCommand {
  endpoint: E
  /** Prints the response. Returns the exit code, if it is not 0. */
  show(response: ResponseBody<E>, given: Record<string, unknown>): unknown
}

/** Declares a command that makes one call. */
export function apiCommand<E extends Endpoint>(definition: OneCall<E>): Command {
  const { endpoint, show } = definition
  return declare(endpoint, definition, async (open, given, names) => {
    const input = inputOf(endpoint, given, names)
    const code = show(await open()(endpoint, input), given)
    return typeof code === 'number' ? code : 0
  })
}

interface CallPerId extends ApiCommand {
  endpoint: Endpoint
  arg: readonly [args: 'ID...', field: string]
  /** What was done with as many as succeeded, such as `dropped`. */
  done: string
}

export function apiCommandPerId(definition: CallPerId): Command {
  const { endpoint, arg, done } = definition
  return declare(endpoint, definition, async (open, { [arg[1]]: all }) => {
    const ids = all as string[]
    const count = await callEach(open, endpoint, arg[1], ids)
    print(`${count} ${done}`)
    return count === ids.length ? 0 : 1
  })
}

/** Makes a call for each ID and prints what is refused. Returns how many succeeded. */
export async function callEach(
  open: () => AdminApi,
  endpoint: Endpoint,
  field: string,
  ids: readonly string[],
) {
  const inputs = ids.map((id) => inputOf(endpoint, { [field]: id }, { [field]: 'ID' }))
  const api = open()
  let succeeded = 0
  for (const [index, id] of ids.entries()) {
    try {
      await api(endpoint, inputs[index])
      succeeded++
    } catch (error) {
      if (!(error instanceof Refused)) throw new Error(`${id}: ${(error as Error).message}`)
      print(`${id}: ${error.message}`)
    }
  }
  return succeeded
}

type Run = (
  open: () => AdminApi,
  given: Record<string, unknown>,
  names: Record<string, string>,
  values: Record<string, unknown>,
) => Promise<number>

/** Declares a command whose argument and options are fields of an endpoint, by which `run` finds what was given. */
export function declare(endpoint: Endpoint, definition: ApiCommand, run: Run, more: Options = {}): Command {
  const { arg, fields = {}, defaults = {}, confirm } = definition
  const names = Object.fromEntries(Object.entries(fields).map(([option, field]) => [field, `--${option}`]))
  if (arg) names[arg[1]] = /[A-Z]+/.exec(arg[0])![0]
  return command<Options>({
    ...definition,
    ...(arg && { args: arg[0] }),
    get options() {
      return {
        ...fieldOptions(endpoint, fields, defaults),
        ...(confirm && { confirm: flag(`required: ${confirm}`) }),
        ...more,
        ...adminOptions,
      }
    },
    async run(values, positionals) {
      definition.check?.(positionals)
      const given: Record<string, unknown> = { ...defaults }
      if (arg && positionals.length > 0) given[arg[1]] = arg[0].endsWith('...') ? positionals : positionals[0]
      for (const [option, field] of Object.entries(fields))
        if (values[option] !== undefined) given[field] = values[option]
      if (confirm && !values.confirm) throw new UsageError(`--confirm is missing: ${confirm}`)
      return run(() => openAdminApi(values), given, names, values)
    },
  })
}

const parts = ['params', 'query', 'body'] as const

/** What a JSON Schema says about a field. */
interface Schema {
  type?: string | string[]
  description?: string
  format?: string
  enum?: string[]
  default?: unknown
  anyOf?: Schema[]
  items?: Schema
}

function fieldOf(endpoint: Endpoint, name: string) {
  for (const part of parts) {
    const schema = endpoint[part]
    if (!(schema instanceof z.ZodObject) || !(name in schema.shape)) continue
    const { properties, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    const found = properties![name] as Schema
    return { part, isRequired: required.includes(name), schema: { ...found.anyOf?.[0], ...found } }
  }
  throw new Error(`${endpoint.name} has no field ${name}`)
}

/** Fields of an endpoint as options, by the names of these. */
export function fieldOptions<F extends Record<string, string>>(
  endpoint: Endpoint,
  fields: F,
  defaults: Record<string, unknown> = {},
): { [Name in keyof F]: Option<unknown> } {
  const options = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const option = fieldOption(endpoint, name, field)
      if (!(field in defaults)) return [name, option]
      const { isRequired: _, ...rest } = option
      return [name, { ...rest, byDefault: String(defaults[field]) }]
    }),
  )
  return options as { [Name in keyof F]: Option<unknown> }
}

/** A field of an endpoint as an option. Its value is checked with the others, by `inputOf`. */
function fieldOption(endpoint: Endpoint, name: string, field: string): Option<unknown> {
  const { part, isRequired, schema } = fieldOf(endpoint, field)
  const type = [schema.type].flat()[0]
  const placeholder = /Id$/.test(field)
    ? 'ID'
    : schema.format === 'date-time'
      ? 'TIME'
      : type === 'integer'
        ? 'N'
        : name.toUpperCase()
  const read = (texts: string[]) => {
    const one = texts.at(-1)
    if (type === 'boolean') return one !== undefined
    if (type === 'array') return one === undefined ? undefined : texts
    return type === 'integer' && part === 'body' && one !== undefined ? Number(one) : one
  }
  return {
    ...(type !== 'boolean' && { placeholder }),
    ...(isRequired && { isRequired }),
    help: textOf(schema),
    read,
  }
}

function textOf({ description = '', format, ...schema }: Schema): string {
  const all = schema.enum ?? schema.items?.enum
  const text = description
    .replace(/ or null(?=:)|, null(?= or \d+:)|`| Default: false/g, '')
    .replace(/\.$/, '')
    .replace(/\. Absent[^:]*: (.*)$/, ' (without it: $1)')
  const times = format === 'date-time' ? '; ISO 8601 with Z or an offset' : ''
  return text.charAt(0).toLowerCase() + text.slice(1) + times + (all ? `: ${all.join(', ')}` : '')
}

/** The request with these fields. Throws UsageError with the shown name of the first field that the contract refuses. */
export function inputOf<E extends Endpoint>(
  endpoint: E,
  given: Record<string, unknown>,
  names: Record<string, string> = {},
): ApiInput<E> {
  const input: Record<string, Record<string, unknown>> = {}
  for (const [name, value] of Object.entries(given)) {
    const { part } = fieldOf(endpoint, name)
    input[part] = { ...input[part], [name]: value }
  }
  for (const part of parts) {
    const issue = endpoint[part]?.safeParse(input[part] ?? {}, parsing).error?.issues[0]
    if (!issue) continue
    const field = String(issue.path[0])
    const isMissing = given[field] === undefined
    const reason = isMissing ? `is missing: ${textOf(fieldOf(endpoint, field).schema)}` : issue.message
    const got = Array.isArray(given[field]) ? issue.input : given[field]
    throw new UsageError(`${names[field] ?? field} ${reason}${isMissing ? '' : `, got "${got}"`}`)
  }
  return input as ApiInput<E>
}
