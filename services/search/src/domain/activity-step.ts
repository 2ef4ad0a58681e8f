/** The last activity of a stored copy moves when it is at least this much later (P-200); a change of the profile carries
 * its exact time. */
export const ACTIVITY_STEP_MINUTES = 10
