import { normalForm } from '@jobboard/contracts/characters'
import type { CandidateForm } from '../profiles/candidate.ts'
import { peopleRows } from './people.ts'

/** What people of a country have in common: the start of their phone number, postal code, currency and native language. */
const countries: Record<string, [phone: string, postalCode: string, currency: string, language: string]> = {
  AT: ['+43 660', '1070', 'EUR', 'German'],
  AU: ['+61 4', '3056', 'AUD', 'English'],
  BE: ['+32 470', '9000', 'EUR', 'Dutch'],
  BR: ['+55 11 9', '05409-000', 'BRL', 'Portuguese'],
  CA: ['+1 416 555', 'M4Y 1R5', 'CAD', 'English'],
  CH: ['+41 78', '8004', 'CHF', 'German'],
  DE: ['+49 151', '20357', 'EUR', 'German'],
  DK: ['+45 2', '2200', 'DKK', 'Danish'],
  ES: ['+34 6', '46005', 'EUR', 'Spanish'],
  FI: ['+358 40', '00530', 'EUR', 'Finnish'],
  FR: ['+33 6', '69003', 'EUR', 'French'],
  GB: ['+44 7700', 'M4 5JD', 'GBP', 'English'],
  IE: ['+353 85', 'D08 X2A1', 'EUR', 'English'],
  IT: ['+39 3', '40126', 'EUR', 'Italian'],
  JP: ['+81 90', '150-0001', 'JPY', 'Japanese'],
  NL: ['+31 6', '3512 JE', 'EUR', 'Dutch'],
  NO: ['+47 4', '5004', 'NOK', 'Norwegian'],
  PL: ['+48 6', '31-154', 'PLN', 'Polish'],
  PT: ['+351 91', '4050-123', 'EUR', 'Portuguese'],
  SE: ['+46 70', '413 01', 'SEK', 'Swedish'],
  US: ['+1 312 555', '60614', 'USD', 'English'],
}

const people = peopleRows
  .trim()
  .split('\n')
  .map((row) => {
    const [country, firstName, lastName, city, title, employer, formerTitle, formerEmployer, ...rest] =
      row.split('|') as [string, string, string, string, string, string, string, string, ...string[]]
    const [skills, school, degree, field, salary, summary] = rest as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    return {
      country,
      firstName,
      lastName,
      city,
      positions: [
        [title, employer],
        [formerTitle, formerEmployer],
      ] as const,
      skills: skills.split(', '),
      studied: { school, degree, field },
      salary: Number(salary),
      summary,
    }
  })

const statuses = ['ActivelyLooking', 'OpenToOffers', 'OpenToOffers', 'NotLooking'] as const
const kinds = [['FullTime'], ['FullTime', 'PartTime'], ['FullTime', 'Contract'], ['PartTime']] as const

/** The profile of the candidate of a sandbox at this place, from 0, complete and always the same. After the last person they
 * begin again with other family names. */
export function personaAt(index: number): CandidateForm {
  const round = Math.floor(index / people.length)
  const person = people[index % people.length]!
  const { country, firstName, city, positions, skills, studied, salary, summary } = person
  const { lastName } = people[(index + 3 * round) % people.length]!
  const [phone, postalCode, expectedSalaryCurrency, native] = countries[country]!
  const [[title, employer], [formerTitle, formerEmployer]] = positions
  const address = [firstName, lastName].map(toAscii).join('.')
  const number = String(1_000_000 + ((index * 7_919) % 9_000_000))
  const [begunIn, changedIn] = [2008 + (index % 8), 2016 + (index % 7)]
  const month = String(1 + (index % 12)).padStart(2, '0')
  return {
    firstName,
    lastName,
    email: `${address}.${index + 1}@sandbox.invalid`,
    phone: `${phone} ${number.slice(0, 3)} ${number.slice(3)}`,
    linkedInUrl: `https://linkedin.example/in/${address.replace('.', '-')}-${index + 1}`,
    gitHubUrl: undefined,
    websiteUrl: undefined,
    headline: `${title}, ${employer}`,
    summary,
    street: undefined,
    city,
    region: undefined,
    postalCode,
    country,
    careerStatus: statuses[index % statuses.length]!,
    expectedSalaryMin: salary,
    expectedSalaryMax: Math.round(salary * 1.2),
    expectedSalaryCurrency,
    noticePeriodDays: 30 * (index % 4),
    jobTypes: [...kinds[index % kinds.length]!],
    skills,
    languages: [
      { language: native, level: 'Native' },
      native === 'English'
        ? { language: 'Spanish', level: 'Basic' }
        : { language: 'English', level: index % 2 ? 'Fluent' : 'Conversational' },
    ],
    nationalities: [country],
    employmentHistory: [
      {
        title,
        employer,
        startMonth: `${changedIn}-${month}`,
        endMonth: null,
        description: skills.slice(0, 3).join(', '),
      },
      {
        title: formerTitle,
        employer: formerEmployer,
        startMonth: `${begunIn}-09`,
        endMonth: `${changedIn - 1}-12`,
        description: skills.slice(-2).join(', '),
      },
    ],
    education: [{ ...studied, endYear: begunIn }],
    consentExpiresAt: undefined,
    isSearchable: undefined,
  }
}

const others: Record<string, string> = { ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', ı: 'i' }

function toAscii(name: string): string {
  const plain = normalForm(name.toLowerCase(), 'NFKD').replace(/[øłßæı]/g, (letter) => others[letter]!)
  return plain.replace(/[^a-z]/g, '')
}
