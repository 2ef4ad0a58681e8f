import { blankProfile } from '@jobboard/testkit/blank-profile'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toAssessmentInput } from '../src/assessment/assessment.ts'
import { openLlmAssess } from '../src/llm/peers.ts'
import { type FakeLlm, openFakeLlm } from './support/fake-llm.ts'
import { llmEnv } from './support/llm-env.ts'
import { createdEvent } from './support/pipeline-with-jobs.ts'

let fake: FakeLlm
let assess: NonNullable<Awaited<ReturnType<typeof openLlmAssess>>>
beforeAll(async () => {
  fake = await openFakeLlm()
  assess = (await openLlmAssess(llmEnv(fake.url)))!
})
afterAll(() => fake.close())

const letters = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'bcdfgklmnprtvz'), minLength: length, maxLength: length + 3 })
const name = letters(6).map((text) => `Qu${text}`)

/** What the author states about himself or herself; `#` is a word by which the sentence is found again. */
const statements = [
  'I am a practising Muslim from #',
  'Katholisch, Gemeinde #',
  'Member of the Labour Party, branch #',
  'Mitglied der IG Metall, Bezirk #',
  'Syndicat CGT, section #',
  'African American woman from #',
  'Swiss citizen, canton #',
  'Je suis française de #',
  'Gay man in the # choir',
  'Married to #',
  'Mother of two in #',
  'I am 61 and live in #',
  'Age: 58, #',
  'Born in #',
  'I have diabetes, see #',
  'Schwerbehindert, Ausweis #',
  'HIV-positive, clinic #',
  'My photo: #',
  'Blood type AB #',
  'Convicted in #',
]
const secrets = fc.record({
  first: name,
  last: name,
  slug: letters(8),
  street: letters(7),
  mail: letters(7),
  digits: fc.stringMatching(/^[1-9]\d{8}$/),
  marker: letters(9),
  statement: fc.constantFrom(...statements),
  nationality: fc.constantFrom(['CH', 'Swiss'], ['KE', 'Kenyan'], ['FR', 'Français'], ['TR', 'Türke']),
})
const spaced = (digits: string) => digits.replace(/(\d{3})(?=\d)/g, '$1 ')
/** One text with all of them, as a candidate may write it into any field. */
const textOf = (s: typeof secrets extends fc.Arbitrary<infer S> ? S : never) =>
  [
    `${s.last} ${s.first} method. ${s.first[0]}. ${s.last}, keeper`,
    `Write to ${s.mail}@post.example or ${s.mail} at post dot example`,
    `Call +41 ${spaced(s.digits)} or ${s.digits}`,
    `linkedin.com/in/${s.slug}, github ${s.slug}, www.${s.slug}.example/cv`,
    `Street ${s.street} 5`,
    s.statement.replace('#', s.marker),
    `${s.nationality[1]} keeper called ${s.marker}`,
  ].join('. ')

test('no name, contact data, slug, age or special category reaches the model, from whichever field (P-111)', async () => {
  await fc.assert(
    fc.asyncProperty(secrets, fc.nat(6), async (secret, place) => {
      const text = textOf(secret)
      const at = (index: number, plain: string) =>
        place === index || place === 6 ? `${plain}. ${text}` : plain
      const { data } = createdEvent({
        coverLetter: text,
        resumeUrl: `https://${secret.slug}.example`,
        screeningAnswers: [{ questionId: 1, question: 'Storms?', answer: text }],
        candidate: {
          ...blankProfile,
          id: 1,
          firstName: secret.first,
          lastName: secret.last,
          email: `${secret.mail}@post.example`,
          phone: `+41 ${secret.digits}`,
          linkedInUrl: `https://linkedin.com/in/${secret.slug}`,
          gitHubUrl: `https://github.com/${secret.slug}`,
          street: `Street ${secret.street} 5`,
          nationalities: [secret.nationality[0]!],
          summary: text,
          headline: at(0, 'Lamp keeper'),
          skills: [at(1, 'Lamp repair'), 'Fog horn'],
          employmentHistory: [
            {
              title: at(2, 'Keeper'),
              description: at(3, 'Kept the lamp'),
              employer: text.slice(0, 200),
              startMonth: '1999-01',
              endMonth: '2001-12',
            },
          ],
          education: [
            { school: text.slice(0, 200), degree: at(4, 'BSc'), field: at(5, 'Optics'), endYear: 1984 },
          ],
        },
      })
      fake.requests.length = 0
      await assess(toAssessmentInput(data), data.candidate, new AbortController().signal)
      const sent = fake.requests[0]!.body.toLowerCase()
      const words: string[] = [secret.first, secret.last, secret.slug, secret.mail, secret.digits]
      for (const word of [...words, spaced(secret.digits), secret.street, secret.marker]) {
        expect(sent).not.toContain(word.toLowerCase())
      }
      for (const year of ['1999', '2001', '1984']) expect(sent).not.toContain(year)
      // What is not secret is there.
      for (const word of ['fog horn', ...(place === 0 ? [] : ['lamp keeper'])]) expect(sent).toContain(word)
    }),
    { numRuns: 150 },
  )
})
