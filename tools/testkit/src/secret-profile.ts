import type { Profile } from '@jobboard/contracts/candidates/profile'
import fc from 'fast-check'

type Person = Pick<
  Profile,
  'firstName' | 'lastName' | 'email' | 'phone' | 'linkedInUrl' | 'gitHubUrl' | 'websiteUrl' | 'street'
>
type Texts = Pick<
  Profile,
  'headline' | 'city' | 'summary' | 'skills' | 'languages' | 'employmentHistory' | 'education'
>

/** A profile that identifies its person in every text, and its twin that does not. */
export interface SecretProfile {
  person: Person
  /** Each text has a secret in the middle. */
  texts: Texts
  /** The same with `***` in place of each secret: what others may see. */
  twin: Texts
  /** The secrets as they are spelled in the texts. */
  secrets: string[]
  /** Words beside a secret, as phrases of which no text has the words side by side. */
  broken: string[]
}

/** A skill of each of these profiles. */
export const ANCHOR = 'leakproof'

/** The words of the twins. */
export const PLAIN_WORDS = 'forge kiln timber weaving barrel mosaic velvet harbour copper lantern'.split(' ')
const plain = fc.constantFrom(...PLAIN_WORDS)
// A letter that no plain word starts with keeps random words apart from them and from their prefixes.
const word = fc.stringMatching(/^[qxz][a-z]{4,8}$/)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const digits = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789'), { minLength: length, maxLength: length })
    .map((all) => all.join(''))

const anyPerson: fc.Arbitrary<Person> = fc
  .record({
    first: word,
    last: word,
    box: word,
    domain: word,
    slug: word,
    user: word,
    site: word,
    lane: word,
  })
  .chain((names) => fc.tuple(fc.constant(names), digits(8)))
  .map(([{ first, last, box, domain, slug, user, site, lane }, number]) => ({
    firstName: capital(first),
    lastName: capital(last),
    email: `${box}.${last}@${domain}.example`,
    phone: `+47 ${number.slice(0, 3)} ${number.slice(3, 5)} ${number.slice(5)}`,
    linkedInUrl: `https://www.linkedin.com/in/${slug}-${first}`,
    gitHubUrl: `https://github.com/${user}`,
    websiteUrl: `https://${site}.example/cv`,
    street: `${capital(lane)} Lane 7`,
  }))

const inCircles = (number: string) =>
  number.replace(/\d/g, (digit) => String.fromCodePoint(digit === '0' ? 0x24ea : 0x2460 + Number(digit) - 1))
const inFullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0))
const inArabic = (number: string) =>
  number.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
const without = (url: string) => url.replace(/^https:\/\/(www\.)?/, '')

/** Every spelling that a mask must recognise (D-44). */
function spellingsOf(person: Person): string[] {
  const { firstName, lastName, email } = person
  const [phone, linkedIn, gitHub, site] = [
    person.phone!,
    person.linkedInUrl!,
    person.gitHubUrl!,
    person.websiteUrl!,
  ]
  const [box, domain] = email.split('@') as [string, string]
  const national = phone.slice(4)
  return [
    ...[email, email.toUpperCase(), inFullWidth(email), `${box} @ ${domain}`, `@${box}`],
    ...[`${box} (at) ${domain.replace('.', ' (dot) ')}`, `${box} at ${domain.replace('.', ' dot ')}`],
    ...[`${box} at gmail dot com`, `${box}[at]gmail.com`],
    ...[
      phone,
      phone.replaceAll(' ', ''),
      national,
      national.replaceAll(' ', '.'),
      national.replaceAll(' ', ' / '),
    ],
    ...[
      inCircles(national),
      inFullWidth(national),
      inArabic(national),
      national.split('').join(' '),
      `tel:${national}`,
    ],
    ...[linkedIn, without(linkedIn), linkedIn.toUpperCase(), linkedIn.split('/').at(-1)!],
    ...[
      gitHub,
      without(gitHub),
      gitHub.split('/').at(-1)!,
      site,
      without(site),
      without(site).split('/')[0]!,
    ],
    ...[`${firstName} ${lastName}`, `${lastName}, ${firstName}`, firstName, lastName, lastName.toUpperCase()],
    ...[`${firstName[0]}. ${lastName}`, `${lastName} ${firstName[0]}`, `${firstName[0]}${lastName}`],
    ...[
      firstName + lastName,
      (firstName + lastName).toLowerCase(),
      `${firstName}-${lastName}`,
      `${lastName}_${firstName}`,
    ],
    ...[
      inFullWidth(lastName),
      `${lastName.slice(0, 2)}\u00ad${lastName.slice(2)}`,
      `${lastName[0]}\u0301${lastName.slice(1)}`,
    ],
    person.street!,
  ]
}

const TEXTS = 11

/** A profile with secrets in every text, its twin, and the secrets. */
export const anySecretProfile: fc.Arbitrary<SecretProfile> = anyPerson.chain((person) =>
  fc
    .array(fc.tuple(fc.constantFrom(...spellingsOf(person)), plain, plain), {
      minLength: TEXTS,
      maxLength: TEXTS,
    })
    .map((parts) => {
      const texts = parts.map(([secret, before, after]) => `${before} ${secret} ${after}`)
      const twins = parts.map(([, before, after]) => `${before} *** ${after}`)
      return {
        person,
        texts: toTexts(texts),
        twin: toTexts(twins),
        secrets: parts.map(([secret]) => secret),
        broken: parts.map(([, before, after]) => `${before} ${after}`),
      }
    }),
)

function toTexts(texts: string[]): Texts {
  const [headline, city, summary, first, second, language, title, employer, description, school, degree] =
    texts
  return {
    headline: headline!,
    city: city!,
    summary: summary!,
    skills: [ANCHOR, first!, second!],
    languages: [{ language: language!, level: 'Native' }],
    employmentHistory: [
      { title: title!, employer: employer!, description: description!, startMonth: null, endMonth: null },
    ],
    education: [{ school: school!, degree: degree!, field: second!, endYear: null }],
  }
}
