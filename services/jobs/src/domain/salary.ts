import { ApiError } from '@jobboard/contracts/error'
import type { Salary } from '@jobboard/contracts/jobs/job'

/** Throws invalid_request unless the lowest salary is not above the highest, and an amount has a currency and a period. */
export function checkSalary({ salaryMin, salaryMax, salaryCurrency, salaryPeriod }: Salary): void {
  if (salaryMin !== null && salaryMax !== null && salaryMin > salaryMax) {
    throw refused('salaryMin', `${salaryMin} is more than salaryMax, ${salaryMax}; change both together`)
  }
  if (salaryMin === null && salaryMax === null) return
  if (salaryCurrency === null) throw refused('salaryCurrency', 'is required with salaryMin or salaryMax')
  if (salaryPeriod === null) throw refused('salaryPeriod', 'is required with salaryMin or salaryMax')
}

function refused(field: keyof Salary, reason: string): ApiError {
  return new ApiError('invalid_request', `${field}: ${reason}.`, {
    fields: [{ pointer: `/${field}`, reason }],
  })
}
