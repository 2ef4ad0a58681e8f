import { contactMask } from '@jobboard/contact-mask/contact-mask'
import type { OwnDetails } from '@jobboard/contact-mask/own-texts'
import type { AssessmentInput } from '../assessment/assessment.ts'
import { withoutCopiesOf } from '../assessment/posting-terms.ts'
import { withoutWithheld } from './withheld.ts'

const MAX_POSTING = 8_000
const MAX_POSITIONS = 15
const MAX_TASKS = 1_000
const MAX_SKILLS = 60
const MAX_DEGREES = 10
const MAX_LINE = 120

/** What a model reads of an application: at most about 35 000 characters. Place, languages and screening answers
 * are left to the rubric. */
export interface Material {
  posting: { title: string; description: string }
  applicant: {
    headline: string
    skills: string[]
    positions: { title: string; months: number; tasks: string }[]
    education: { degree: string; field: string }[]
  }
}

/** Whose texts a model reads: what is hidden in them. */
export type Own = OwnDetails & { nationalities?: readonly string[] | null | undefined }

/** Selects and shortens what a model reads: contact data and the author's names are masked as in CV search (D-44), and
 * sentences are withheld. `pause` lets other work of the process go on; a text takes some 20 ms at worst. */
export async function toMaterial(
  { posting, applicant }: AssessmentInput,
  own: Own,
  pause: () => Promise<unknown>,
): Promise<Material> {
  const nationalities = own.nationalities ?? []
  const { mask } = contactMask(own)
  const { mask: maskPosting } = contactMask({})
  const withoutCopies = withoutCopiesOf(`${posting.title}\n${posting.description ?? ''}`)
  // Masked and filtered first: the removal of copies joins words without their punctuation.
  const clean = async (text: string) => {
    await pause()
    return withoutWithheld(mask(text), nationalities)
  }
  const ownLine = async (text: string) => line(await clean(text))
  const tasksOf = async (text: string) => {
    const own = await clean(text)
    return cut(withoutWithheld(withoutCopies(own), nationalities), MAX_TASKS)
  }
  return {
    posting: {
      title: line(maskPosting(posting.title)),
      description: cut(maskPosting(posting.description ?? ''), MAX_POSTING),
    },
    applicant: {
      headline: await ownLine(applicant.headline),
      skills: (await inOrder(applicant.skills.slice(0, MAX_SKILLS), ownLine)).filter(Boolean),
      positions: await inOrder(
        applicant.positions.slice(0, MAX_POSITIONS),
        async ({ title, months, description }) => ({
          title: await ownLine(title),
          months,
          tasks: await tasksOf(description),
        }),
      ),
      education: await inOrder(applicant.education.slice(0, MAX_DEGREES), async ({ degree, field }) => ({
        degree: await ownLine(degree),
        field: await ownLine(field),
      })),
    },
  }
}

const line = (text: string): string => cut(text, MAX_LINE)

async function inOrder<From, To>(items: From[], map: (item: From) => Promise<To>): Promise<To[]> {
  const mapped: To[] = []
  for (const item of items) mapped.push(await map(item))
  return mapped
}

/** By code points: half a surrogate pair is no text. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('')
}
