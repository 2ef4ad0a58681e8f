import { z } from 'zod'
import { INVISIBLE } from '../characters.ts'
import type { Refusal } from '../endpoint.ts'
import { country, currency } from '../iso-codes.ts'
import { employmentType } from '../jobs/job.ts'
import { clearable, email, idOf, line, patch, text, timestamp, webUrl, wireTimestamp } from '../text.ts'
import {
  careerStatus,
  completedEducation,
  described,
  education,
  employment,
  heldPosition,
  language,
  NULL_MEANS,
  profileTexts,
  spokenLanguage,
} from './profile-parts.ts'

const salary = z.int().min(0).max(1_000_000_000)
const url = clearable(webUrl())
// The Hangul fillers are letters.
const LETTER = new RegExp(`(?![${INVISIBLE}])\\p{L}`, 'u')

/** A first or last name. Without a letter it could not be masked to one. */
const personName = () =>
  line()
    .min(1, 'must not be empty')
    .refine(
      (name) => LETTER.test(name),
      'must contain a letter; a person with a single name has it as first and last name',
    )

const patchFields = {
  firstName: patch(personName()),
  lastName: patch(personName()),
  email: patch(email()),
  phone: patch(line(50)),
  linkedInUrl: patch(url),
  gitHubUrl: patch(url),
  websiteUrl: patch(url),
  headline: patch(line()),
  summary: patch(text(10_000)),
  street: patch(line()),
  city: patch(line()),
  region: patch(line()),
  postalCode: patch(line(20)),
  country: patch(clearable(country())),
  careerStatus: patch(clearable(careerStatus)),
  expectedSalaryMin: patch(clearable(salary)),
  expectedSalaryMax: patch(clearable(salary)),
  expectedSalaryCurrency: patch(clearable(currency)),
  noticePeriodDays: patch(clearable(z.int().min(0).max(3_650))),
  jobTypes: patch(z.array(employmentType).max(20)),
  skills: patch(z.array(line(100).min(1)).max(200)),
  languages: patch(z.array(language).max(50)),
  nationalities: patch(z.array(country()).max(10)),
  employmentHistory: patch(z.array(employment).max(100)),
  education: patch(z.array(education).max(50)),
}

const describedPatch = z.object(described(patchFields, profileTexts))

/** Body of `PUT /me/profile` (D-36): every field is optional, `null` leaves a field unchanged, `""` clears
 * what is optional, and a list replaces the whole list. */
export const profilePatch = describedPatch.meta({
  id: 'ProfilePatch',
  description:
    'Any subset of the fields. A field that is absent or null stays as it is, `""` clears an optional one, and a list replaces the whole list.',
  example: { headline: 'Baker, ten years', careerStatus: 'OpenToOffers', skills: ['Sourdough', 'Pastry'] },
})

const nullableText = z.string().nullable()

const storedFields = {
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: nullableText,
  linkedInUrl: nullableText,
  gitHubUrl: nullableText,
  websiteUrl: nullableText,
  headline: nullableText,
  summary: nullableText,
  street: nullableText,
  city: nullableText,
  region: nullableText,
  postalCode: nullableText,
  country: nullableText,
  careerStatus: careerStatus.nullable(),
  expectedSalaryMin: z.int().nullable(),
  expectedSalaryMax: z.int().nullable(),
  expectedSalaryCurrency: nullableText,
  noticePeriodDays: z.int().nullable(),
  jobTypes: z.array(employmentType),
  skills: z.array(z.string()),
  languages: z.array(spokenLanguage),
  nationalities: z.array(z.string()),
  employmentHistory: z.array(heldPosition),
  education: z.array(completedEducation),
}

/** The candidate of the examples. */
export const profileExample = {
  id: 12,
  firstName: 'Ada',
  lastName: 'Lind',
  email: 'ada.lind@example.com',
  phone: '+31 6 1234 5678',
  linkedInUrl: null,
  gitHubUrl: null,
  websiteUrl: null,
  headline: 'Baker, ten years',
  summary: 'Sourdough and pastry.',
  street: null,
  city: 'Utrecht',
  region: null,
  postalCode: null,
  country: 'NL',
  careerStatus: 'OpenToOffers',
  expectedSalaryMin: 32_000,
  expectedSalaryMax: 38_000,
  expectedSalaryCurrency: 'EUR',
  noticePeriodDays: 30,
  jobTypes: ['FullTime'],
  skills: ['Sourdough', 'Pastry'],
  languages: [{ language: 'Dutch', level: 'Fluent' }],
  nationalities: ['SE'],
  employmentHistory: [
    { title: 'Baker', employer: 'Corner Bakery', startMonth: '2016-03', endMonth: null, description: '' },
  ],
  education: [{ school: 'Bakery College', degree: 'Diploma', field: 'Baking', endYear: 2015 }],
  completeness: 87,
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:30:00.000Z',
}

/** The full profile (Spec §2). `completeness` is 0 to 100 (D-37). */
export const profile = z
  .object({
    id: idOf('candidate'),
    ...described(storedFields, profileTexts, NULL_MEANS),
    completeness: z
      .int()
      .min(0)
      .max(100)
      .describe('How much of the profile is filled in, 0 to 100: the sum of the weights of its sections.'),
    createdAt: wireTimestamp().describe('When the profile was created.'),
    updatedAt: wireTimestamp().describe('When a field of the profile last changed.'),
  })
  .meta({ id: 'Profile', description: 'The full profile of a candidate.', example: profileExample })
export type Profile = z.output<typeof profile>

/** What is optional in a profile, as it is before the candidate fills it in. */
export const emptyProfile = {
  phone: null,
  linkedInUrl: null,
  gitHubUrl: null,
  websiteUrl: null,
  headline: null,
  summary: null,
  street: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  careerStatus: null,
  expectedSalaryMin: null,
  expectedSalaryMax: null,
  expectedSalaryCurrency: null,
  noticePeriodDays: null,
  jobTypes: [],
  skills: [],
  languages: [],
  nationalities: [],
  employmentHistory: [],
  education: [],
} satisfies Partial<Profile>

/** Fields that only the portal may set (Admin API). */
export const adminProfileFields = {
  consentExpiresAt: patch(clearable(timestamp())).describe(
    'From then on the consent has lapsed: applies are refused and CV search does not find the candidate. `""` is a consent without end, which a new candidate without it has given.',
  ),
  isSearchable: patch(z.boolean()).describe(
    'Whether CV search finds the candidate; true for a new candidate unless it is stated.',
  ),
}

const { firstName, lastName, email: address, city, country: home, headline } = profileExample
/** What a form of the portal asks about a candidate. */
export const formExample = { firstName, lastName, email: address, city, country: home, headline }

/** What creates a candidate: the body of the Admin API, and a line of an import. */
export const newCandidate = describedPatch
  .extend({
    ...adminProfileFields,
    firstName: personName().describe(profileTexts.firstName),
    lastName: personName().describe(profileTexts.lastName),
    email: email().describe('E-mail address. It is not checked whether another candidate has it.'),
  })
  .meta({
    id: 'NewCandidate',
    description: 'A new candidate; every field but the name and the e-mail address is optional.',
    example: formExample,
  })

/** Fields of a profile that do not fit together (D-36). */
export const salaryRange: Refusal = {
  when: 'A field is invalid, `expectedSalaryMin` is above `expectedSalaryMax`, one of which may be stored, or the whole profile would be larger than 256 KiB.',
  message: 'expectedSalaryMin: 60000 is more than expectedSalaryMax, 50000; change both together.',
}
