import { parseArgs } from 'node:util'
import { MAX_PUBLISH_DAYS } from '@jobboard/contracts/limits'
import type { ImportOptions } from './import-jobs.ts'

/** What the command line asks for. */
export type Command = { help: true } | { help: false; options: ImportOptions; allowRefused: boolean }

export const HELP = `jobboard: the operators' command line of the job board

  jobboard import jobs FILE --api-key KEY [options]

Creates and publishes each line of a JSON Lines file through the public API.

  FILE                 one JSON object per line: title, description, city, country (or extra.countryCode),
                       employmentType, remoteType, reference; optional applyMethod (PlatformApply unless told),
                       applyEmailAddress, applyUrl. Other fields are left out.
  --api-key KEY        a recruiter key with scope JobPosting. Give it several times to share the work: a key may
                       make 100 calls a minute and a line takes two. Each key imports for its own employer, so
                       give the same keys in the same order when you repeat an import.
  --base-url URL       where the API is (http://127.0.0.1:8080)
  --limit N            read N lines at most
  --publish-days N     publish for N days, 1 to ${MAX_PUBLISH_DAYS} (30); 0 leaves drafts
  --allow-refused      exit with 0 although lines were refused
  --help               this text

An import may be repeated: lines that are there already are left alone (by Idempotency-Key from the reference,
which the API remembers for 24 hours). Each published line costs one JobPosting credit.
Exit code: 0 all lines are in, 1 a line was refused or the import stopped, 2 the command was not understood.

  npm run jobboard -- import jobs tools/jobboard/sample/jobs.jsonl --api-key pk_live_...
`

const options = {
  'api-key': { type: 'string', multiple: true },
  'base-url': { type: 'string', default: 'http://127.0.0.1:8080' },
  limit: { type: 'string' },
  'publish-days': { type: 'string', default: '30' },
  'allow-refused': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Reads the arguments. Throws a sentence about what is wrong with them. */
export function readArguments(args: string[]): Command {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (values.help || args.length === 0) return { help: true }
  const [verb, noun, file, ...rest] = positionals
  if (verb !== 'import' || noun !== 'jobs') throw new Error(`there is no command "${positionals.join(' ')}"`)
  if (!file || rest.length > 0) throw new Error('import jobs takes one file')
  const apiKeys = values['api-key'] ?? []
  if (apiKeys.length === 0) throw new Error('--api-key is missing')
  if (!apiKeys.every((key) => /^[!-~]+$/.test(key)))
    throw new Error('--api-key has characters no key can have')
  if (!/^https?:$/.test(URL.parse(values['base-url'])?.protocol ?? '')) {
    throw new Error('--base-url must be an http or https URL')
  }
  return {
    help: false,
    allowRefused: values['allow-refused'],
    options: {
      file,
      baseUrl: values['base-url'],
      apiKeys,
      limit: values.limit === undefined ? undefined : count('--limit', values.limit, 1, 1_000_000_000),
      publishDays: count('--publish-days', values['publish-days'], 0, MAX_PUBLISH_DAYS),
    },
  }
}

function count(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new Error(`${name} must be a whole number from ${min} to ${max}`)
}
