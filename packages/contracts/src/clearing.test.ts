import { expect, test } from 'vitest'
import { updateCandidate } from './candidates/admin.ts'
import { updateProfile } from './candidates/me.ts'
import { updateJob } from './jobs/endpoints.ts'

const required = ['title', 'firstName', 'lastName', 'email', 'isSearchable']

test.each([updateJob, updateProfile, updateCandidate])(
  '$name: "" or an empty list clears every field but those that always have a value (D-08)',
  ({ body }) => {
    const shape = body!.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>
    const cleared = (name: string) => ['', []].some((empty) => shape[name]!.safeParse(empty).success)
    const never = Object.keys(shape).filter((name) => !cleared(name))
    expect(never).toEqual(required.filter((name) => name in shape))
  },
)
