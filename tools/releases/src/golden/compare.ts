import { z } from 'zod'
import { type Contract, FILES } from './contracts.ts'
import { asSent, type Golden, type GoldenPart } from './golden.ts'
import { type Schema, sample, turnsOf } from './samples.ts'

/** Why processes of a release and of today's code cannot live side by side, one line each. Both directions: what the release
 * sends must be accepted by today's code, and what today's code sends by the release. On the public and the admin plane
 * callers are clients, which may get new fields and new values in responses, and of which none is newer than its server. */
export function incompatibilities(
  version: string,
  release: Golden,
  today: Golden,
  contracts: Contract[],
): string[] {
  const types = new Map(contracts.map(({ file, name, parts }) => [`${file} ${name}`, parts]))
  return FILES.flatMap((file) =>
    Object.entries(release[file]).flatMap(([name, parts]) => {
      const where = `${version} ${file} ${name}`
      const present = today[file][name]
      if (!present) return [`${where}: is gone, and processes of that release still use it`]
      const isClient = file === 'public' || file === 'admin'
      return Object.entries(parts).flatMap(([part, was]) => {
        const is = present[part]
        if (!is) return was.sender === 'caller' ? [] : [`${where} ${part}: is gone`]
        const type = types.get(`${file} ${name}`)![part]!.type
        return [
          ...examplesRefused(`${where} ${part}`, was, type),
          ...(isClient ? clientBreaks : peerBreaks)(`${where} ${part}`, was, is),
        ]
      })
    }),
  )
}

function examplesRefused(where: string, was: GoldenPart, type: z.ZodType): string[] {
  if (was.sender === 'service') return []
  return was.examples.flatMap((example) => {
    const { error } = type.safeParse(asSent(example, was))
    return error ? [`${where}: today's code refuses its example: ${reasonOf(error)}`] : []
  })
}

// Between processes each side can be the newer one.
function peerBreaks(where: string, was: GoldenPart, is: GoldenPart): string[] {
  return [
    ...refused(`${where}: today's code refuses what this release sends`, valuesOf(was.schema), is.schema),
    ...refused(`${where}: this release refuses what today's code sends`, valuesOf(is.schema), was.schema),
  ]
}

function clientBreaks(where: string, was: GoldenPart, is: GoldenPart): string[] {
  if (was.sender === 'caller')
    return refused(`${where}: today's code refuses what a client sends`, valuesOf(was.schema), is.schema)
  const values = [{ turn: 0 }, { turn: 0, isSmallest: true }].map((choice) => sample(is.schema, choice))
  return refused(`${where}: a client refuses what today's code returns`, values, was.schema)
}

function valuesOf(schema: Schema): unknown[] {
  const turns = Array.from({ length: turnsOf(schema) }, (_, turn) => sample(schema, { turn }))
  return [...turns, sample(schema, { turn: 0, isSmallest: true })]
}

/** The first refusal of a value by a schema; one is enough to act on. */
function refused(what: string, values: unknown[], by: Schema): string[] {
  const type = z.fromJSONSchema(by as never)
  const error = values.map((value) => type.safeParse(value).error).find((one) => one !== undefined)
  return error ? [`${what}: ${reasonOf(error)}`] : []
}

function reasonOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`
}
