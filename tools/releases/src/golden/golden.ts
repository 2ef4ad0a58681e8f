import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../releases.ts'
import { type Contract, FILES, type GoldenFile, type Part, schemaOf } from './contracts.ts'
import { type Schema, sample, turnsOf } from './samples.ts'

/** A part as a golden file has it. */
export interface GoldenPart {
  sender: Part['sender']
  isText?: true
  schema: Schema
  examples: unknown[]
}

/** The contracts of a release: by file, by name, by part. */
export type Golden = Record<GoldenFile, Record<string, Record<string, GoldenPart>>>

/** The folder of the golden files of a version. */
export const folderOf = (version: string): string => join(ROOT, 'packages/contracts/golden', version)

/** The golden files of a release: each part with its schema and examples that its own parser accepts. Throws when there is
 * none. */
export function goldenOf(contracts: Contract[]): Golden {
  const golden = Object.fromEntries(FILES.map((file) => [file, {}])) as Golden
  for (const { file, name, parts } of contracts) {
    golden[file][name] = Object.fromEntries(
      Object.entries(parts).map(([part, value]) => [part, goldenPart(`${name} ${part}`, value)]),
    )
  }
  return golden
}

function goldenPart(where: string, part: Part): GoldenPart {
  const schema = schemaOf(part)
  const parse = part.sender === 'service' ? z.fromJSONSchema(schema as never) : part.type
  const turns = Array.from({ length: turnsOf(schema) }, (_, turn) => ({ turn }))
  const passes = (value: unknown) => parse.safeParse(asSent(value, part)).success
  const full = [...part.own, ...turns.map((choice) => sample(schema, choice))].find(passes)
  const smallest = [sample(schema, { turn: 0, isSmallest: true })].find(passes)
  const examples = [full, smallest].filter((value) => value !== undefined)
  if (examples.length === 0)
    throw new Error(`${where}: no example passes its own parser; add one to its schema`)
  const texts = new Set(examples.map((value) => JSON.stringify(value)))
  return {
    sender: part.sender,
    ...(part.isText && { isText: true as const }),
    schema,
    examples: [...texts].map((text) => JSON.parse(text)),
  }
}

/** Path and query are texts on the wire. */
export function asSent(value: unknown, { isText }: { isText?: boolean }): unknown {
  if (!isText) return value
  return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, String(one)]))
}

/** The files of a version as texts, one contract per line. */
export function textsOf(golden: Golden): Record<GoldenFile, string> {
  const lines = (contracts: object) =>
    Object.entries(contracts).map(([name, parts]) => `${JSON.stringify(name)}:${JSON.stringify(parts)}`)
  return Object.fromEntries(
    FILES.map((file) => [file, `{\n${lines(golden[file]).join(',\n')}\n}\n`]),
  ) as never
}

/** The committed files of a version; undefined without any. */
export function readTexts(version: string): Record<GoldenFile, string> | undefined {
  const folder = folderOf(version)
  if (!existsSync(folder)) return undefined
  return Object.fromEntries(
    FILES.map((file) => [file, readFileSync(join(folder, `${file}.json`), 'utf8')]),
  ) as never
}

/** Parses the files of a version. */
export function parseTexts(texts: Record<GoldenFile, string>): Golden {
  return Object.fromEntries(FILES.map((file) => [file, JSON.parse(texts[file])])) as Golden
}

export function writeTexts(version: string, texts: Record<GoldenFile, string>): void {
  mkdirSync(folderOf(version), { recursive: true })
  for (const file of FILES) writeFileSync(join(folderOf(version), `${file}.json`), texts[file])
}
