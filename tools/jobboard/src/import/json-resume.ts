/** The parts of a JSON Resume 1.0 document that a profile has; everything is optional. */
export interface JsonResume {
  basics?: {
    name?: string
    label?: string
    email?: string
    phone?: string
    url?: string
    summary?: string
    location?: { address?: string; postalCode?: string; city?: string; countryCode?: string; region?: string }
    profiles?: { network?: string; url?: string }[]
  }
  work?: {
    name?: string
    position?: string
    startDate?: string
    endDate?: string
    summary?: string
    highlights?: string[]
  }[]
  education?: { institution?: string; area?: string; studyType?: string; endDate?: string }[]
  skills?: { name?: string; keywords?: string[] }[]
  languages?: { language?: string; fluency?: string }[]
}

const MAX_SKILLS = 200
const MAX_SKILL_LENGTH = 100

/** A resume as the import of candidates takes it. A name of one word is both first and last name. Values are not checked
 * here: the API does. */
export function toCandidate({ basics = {}, work, education, skills, languages }: JsonResume): object {
  const [lastName = '', ...firstNames] = (basics.name ?? '').trim().split(/\s+/).reverse()
  const { location = {}, profiles } = basics
  const urlOf = (network: string) =>
    profiles?.find((profile) => profile.network?.toLowerCase() === network)?.url
  return {
    firstName: firstNames.reverse().join(' ') || lastName,
    lastName,
    email: basics.email,
    phone: basics.phone,
    headline: basics.label,
    summary: basics.summary,
    websiteUrl: basics.url,
    linkedInUrl: urlOf('linkedin'),
    gitHubUrl: urlOf('github'),
    street: location.address?.replace(/\s*\n\s*/g, ', '),
    postalCode: location.postalCode,
    city: location.city,
    region: location.region,
    country: location.countryCode?.toUpperCase(),
    skills: toSkills(skills),
    languages: languages?.flatMap(({ language, fluency = '' }) =>
      language ? [{ language, level: toLevel(fluency) }] : [],
    ),
    employmentHistory: work?.flatMap(({ name, position, startDate, endDate, summary, highlights = [] }) => {
      const title = position || name
      if (!title) return []
      const description = [summary, ...highlights].filter(Boolean).join('\n')
      return [
        {
          title,
          employer: name ?? '',
          startMonth: toMonth(startDate),
          endMonth: toMonth(endDate),
          description,
        },
      ]
    }),
    education: education?.map(({ institution = '', area = '', studyType = '', endDate }) => ({
      school: institution,
      degree: studyType,
      field: area,
      endYear: endDate ? Number(endDate.slice(0, 4)) : null,
    })),
  }
}

/** The name of each skill and its keywords, once each. */
function toSkills(skills: JsonResume['skills']): string[] | undefined {
  const names = skills?.flatMap(({ name, keywords = [] }) => [name ?? '', ...keywords])
  const usable = names
    ?.map((name) => name.trim())
    .filter((name) => name !== '' && name.length <= MAX_SKILL_LENGTH)
  return usable && [...new Set(usable)].slice(0, MAX_SKILLS)
}

/** Dates are years, months or days; of a year the month is January. */
function toMonth(date: string | undefined): string | null {
  if (!date) return null
  return date.length === 4 ? `${date}-01` : date.slice(0, 7)
}

// Fluency is free text: "Native speaker", "C1", "Professional working proficiency".
function toLevel(fluency: string): string {
  if (/native|mother|bilingual/i.test(fluency)) return 'Native'
  if (/fluent|full professional|\bc[12]\b/i.test(fluency)) return 'Fluent'
  if (/basic|beginner|elementary|\ba[12]\b/i.test(fluency)) return 'Basic'
  return 'Conversational'
}
