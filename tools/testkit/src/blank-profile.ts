import { emptyProfile, type Profile } from '@jobboard/contracts/candidates/profile'

/** A profile with only a name and an e-mail; a test spreads the fields under test over it. */
export const blankProfile: Profile = {
  id: 1,
  firstName: 'Ada',
  lastName: 'Quill',
  email: 'ada.quill@post.example',
  ...emptyProfile,
  completeness: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
