import { normalise } from '@jobboard/search-query/tokenise'
import type { Material } from './material.ts'

// A profile describes its author and past work: it does not address a reader or judge an applicant.
const ADDRESSED =
  /\b(you|your|yours|yourself|please|bitte|por favor|vous|votre|vos|usted)\b|\bs'il (vous|te) plait\b/
const APPLICANT =
  /\b(this|the) (applicant|candidate|profile|resume|cv|application)\b|\b(ce|cette|le|la) (candidate?|candidature)\b|\b(dieser?|diesen) (bewerber\w*|kandidat\w*)\b/
const DEMAND =
  /\b(must|should|shall|needs? to|has to|ought to) be (hired|scored|rated|ranked|selected|preferred|judged|treated|regarded|considered)\b/

/** Whether a text of the applicant speaks to its reader or about the applicant as one to be judged. Such a text may be
 * honest, so the model reads it; it must not gain by it. */
export function addressesReader({ applicant }: Material): boolean {
  const { headline, skills, positions, education } = applicant
  return [
    headline,
    ...skills,
    ...positions.flatMap(({ title, tasks }) => [title, tasks]),
    ...education.flatMap(({ degree, field }) => [degree, field]),
  ].some((text) => {
    const plain = normalise(text)
    return [ADDRESSED, APPLICANT, DEMAND].some((pattern) => pattern.test(plain))
  })
}
