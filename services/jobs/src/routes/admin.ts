import * as endpoints from '@jobboard/contracts/jobs/endpoints'
import { type Route, route } from '@jobboard/service/http/route'
import { replaceScreeningQuestions } from '../actions/replace-screening-questions.ts'

/** Admin API */
export const adminRoutes: Route[] = [route(endpoints.replaceScreeningQuestions, replaceScreeningQuestions)]
