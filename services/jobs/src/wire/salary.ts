import type { Salary } from '@jobboard/contracts/jobs/job'

/** The fields of a salary in responses and events. */
export function toSalary({ salaryMin, salaryMax, salaryCurrency, salaryPeriod }: Salary): Salary {
  return { salaryMin, salaryMax, salaryCurrency, salaryPeriod }
}
