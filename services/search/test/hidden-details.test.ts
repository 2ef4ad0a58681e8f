import { evaluate } from '@jobboard/search-query/evaluate'
import { parse } from '@jobboard/search-query/parse'
import { encodeWord, tokenise } from '@jobboard/search-query/tokenise'
import { randomRuns } from '@jobboard/testkit/random-runs'
import { ANCHOR, anySecretProfile, type SecretProfile } from '@jobboard/testkit/secret-profile'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildDocument, currentTokeniser } from '../src/documents/document.ts'
import { FUNDED_EMPLOYER, startSearch, testProfile } from './support/setup.ts'
import { allSteps } from './support/steps.ts'

const searchService = await startSearch()

const [WITH_SECRETS, TWIN] = [1, 2]

test('property: no search, preview, match, facet or wildcard shows or confirms what is hidden: a profile with secrets is found and shown as its twin without them (D-42, D-44, D-46)', async () => {
  await fc.assert(
    fc.asyncProperty(anySecretProfile, async (profile) => {
      const { person, texts, twin } = profile
      const lastActiveAt = searchService.ago(0)
      await searchService.receiveProfile(WITH_SECRETS, { ...person, ...texts, lastActiveAt })
      await searchService.receiveProfile(TWIN, { ...person, ...twin, lastActiveAt })

      // Both are shown alike.
      const found = await searchService.search(FUNDED_EMPLOYER, `${ANCHOR} OR forge OR kiln`, {
        matches: true,
        facets: ['country', 'careerStatus'],
      })
      expect(found.body.items.map(({ candidateId }) => candidateId)).toEqual([TWIN, WITH_SECRETS])
      const [asTwin, asIs] = found.body.items.map((item) => ({ ...item, candidateId: 0 }))
      expect(asIs).toEqual(asTwin)
      const [preview, twinPreview] = await Promise.all([WITH_SECRETS, TWIN].map(previewOf))
      expect(preview).toEqual(twinPreview)

      // Whatever the twin lacks is not found, in the whole or in part.
      const hidden = await findAny(termsToProbe(profile))
      expect([profile.secrets, hidden]).toEqual([profile.secrets, []])

      // No wildcard counts a hidden word.
      const { terms } = documentOf(profile)
      const words = [...new Set(profile.secrets.flatMap((secret) => tokenise(secret)))].map(encodeWord)
      const hiddenWords = words.filter((word) => !terms.includes(word))
      const counted = await searchService.deps.db
        .sql`select word from cv_word_3 where word = any(${hiddenWords})`
      expect([profile.secrets, counted]).toEqual([profile.secrets, []])
    }),
    { numRuns: Number(process.env.MASK_RUNS ?? randomRuns(60)) },
  )
})

async function previewOf(id: number) {
  const { status, body } = await searchService.asRecruiter(1).get(`/api/v1/candidates/${id}/preview`)
  expect(status).toBe(200)
  return { ...body, candidateId: 0 }
}

function documentOf({ person, twin }: SecretProfile) {
  return allSteps(buildDocument(testProfile(TWIN, { ...person, ...twin }), currentTokeniser))
}

/** The words of the secrets, their beginnings, and phrases across them, but for what the twin has too. */
function termsToProbe(profile: SecretProfile): string[] {
  const { sections } = documentOf(profile)
  const words = [
    ...new Set([...profile.secrets, ...Object.values(profile.person)].flatMap((text) => tokenise(text!))),
  ]
  const prefixes = words.flatMap((word) => [
    `${word.slice(0, 2)}*`,
    `${word.slice(0, 3)}*`,
    `${word.slice(0, -1)}*`,
  ])
  const own = [...new Set([...words, ...prefixes])].filter((term) => {
    const query = tryParse(term)
    return query && !evaluate(query, sections)
  })
  // The twin shares the code that breaks phrases, so these are looked for in any case.
  return [...own, ...new Set(profile.broken.map((phrase) => `"${phrase}"`))]
}

function tryParse(term: string) {
  try {
    return parse(term)
  } catch {
    return undefined
  }
}

/** Those of the terms that find somebody. */
async function findAny(terms: string[]): Promise<string[]> {
  const found: string[] = []
  const TERMS_PER_QUERY = 50
  for (let i = 0; i < terms.length; i += TERMS_PER_QUERY) {
    const some = terms.slice(i, i + TERMS_PER_QUERY)
    const { status, body } = await searchService.search(FUNDED_EMPLOYER, some.join(' OR '), { matches: true })
    expect(status).toBe(200)
    if (body.total > 0) found.push(...(some.length > 1 ? await findEach(some) : some))
  }
  return found
}

async function findEach(terms: string[]): Promise<string[]> {
  const found: string[] = []
  for (const term of terms) {
    const { body } = await searchService.search(FUNDED_EMPLOYER, term)
    if (body.total > 0) found.push(term)
  }
  return found
}
