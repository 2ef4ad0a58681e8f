import type { Salary } from '@jobboard/contracts/salary'

/** The fields of a salary in responses and events. */
export function toSalary({ salaryMin, salaryMax, salaryCurrency, salaryPeriod }: Salary): Salary {
  return { salaryMin, salaryMax, salaryCurrency, salaryPeriod }
}
