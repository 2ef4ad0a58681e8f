import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { languageLevel } from '@jobboard/contracts/candidates/profile-parts'
import { email, withLineFeeds } from '@jobboard/contracts/text'
import { parsing, validationError } from '@jobboard/service/http/error-response'
import { z } from 'zod'
import type { CandidateLines } from './candidates.ts'
import type { Rejects } from './report.ts'

const MAX_FILES = 500
const MAX_BYTES = 4 * 1_048_576

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || undefined)
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((list) => list ?? undefined)

const DATE = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T.*)?)?)?$/

/** A year, a month or a day, as `YYYY` or `YYYY-MM`; undefined for what is not over yet. */
const date = text.transform((value, context) => {
  if (value === undefined) return undefined
  if (DATE.test(value)) return value.slice(0, 'YYYY-MM'.length)
  const message = 'must be a year, a month or a day, such as 2019, 2019-04 or 2019-04-30'
  context.issues.push({ code: 'custom', message, input: value })
  return z.NEVER
})

// The parts that a profile has; all else of a document may be as it likes. `company` and `website` are the names of the
// schema before 1.0.
const position = z
  .object({
    name: text,
    company: text,
    position: text,
    startDate: date,
    endDate: date,
    summary: text,
    highlights: listOf(z.string()),
  })
  .transform(({ name, company, ...rest }) => ({ ...rest, name: name ?? company }))
  .refine((work) => work.position || work.name, 'must have a position or a name')

const resume = z.object({
  basics: z.object({
    name: z.string().transform((name, context) => {
      const split = splitName(name)
      if (split) return split
      const message = 'must be a name, such as Robin Sample or Sample, Robin'
      context.issues.push({ code: 'custom', message, input: name })
      return z.NEVER
    }),
    label: text,
    email: email(),
    phone: text,
    url: text,
    website: text,
    summary: text,
    location: z
      .object({ address: text, postalCode: text, city: text, countryCode: text, region: text })
      .nullish(),
    profiles: listOf(z.object({ network: text, username: text, url: text })),
  }),
  work: listOf(position),
  education: listOf(z.object({ institution: text, area: text, studyType: text, endDate: date })),
  skills: listOf(z.object({ name: text, keywords: listOf(z.string()) })),
  languages: listOf(z.object({ language: z.string().trim().min(1, 'must not be empty'), fluency: text })),
})
type Resume = z.output<typeof resume>

/** The last word is the last name, or what stands before a comma; a name of one word is both. */
function splitName(full: string): { firstName: string; lastName: string } | undefined {
  const words = full.split(',').map((part) => part.trim())
  const [name = '', given] = words
  if (name === '' || words.length > 2) return undefined
  if (given) return { firstName: given, lastName: name }
  const last = name.split(/\s+/).at(-1)!
  return { firstName: name.slice(0, -last.length).trim() || last, lastName: last }
}

/** `Native speaker` is Native; undefined for what begins with no level. */
const levelOf = (fluency: string) =>
  languageLevel.options.find((level) => fluency.toLowerCase().startsWith(level.toLowerCase()))

/** What a JSON Resume becomes: a candidate as the import takes it, or why it is none, with the entry. */
type Read = { candidate: object } | { problem: string }

/** Reads a document of JSON Resume 1.0 or before. Values are checked by the API, but for those that are mapped. */
function readResume(document: unknown): Read {
  const parsed = resume.safeParse(document, parsing)
  if (parsed.success) return { candidate: toCandidate(parsed.data) }
  return { problem: validationError(parsed.error, 'body').message }
}

function toCandidate({ basics, work, education, skills, languages }: Resume): object {
  const { location } = basics
  return {
    ...basics.name,
    email: basics.email,
    phone: basics.phone,
    headline: basics.label,
    summary: basics.summary,
    websiteUrl: basics.url ?? basics.website,
    linkedInUrl: urlOf(basics.profiles, 'linkedin', 'https://www.linkedin.com/in/'),
    gitHubUrl: urlOf(basics.profiles, 'github', 'https://github.com/'),
    street: location?.address && linesOf(location.address).join(', '),
    postalCode: location?.postalCode,
    city: location?.city,
    region: location?.region,
    country: location?.countryCode?.toUpperCase(),
    skills: toSkills(skills),
    languages: languages?.map(({ language, fluency = '' }) => ({ language, level: levelOf(fluency) })),
    employmentHistory: work?.map(toEmployment),
    education: education?.map(({ institution, area, studyType, endDate }) => ({
      school: institution,
      degree: studyType,
      field: area,
      endYear: endDate && Number(endDate.slice(0, 4)),
    })),
  }
}

function toEmployment(work: NonNullable<Resume['work']>[number]) {
  const { name, position: title, startDate, endDate, summary, highlights = [] } = work
  const startMonth = startDate && toMonth(startDate)
  const endMonth = endDate && toMonth(endDate)
  // Both of one year, of which the end is not known closer.
  const isWithinYear = startMonth && endDate === startMonth.slice(0, 4)
  return {
    title: title ?? name,
    employer: name,
    startMonth,
    endMonth: isWithinYear ? startMonth : endMonth,
    description: [summary, ...highlights].filter(Boolean).join('\n'),
  }
}

/** Of a year the month is January. */
function toMonth(date: string): string {
  return date.length === 4 ? `${date}-01` : date
}

function urlOf(profiles: Resume['basics']['profiles'], network: string, base: string): string | undefined {
  const found = profiles?.find((one) =>
    [one.network, one.url].some((name) => name?.toLowerCase().includes(network)),
  )
  return found?.url ?? (found?.username && base + encodeURIComponent(found.username))
}

function linesOf(lines: string): string[] {
  return withLineFeeds(lines)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** The name of each skill and its keywords, once each. */
function toSkills(skills: Resume['skills']): string[] | undefined {
  const names = skills?.flatMap(({ name = '', keywords = [] }) =>
    [name, ...keywords].map((one) => one.trim()),
  )
  return names && [...new Set(names)].filter((name) => name !== '')
}

/** The files of a folder as requests; what cannot be read is rejected. */
export async function* resumeParts(folder: string, rejects: Rejects): AsyncGenerator<CandidateLines> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  let names: string[] = []
  let lines: string[] = []
  let bytes = 0
  const take = (): CandidateLines => {
    const taken = names
    const body = Buffer.from(lines.map((line) => `${line}\n`).join(''))
    names = []
    lines = []
    bytes = 0
    return { body, lines: taken.length, nameOf: (line) => taken[line - 1]! }
  }
  for (const name of files) {
    const line = await readResumeFile(join(folder, name))
    if ('problem' in line) {
      rejects.add(name, line.problem)
      continue
    }
    names.push(name)
    lines.push(line.candidate)
    bytes += line.candidate.length
    if (names.length >= MAX_FILES || bytes >= MAX_BYTES) yield take()
  }
  if (names.length > 0) yield take()
}

async function readResumeFile(path: string): Promise<{ candidate: string } | { problem: string }> {
  try {
    if ((await stat(path)).size > MAX_BYTES) return { problem: 'the file is larger than 4 MiB' }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
    const read = readResume(JSON.parse(text))
    return 'problem' in read ? read : { candidate: JSON.stringify(read.candidate) }
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'the file is not valid JSON' }
    if (error instanceof TypeError) return { problem: 'the file is not valid UTF-8' }
    return {
      problem: `the file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`,
    }
  }
}
