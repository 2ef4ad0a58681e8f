import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { profilePatch } from './candidates/profile.ts'
import { endpoints } from './endpoints.ts'
import { fullName, isSameText, line } from './text.ts'

const BLANKS = {
  'zero-width space': '\u200b',
  'word joiner': '\u2060',
  'Hangul filler': '\u3164',
  'Hangul choseong filler': '\u115f',
  'halfwidth Hangul filler': '\uffa0',
  'braille blank': '\u2800',
  'byte order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  'emoji variation selector': '\ufe0f',
  'joiners and marks of direction': '\u200d\u200c\u200e\u200f\u2066\u2069',
  'Mongolian vowel separator': '\u180e',
  'tag characters': '\u{e0061}\u{e007f}',
  'marks of annotation': '\ufff9\ufffa\ufffb',
  'controls of hieroglyphs': '\u{13430}\u{1343f}',
  'musical null notehead': '\u{1d159}',
  'Khitan filler': '\u{16fe4}',
  'no-break space': '\u00a0',
  'ideographic space': '\u3000',
  'all at once': ' \u200b \u3164\u2800\ufeff ',
}

interface Field {
  name: string
  schema: z.ZodType
}

/** Every field of every request that takes a text. */
const fields = endpoints.flatMap(({ name, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([place, schema]) =>
    schema ? fieldsOf(schema, `${name} ${place}`) : [],
  ),
)

function fieldsOf(schema: z.ZodType, path: string): Field[] {
  const inner = bare(schema)
  if (inner instanceof z.ZodObject) {
    return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
      fieldsOf(field, `${path}.${key}`),
    )
  }
  if (inner instanceof z.ZodArray) return fieldsOf(inner.element as z.ZodType, `${path}[]`)
  return takesText(inner) ? [{ name: path, schema }] : []
}

/** Without what makes a schema optional, and what happens after it. */
function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return bare(schema.unwrap() as z.ZodType)
  }
  if (schema instanceof z.ZodPipe) return bare(schema.in as z.ZodType)
  return schema
}

function takesText(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodUnion)
    return schema.options.some((option) => takesText(bare(option as z.ZodType)))
  return schema instanceof z.ZodString
}

/** What a field makes of a value: its text, or why it is refused. */
function outcome({ schema }: Field, value: string): { data: unknown } | { refused: string[] } {
  const { success, data, error } = schema.safeParse(value)
  return success ? { data } : { refused: error!.issues.map(({ message }) => message) }
}

// No texts of users: the service reads them character by character.
const OPAQUE = /\.(cursor|query|deadLetterId|replayId|resyncId)$/

const LONG = /\.(description|summary|coverLetter|comments|note|answer|rejectionReason\.text)$/

describe('blank is blank (P-594)', () => {
  const texts = fields.filter(({ name }) => !OPAQUE.test(name))

  test('there are fields to check, required and optional', () => {
    const names = texts.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['create-job body.title', 'apply body.coverLetter']))
    expect(names.length).toBeGreaterThan(100)
  })

  test.each(Object.entries(BLANKS))('400 or empty: %s in any line of any endpoint', (_, blank) => {
    const outcomes = texts.map((field) => ({
      field: field.name,
      blank: outcome(field, blank),
      white: outcome(field, ' '),
      empty: outcome(field, ''),
    }))
    const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
    const isAsSent = (one: object) => isSame(one, { data: blank })
    // It is refused, or it is what an empty text is; texts of several lines are stored as they were sent.
    const wrong = outcomes.filter(
      (one) =>
        !(isSame(one.blank, one.white) && ('refused' in one.blank || isSame(one.blank, one.empty))) &&
        !(isAsSent(one.blank) && LONG.test(one.field)),
    )
    expect(wrong).toEqual([])
  })

  test.each([
    ['create-job body.title'],
    ['create-employer body.name'],
    ['create-candidate body.firstName'],
    ['update-profile body.skills[]'],
    ['update-profile body.employmentHistory[].title'],
    ['create-note body.text'],
    ['assign-tag body.label'],
    ['put-scorecard params.stage'],
    ['put-scorecard body.ratings[].criterion'],
    ['replace-screening-questions body[].options[]'],
    ['mint-recruiter-key body.name'],
    ['refuse-key body.reason'],
    ['replace-rejection-reasons body[].label'],
    ['replace-scorecard-template body.criteria[].name'],
  ])('400: a blank in %s', (name) => {
    const field = fields.find((one) => one.name === name)
    expect(fields.map((one) => one.name)).toContain(name)
    for (const blank of Object.values(BLANKS)) expect(outcome(field!, blank)).toHaveProperty('refused')
  })
})

test.each(['\u3164.', '1\u115f', '-'])(
  '400: %j is no name: it has no letter that is seen (P-261)',
  (name) => {
    for (const field of ['firstName', 'lastName'] as const) {
      expect(profilePatch.safeParse({ [field]: name }).error?.issues[0]?.message).toMatch(
        /must contain a letter/,
      )
    }
  },
)

test.each(['e\u0301', '\u200bAda', 'I \u2764\ufe0f', '\u0645\u06cc\u200c\u062e'])(
  'a line is stored as it was sent: %j',
  (sent) => {
    expect(line().parse(` ${sent} `)).toBe(sent)
  },
)

test.each([
  ['M\u00fcller', 'Mu\u0308ller', true],
  ['ja', ' j\u200ba\u3164', true],
  ['ja', 'Ja', false],
])('%j and %j look the same: %s (P-595)', (one, other, isSame) => {
  expect(isSameText(one, other)).toBe(isSame)
})

test.each([
  ['Ada', 'Quill', 'Ada Quill'],
  ['Suharto', 'Suharto', 'Suharto'],
  ['Suharto', 'SUHARTO', 'Suharto'],
  ['\u00c9a', 'E\u0301a', '\u00c9a'],
  ['Suharto', '', 'Suharto'],
  ['\u200b', 'Suharto', 'Suharto'],
  ['Ali', 'Ali Khan', 'Ali Ali Khan'],
])('%s and %s are %s (P-261)', (firstName, lastName, name) => {
  expect(fullName({ firstName, lastName })).toBe(name)
})
