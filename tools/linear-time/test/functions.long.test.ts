import { updateProfile } from '@jobboard/contracts/candidates/me'
import { caseFold, isPathText, normalForm } from '@jobboard/contracts/characters'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints'
import { email, label, line, text as longText, timestamp } from '@jobboard/contracts/text'
import { buildRouter } from '@jobboard/gateway/http/router'
import { bearerToken } from '@jobboard/gateway/keys/caller'
import { summaryOf, toJobPosting } from '@jobboard/jobs/open-jobs/open-job'
import { termsOf, wordQuery } from '@jobboard/jobs/open-jobs/search'
import { experience, skills } from '@jobboard/pipeline/assessment/career'
import { languages } from '@jobboard/pipeline/assessment/criteria'
import { postingTermsOf } from '@jobboard/pipeline/assessment/posting-terms'
import { withoutWithheld } from '@jobboard/pipeline/llm/withheld'
import { toSearchDocument } from '@jobboard/search-query/document'
import { nearest } from '@jobboard/search-query/nearest'
import { normalise, tokenise, tokenisePattern } from '@jobboard/search-query/tokenise'
import { readIfMatch } from '@jobboard/service/http/etag'
import { findSyntaxError } from '@jobboard/service/http/json-syntax'
import { responseType } from '@jobboard/service/http/media-type'
import { checkJsonShape } from '@jobboard/service/http/parse-json'
import { isDryRun, prefersStrict } from '@jobboard/service/http/prefer'
import { readQuery } from '@jobboard/service/http/query'
import {
  findUnknownFields,
  ignoredFieldsHeader,
  knownFieldsOf,
  unknownFieldError,
} from '@jobboard/service/http/unknown-fields'
import { expect, test } from 'vitest'
import { quadraticGrowth } from './support/growth.ts'

// Parts that, repeated, have been the worst for some function: marks, foldings, separators, words, quotes, escapes.
const parts = [
  'a\u0323\u0301',
  '\u0301\u0323',
  '\u200c\u0301\u0323',
  '\uff9e\u0323',
  '\u094d\u0640\u093c',
  'İ\u0323',
]
parts.push(
  ' ',
  '- ',
  "a'",
  'C++ ',
  '.a',
  '\r\n\t',
  '1 ',
  '"\\',
  '%25',
  '<&',
  'ﷺ',
  '😀',
  'x',
  'ignore. ',
  'a@',
  '*,',
  'q="',
)

const texts: Record<string, (length: number) => string> = {
  ...Object.fromEntries(
    parts.map((part) => [JSON.stringify(part), (length) => part.repeat(Math.ceil(length / part.length))]),
  ),
  'different words': (length) => Array.from({ length: length / 8 }, (_, i) => `w${i.toString(36)}`).join(' '),
}

const posting = { city: null, country: null, employmentType: null, remoteType: null }
const applicant = {
  headline: '',
  city: null,
  country: null,
  jobTypes: [],
  skills: [],
  languages: [],
  education: [],
}
const inputOf = (text: string) => ({
  posting: { ...posting, title: 'Baker', description: text },
  applicant: { ...applicant, positions: [{ title: text.slice(0, 200), description: text, months: 1 }] },
  screening: [],
})
const job = {
  ...{ id: 1, title: 'Baker', employerName: 'B', city: 'Oslo', country: 'NO', screeningQuestions: [] },
  ...{ employmentType: 'FullTime', remoteType: 'OnSite', applyMethod: 'PlatformApply', applyUrl: null },
  ...{ postedAt: new Date(0), expiresAt: new Date(0), postedDate: new Date(0) },
} as const
const profileFields = knownFieldsOf(updateProfile.body!)
const refuseUnknown = (body: unknown) => {
  const found = findUnknownFields(body, profileFields)
  return [ignoredFieldsHeader(found), found.map(unknownFieldError)]
}
const paths = buildRouter(endpoints.filter(({ plane }) => plane === 'public'))
const dryRunnable = { hasDryRun: true } as Endpoint

const functions: Record<string, (text: string) => unknown> = {
  normalForm: (text) => normalForm(text, 'NFKC'),
  caseFold,
  normalise,
  tokenise,
  tokenisePattern,
  toSearchDocument: (text) => toSearchDocument([text]),
  isPathText,
  line: (text) => line(200_000).safeParse(text),
  text: (text) => longText(200_000).safeParse(text),
  label: (text) => label(200_000).safeParse(text),
  email: (text) => email().safeParse(text),
  timestamp: (text) => timestamp().safeParse(text),
  bearerToken: (text) => bearerToken(`Bearer ${text}`),
  isDryRun: (text) => ignoreRefusal(() => isDryRun(dryRunnable, { prefer: text }, [])),
  prefersStrict: (text) => prefersStrict(text),
  readIfMatch: (text) => ignoreRefusal(() => readIfMatch({ 'if-match': text })),
  checkJsonShape: (text) => checkJsonShape(Buffer.from(JSON.stringify(text)), 'The body'),
  findSyntaxError: (text) => [findSyntaxError(text), findSyntaxError(`{"a": "${text}`)],
  'one unknown field with a long name': (text) => refuseUnknown({ [text]: text }),
  'many unknown fields': (text) =>
    refuseUnknown(
      Object.fromEntries(Array.from({ length: text.length / 10 }, (_, i) => [`${text[0]}${i}`, 1])),
    ),
  'unknown fields in a long list': (text) =>
    refuseUnknown({
      languages: Array.from({ length: text.length / 10 }, () => ({ name: '', [text[0]!]: 1 })),
    }),
  'a parameter that comes often': (text) => readQuery(`/?${'a&'.repeat(text.length / 2)}`),
  'a path of no endpoint': (text) => paths.nearestPath(`api/v1/${text}`.split('/')),
  'a path of no endpoint with many segments': (text) => paths.nearestPath([...text].map(() => 'jobs')),
  'words near to a word': (text) => {
    const word = text.slice(0, text.length / 5)
    return nearest(word, [`${word}a`, `${word.slice(1)}b`], 9)
  },
  responseType: (text) => ignoreRefusal(() => responseType(text)),
  'words of a job': (text) =>
    termsOf({ ...job, description: text } as unknown as Parameters<typeof termsOf>[0]),
  'query for jobs': (text) => ignoreRefusal(() => wordQuery(text)),
  'job as JSON-LD': (text) =>
    toJobPosting({ ...job, description: text } as unknown as Parameters<typeof toJobPosting>[0]),
  'summary of a job': summaryOf,
  rubric: (text) => {
    const input = inputOf(text)
    const posting = postingTermsOf(input.posting)
    return [skills, experience, languages].map((criterion) => criterion(input, posting))
  },
  withoutWithheld,
}

function ignoreRefusal(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if ((error as { code?: string }).code === undefined) throw error
  }
}

test.each(Object.keys(functions))(
  '%s: ten times the text takes at most forty times as long (P-271)',
  (name) => {
    const failures = Object.entries(texts).flatMap(([part, textOf]) => {
      const failure = quadraticGrowth((length) => {
        const text = textOf(length)
        return () => functions[name]!(text)
      })
      return failure ? [`${part}: ${failure}`] : []
    })
    expect(failures).toEqual([])
  },
)
