// Printed from openapi/v1.json by `npm run openapi`: do not edit.

export interface paths {
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your jobs, newest first
         * @description Requires a recruiter key with scope JobPosting. Limit: 100 requests a minute, shared by all operations of the family `jobs`.
         */
        get: operations["list-jobs"];
        put?: never;
        /**
         * Create a draft
         * @description Requires a recruiter key with scope JobPosting. Limit: 100 requests a minute, shared by all operations of the family `jobs`.
         */
        post: operations["create-job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one job with its full description
         * @description Requires a recruiter key with scope JobPosting. Limit: 100 requests a minute, shared by all operations of the family `jobs`.
         */
        get: operations["get-job"];
        /**
         * Change any subset of the mutable fields of a Draft or Active job
         * @description Requires a recruiter key with scope JobPosting. Limit: 100 requests a minute, shared by all operations of the family `jobs`.
         */
        put: operations["update-job"];
        post?: never;
        /**
         * Close a job; its applications remain
         * @description Requires a recruiter key with scope JobPosting. Limit: 100 requests a minute, shared by all operations of the family `jobs`.
         */
        delete: operations["close-job"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a draft until its expiryDate
         * @description Requires a recruiter key with scope JobPosting. Limit: 100 requests a minute, shared by all operations of the family `jobs`. Costs one JobPosting credit.
         */
        post: operations["publish-job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find jobs that you can apply to, newest first
         * @description Requires a candidate key with any scope. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        get: operations["list-open-jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one job that you can apply to, with its screening questions
         * @description Requires a candidate key with any scope. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        get: operations["get-open-job"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List new and moved applications of all your jobs, in the order of their changes
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        get: operations["list-application-changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one application
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        get: operations["get-application"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{id}/ai-assessment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the AI assessment of an application, which is computed once when it arrives
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        get: operations["get-ai-assessment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of status of an application, newest first
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        get: operations["list-application-history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes about an application and its candidate, newest first
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        get: operations["list-notes"];
        put?: never;
        /**
         * Write a note about an application or its candidate
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        post: operations["create-note"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{id}/scorecards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the scorecards of an application, newest first
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        get: operations["list-scorecards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{id}/scorecards/{stage}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your scorecard for a stage
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        get: operations["get-scorecard"];
        /**
         * Store your scorecard for a stage
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        put: operations["put-scorecard"];
        post?: never;
        /**
         * Delete your scorecard for a stage
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        delete: operations["delete-scorecard"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move an application to another status
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        post: operations["change-application-status"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags of the candidate behind an application
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        get: operations["list-application-tags"];
        put?: never;
        /**
         * Tag the candidate behind an application
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        post: operations["assign-tag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{id}/tags/{label}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a tag from the candidate behind an application
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        delete: operations["remove-tag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{jobId}/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the applications to one of your jobs, newest first
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `jobs`.
         */
        get: operations["list-applications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one note
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        get: operations["get-note"];
        /**
         * Change the text of a note that you wrote
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        put: operations["update-note"];
        post?: never;
        /**
         * Delete a note that you wrote
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        delete: operations["delete-note"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your tags, each with the number of candidates that have it
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        get: operations["list-tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/candidates/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search candidates with a boolean query
         * @description Requires a recruiter key with scope CvSearch. Limit: 30 requests a minute, shared by all operations of the family `search`. Costs one CvSearch credit.
         */
        post: operations["search-candidates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/candidates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a full profile with e-mail; unlocks it for 30 days
         * @description Requires a recruiter key with scope CvSearch. Limit: 60 requests a minute, shared by all operations of the family `candidates`. Costs one CvDownload credit.
         */
        get: operations["get-candidate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/candidates/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an anonymous preview of a profile; free
         * @description Requires a recruiter key with scope CvSearch. Limit: 60 requests a minute, shared by all operations of the family `candidates`.
         */
        get: operations["preview-candidate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/employer/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your credit balances
         * @description Requires a recruiter key with any scope. Limit: 100 requests a minute, shared by all operations of the family `employer`.
         */
        get: operations["get-credits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/employer/credits/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your credit ledger
         * @description Requires a recruiter key with any scope. Limit: 100 requests a minute, shared by all operations of the family `employer`.
         */
        get: operations["list-credit-entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/employer/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics of your employer
         * @description Requires a recruiter key with any scope. Limit: 100 requests a minute, shared by all operations of the family `employer`.
         */
        get: operations["get-employer-metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/employer/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users of your employer
         * @description Requires a recruiter key with any scope. Limit: 100 requests a minute, shared by all operations of the family `employer`.
         */
        get: operations["list-employer-users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your events of at least the last 30 days, oldest first; each is also sent as a webhook
         * @description Requires a recruiter key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `applications`.
         */
        get: operations["list-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase your profile and everything about you; final, and ends your keys
         * @description Requires a candidate key with scope Profile. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        delete: operations["erase-me"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your applications, newest first
         * @description Requires a candidate key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        get: operations["list-own-applications"];
        put?: never;
        /**
         * Apply to one job
         * @description Requires a candidate key with scope Applications and Apply. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        post: operations["apply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/applications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one of your applications
         * @description Requires a candidate key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        get: operations["get-own-application"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read until when your consent to data processing lasts
         * @description Requires a candidate key with scope Profile. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        get: operations["get-consent"];
        /**
         * Renew your consent to data processing for 365 days from now
         * @description Requires a candidate key with scope Profile. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        put: operations["renew-consent"];
        post?: never;
        /**
         * Withdraw your consent to data processing
         * @description Requires a candidate key with scope Profile. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        delete: operations["withdraw-consent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read everything that is stored about you
         * @description Requires a candidate key with scope Profile. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        get: operations["export-own-data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/jobs/{jobId}/screening-questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the screening questions of a job
         * @description Requires a candidate key with scope Applications. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        get: operations["list-screening-questions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your profile
         * @description Requires a candidate key with scope Profile. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        get: operations["get-profile"];
        /**
         * Change parts of your profile
         * @description Requires a candidate key with scope Profile. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        put: operations["update-profile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/profile-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List which employers unlocked your profile, newest first
         * @description Requires a candidate key with scope Profile. Limit: 100 requests a minute, shared by all operations of the family `me`.
         */
        get: operations["list-profile-views"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the scopes, limits and credits of the calling key
         * @description Requires a recruiter key or a candidate key with any scope. Limit: 100 requests a minute, shared by all operations of the family `employer`.
         */
        get: operations["get-key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether the service is ready */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "application.submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to your endpoint when a candidate has applied to one of your jobs, through any channel
         * @description Delivered at least once: the same delivery id may arrive again. Respond with 2xx within 10 seconds.
         */
        post: operations["application.submitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "application.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to your endpoint when an application has been moved to another status
         * @description Delivered at least once: the same delivery id may arrive again. Respond with 2xx within 10 seconds.
         */
        post: operations["application.status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "job.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to your endpoint when a job has reached its expiryDate and is expired
         * @description Delivered at least once: the same delivery id may arrive again. Respond with 2xx within 10 seconds.
         */
        post: operations["job.expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AiAssessment: {
            score: number;
            /** @enum {string} */
            verdict: "StrongMatch" | "Match" | "PartialMatch" | "WeakMatch";
            summary: string;
            rubricScores: {
                criterion: string;
                score: number;
                rationale: string;
            }[];
            /** Format: date-time */
            assessedAt: string;
            /** @description Name and version of the assessor, such as `rubric/1` */
            assessor: string;
        };
        Application: {
            /** Format: int32 */
            id: number;
            /** Format: int32 */
            jobId: number;
            jobTitle: string;
            jobReference: string | null;
            /** Format: int32 */
            candidateId: number;
            name: string;
            email: string;
            headline: string | null;
            status: components["schemas"]["ApplicationStatus"];
            /** @enum {string} */
            applicationType: "Api" | "Web" | "Email";
            isAiAssisted: boolean;
            /** Format: date-time */
            appliedAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Labels of the tags of the candidate, in their order */
            tags: string[];
            /** @description Score of the AI assessment; null until it is computed */
            assessmentScore?: number | null;
            phone: string | null;
            city: string | null;
            country: string | null;
            coverLetter: string | null;
            resumeUrl: string | null;
            screeningAnswers: {
                /** Format: int32 */
                questionId: number;
                question: string;
                answer: string | number | boolean;
            }[];
            /** @description The profile of the candidate at the time of applying */
            profile: components["schemas"]["Profile"];
            /** @description The statuses that may follow the current one */
            allowedTransitions: components["schemas"]["ApplicationStatus"][];
        };
        ApplicationChange: {
            /** Format: int32 */
            id: number;
            previousStatus: components["schemas"]["ApplicationStatus"];
            status: components["schemas"]["ApplicationStatus"];
            note: string | null;
            /** Format: int32 */
            authorKeyId: number;
            authorUserId: number | null;
            /** Format: date-time */
            changedAt: string;
        };
        /** @enum {string} */
        ApplicationStatus: "New" | "Screened" | "Shortlisted" | "Interviewing" | "Interviewed" | "Offered" | "Hired" | "Rejected" | "Withdrawn";
        ApplicationSummary: {
            /** Format: int32 */
            id: number;
            /** Format: int32 */
            jobId: number;
            jobTitle: string;
            jobReference: string | null;
            /** Format: int32 */
            candidateId: number;
            name: string;
            email: string;
            headline: string | null;
            status: components["schemas"]["ApplicationStatus"];
            /** @enum {string} */
            applicationType: "Api" | "Web" | "Email";
            isAiAssisted: boolean;
            /** Format: date-time */
            appliedAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Labels of the tags of the candidate, in their order */
            tags: string[];
            /** @description Score of the AI assessment; null until it is computed */
            assessmentScore?: number | null;
        };
        Apply: {
            /** Format: int32 */
            jobId: number;
            confirm?: boolean | null;
            coverLetter?: string | null;
            resumeUrl?: string | null;
            screeningAnswers?: components["schemas"]["ScreeningAnswer"][] | null;
        };
        ApplyResult: {
            /** @constant */
            isAiAssisted: true;
            aiAppliesUsedToday: number;
            aiAppliesLimitPerDay: number;
            application: components["schemas"]["OwnApplication"];
        };
        CandidatePreview: {
            /** Format: int32 */
            candidateId: number;
            name: string;
            headline: string | null;
            city: string | null;
            country: string | null;
            skills: string[];
            yearsOfExperience: number;
            careerStatus: ("ActivelyLooking" | "OpenToOffers" | "NotLooking") | null;
            /** Format: date-time */
            lastActiveAt: string;
            isUnlocked: boolean;
            languages: {
                language: string;
                /** @enum {string} */
                level: "Basic" | "Conversational" | "Fluent" | "Native";
            }[];
            employmentHistory: {
                title: string;
                startMonth: string | null;
                endMonth: string | null;
            }[];
            education: {
                degree: string;
                field: string;
                endYear: number | null;
            }[];
        };
        CandidateSearch: {
            query: string;
            preferredCountryIds?: number[] | null;
            activeWithinDays?: number | null;
            pageNumber?: number | null;
            pageSize?: number | null;
        };
        CandidateSummary: {
            /** Format: int32 */
            candidateId: number;
            name: string;
            headline: string | null;
            city: string | null;
            country: string | null;
            skills: string[];
            yearsOfExperience: number;
            careerStatus: ("ActivelyLooking" | "OpenToOffers" | "NotLooking") | null;
            /** Format: date-time */
            lastActiveAt: string;
            isUnlocked: boolean;
        };
        CreditBalances: {
            JobPosting: number;
            CvSearch: number;
            CvDownload: number;
        };
        CreditEntry: {
            id: number;
            /** @enum {string} */
            kind: "JobPosting" | "CvSearch" | "CvDownload";
            amount: number;
            cause: string;
            requestId: string;
            /** Format: date-time */
            createdAt: string;
        };
        DryRunResult: {
            /** @constant */
            wouldSucceed: true;
            status: number;
            credits: {
                /** @enum {string} */
                kind: "JobPosting" | "CvSearch" | "CvDownload";
                cost: number;
                balance: number;
            } | null;
            dailyApplies: {
                used: number;
                limit: number;
            } | null;
            isReplay: boolean;
        };
        EmployerMetrics: {
            jobs: {
                Draft: number;
                Active: number;
                Closed: number;
                Expired: number;
            };
            applications: {
                total: number;
                byStatus: {
                    New: number;
                    Screened: number;
                    Shortlisted: number;
                    Interviewing: number;
                    Interviewed: number;
                    Offered: number;
                    Hired: number;
                    Rejected: number;
                    Withdrawn: number;
                };
            };
            /** @description Share of all applications that have reached this status, or a later one in the order Interviewing, Interviewed, Offered, Hired; null without applications. */
            conversion: {
                Interviewing: number | null;
                Offered: number | null;
                Hired: number | null;
            };
            /** @description Median duration, in seconds, of the 1000 most recently ended stays in this status; null when none has ended. */
            medianSecondsInStatus: {
                New: number | null;
                Screened: number | null;
                Shortlisted: number | null;
                Interviewing: number | null;
                Interviewed: number | null;
                Offered: number | null;
                Hired: number | null;
                Rejected: number | null;
                Withdrawn: number | null;
            };
            /** @description The 50 newest jobs, newest first. */
            newestJobs: {
                /** Format: int32 */
                jobId: number;
                title: string;
                /** @enum {string} */
                status: "Draft" | "Active" | "Closed" | "Expired";
                applications: {
                    total: number;
                    byStatus: {
                        New: number;
                        Screened: number;
                        Shortlisted: number;
                        Interviewing: number;
                        Interviewed: number;
                        Offered: number;
                        Hired: number;
                        Rejected: number;
                        Withdrawn: number;
                    };
                };
            }[];
            unlocksLast30Days: number;
            /** @description Credit balance; null when it could not be read in time. */
            credits: {
                JobPosting: number | null;
                CvSearch: number | null;
                CvDownload: number | null;
            };
            /** Format: date-time */
            asOf: string;
        };
        EmployerUser: {
            /** Format: int32 */
            id: number;
            name: string;
            email: string;
            /** @enum {string} */
            role: "EmployerAdmin" | "Recruiter" | "Interviewer";
            /** Format: date-time */
            createdAt: string;
        };
        Error: {
            /** @description For programs. New codes may be added */
            code: string;
            /** @description For people: which field is wrong, why, and what to do */
            message: string;
        };
        Job: {
            /** Format: int32 */
            id: number;
            /** @enum {string} */
            status: "Draft" | "Active" | "Closed" | "Expired";
            title: string;
            reference: string | null;
            city: string | null;
            country: string | null;
            employmentType: ("FullTime" | "PartTime" | "Contract" | "Temporary" | "Internship" | "Apprenticeship" | "Volunteer") | null;
            remoteType: ("OnSite" | "HybridRemote" | "FullyRemote") | null;
            postedDate: string | null;
            expiryDate: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            description: string | null;
            applyMethod: ("EmailApply" | "PlatformApply" | "ExternalApply") | null;
            applyEmailAddress: string | null;
            applyUrl: string | null;
        };
        JobDraft: {
            title: string;
            reference?: string | null;
            description?: string | null;
            city?: string | null;
            country?: "" | string | null;
            employmentType?: "" | ("FullTime" | "PartTime" | "Contract" | "Temporary" | "Internship" | "Apprenticeship" | "Volunteer") | null;
            remoteType?: "" | ("OnSite" | "HybridRemote" | "FullyRemote") | null;
            applyMethod?: "" | ("EmailApply" | "PlatformApply" | "ExternalApply") | null;
            applyEmailAddress?: "" | string | null;
            applyUrl?: "" | string | null;
        };
        JobPatch: {
            title?: string | null;
            reference?: string | null;
            description?: string | null;
            city?: string | null;
            country?: "" | string | null;
            employmentType?: "" | ("FullTime" | "PartTime" | "Contract" | "Temporary" | "Internship" | "Apprenticeship" | "Volunteer") | null;
            remoteType?: "" | ("OnSite" | "HybridRemote" | "FullyRemote") | null;
            applyMethod?: "" | ("EmailApply" | "PlatformApply" | "ExternalApply") | null;
            applyEmailAddress?: "" | string | null;
            applyUrl?: "" | string | null;
        };
        JobPosting: {
            /** @constant */
            "@type": "JobPosting";
            /** @constant */
            "@context": "https://schema.org";
            identifier: {
                /** @constant */
                "@type": "PropertyValue";
                name: string;
                value: string;
            };
            title: string;
            /** @description HTML: paragraphs and line breaks, all other characters escaped */
            description: string;
            /** Format: date-time */
            datePosted: string;
            /** Format: date-time */
            validThrough: string;
            /** @enum {string} */
            employmentType: "FULL_TIME" | "PART_TIME" | "CONTRACTOR" | "TEMPORARY" | "INTERN" | "VOLUNTEER" | "OTHER";
            hiringOrganization: {
                /** @constant */
                "@type": "Organization";
                name: string;
            };
            jobLocation?: {
                /** @constant */
                "@type": "Place";
                address: {
                    /** @constant */
                    "@type": "PostalAddress";
                    addressLocality: string;
                    addressCountry: string;
                };
            };
            /** @constant */
            jobLocationType?: "TELECOMMUTE";
            applicantLocationRequirements?: {
                /** @constant */
                "@type": "Country";
                /** @description ISO 3166-1 alpha-2 */
                name: string;
            };
            directApply: boolean;
        };
        JobSummary: {
            /** Format: int32 */
            id: number;
            /** @enum {string} */
            status: "Draft" | "Active" | "Closed" | "Expired";
            title: string;
            reference: string | null;
            city: string | null;
            country: string | null;
            employmentType: ("FullTime" | "PartTime" | "Contract" | "Temporary" | "Internship" | "Apprenticeship" | "Volunteer") | null;
            remoteType: ("OnSite" | "HybridRemote" | "FullyRemote") | null;
            postedDate: string | null;
            expiryDate: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Key: {
            /** Format: int32 */
            id: number;
            /** @enum {string} */
            kind: "recruiter" | "candidate";
            name: string;
            userId: number | null;
            scopes: string[];
            expiresAt: string | null;
            limits: {
                /** @enum {string} */
                family: "jobs" | "applications" | "me" | "employer" | "search" | "candidates";
                requestsPerMinute: number;
            }[];
            credits: components["schemas"]["CreditBalances"] | null;
        };
        Note: {
            /** Format: int32 */
            id: number;
            applicationId: number | null;
            text: string;
            /** @enum {string} */
            level: "application" | "candidate";
            /** Format: int32 */
            authorUserId: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        NoteDraft: {
            text: string;
            level?: ("application" | "candidate") | null;
        };
        NoteUpdate: {
            text: string;
        };
        OpenJob: {
            /** Format: int32 */
            id: number;
            title: string;
            employerName: string;
            city: string;
            country: string;
            /** @enum {string} */
            employmentType: "FullTime" | "PartTime" | "Contract" | "Temporary" | "Internship" | "Apprenticeship" | "Volunteer";
            /** @enum {string} */
            remoteType: "OnSite" | "HybridRemote" | "FullyRemote";
            /** Format: date-time */
            postedAt: string;
            /** Format: date-time */
            expiresAt: string;
            description: string;
            /** @enum {string} */
            applyMethod: "EmailApply" | "PlatformApply" | "ExternalApply";
            /** @description Set with `applyMethod` ExternalApply */
            applyUrl: string | null;
            /** @description To answer in `screeningAnswers` of an apply */
            screeningQuestions: components["schemas"]["ScreeningQuestion"][];
        };
        OpenJobSummary: {
            /** Format: int32 */
            id: number;
            title: string;
            employerName: string;
            city: string;
            country: string;
            /** @enum {string} */
            employmentType: "FullTime" | "PartTime" | "Contract" | "Temporary" | "Internship" | "Apprenticeship" | "Volunteer";
            /** @enum {string} */
            remoteType: "OnSite" | "HybridRemote" | "FullyRemote";
            /** @description The beginning of the description, at most 300 characters */
            summary: string;
            /** Format: date-time */
            postedAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        OwnApplication: {
            /** Format: int32 */
            id: number;
            /** Format: int32 */
            jobId: number;
            jobTitle: string;
            employerName: string;
            status: components["schemas"]["ApplicationStatus"];
            /** Format: date-time */
            appliedAt: string;
            /** Format: date-time */
            updatedAt: string;
            coverLetter: string | null;
            resumeUrl: string | null;
        };
        /** @description RFC 9457, returned with `Accept: application/problem+json` */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            code: string;
            errors: {
                /** @description JSON Pointer into the body, or `#query/name` */
                pointer: string;
                reason: string;
            }[];
        };
        Profile: {
            /** Format: int32 */
            id: number;
            firstName: string;
            lastName: string;
            email: string;
            phone: string | null;
            linkedInUrl: string | null;
            gitHubUrl: string | null;
            websiteUrl: string | null;
            headline: string | null;
            summary: string | null;
            street: string | null;
            city: string | null;
            region: string | null;
            postalCode: string | null;
            country: string | null;
            careerStatus: ("ActivelyLooking" | "OpenToOffers" | "NotLooking") | null;
            expectedSalaryMin: number | null;
            expectedSalaryMax: number | null;
            expectedSalaryCurrency: string | null;
            noticePeriodDays: number | null;
            jobTypes: ("FullTime" | "PartTime" | "Contract" | "Temporary" | "Internship" | "Apprenticeship" | "Volunteer")[];
            skills: string[];
            languages: {
                language: string;
                /** @enum {string} */
                level: "Basic" | "Conversational" | "Fluent" | "Native";
            }[];
            nationalities: string[];
            employmentHistory: {
                title: string;
                employer: string;
                startMonth: string | null;
                endMonth: string | null;
                description: string;
            }[];
            education: {
                school: string;
                degree: string;
                field: string;
                endYear: number | null;
            }[];
            completeness: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ProfilePatch: {
            firstName?: string | null;
            lastName?: string | null;
            email?: string | null;
            phone?: string | null;
            linkedInUrl?: "" | string | null;
            gitHubUrl?: "" | string | null;
            websiteUrl?: "" | string | null;
            headline?: string | null;
            summary?: string | null;
            street?: string | null;
            city?: string | null;
            region?: string | null;
            postalCode?: string | null;
            country?: "" | string | null;
            careerStatus?: ("ActivelyLooking" | "OpenToOffers" | "NotLooking") | null;
            expectedSalaryMin?: number | null;
            expectedSalaryMax?: number | null;
            expectedSalaryCurrency?: string | null;
            noticePeriodDays?: number | null;
            jobTypes?: ("FullTime" | "PartTime" | "Contract" | "Temporary" | "Internship" | "Apprenticeship" | "Volunteer")[] | null;
            skills?: string[] | null;
            languages?: {
                language: string;
                /**
                 * @default Conversational
                 * @enum {string}
                 */
                level?: "Basic" | "Conversational" | "Fluent" | "Native";
            }[] | null;
            nationalities?: string[] | null;
            employmentHistory?: {
                title: string;
                /** @default  */
                employer?: string;
                startMonth?: string | null;
                endMonth?: string | null;
                /** @default  */
                description?: string;
            }[] | null;
            education?: {
                /** @default  */
                school?: string;
                /** @default  */
                degree?: string;
                /** @default  */
                field?: string;
                endYear?: number | null;
            }[] | null;
        };
        Scorecard: {
            /** Format: int32 */
            applicationId: number;
            stage: string;
            /** Format: int32 */
            authorUserId: number;
            /** @enum {string} */
            recommendation: "StrongNo" | "No" | "Hold" | "Yes" | "StrongYes";
            comments: string | null;
            ratings: {
                criterion: string;
                score: number;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ScorecardDraft: {
            /** @enum {string} */
            recommendation: "StrongNo" | "No" | "Hold" | "Yes" | "StrongYes";
            comments?: string | null;
            ratings?: {
                criterion: string;
                score: number;
            }[] | null;
        };
        ScreeningAnswer: {
            /** Format: int32 */
            questionId: number;
            answer: string | number | boolean;
        };
        ScreeningQuestion: {
            /** Format: int32 */
            id: number;
            text: string;
            /** @enum {string} */
            type: "YesNo" | "Text" | "Number" | "SingleChoice";
            required: boolean;
            options: string[];
        };
        StatusChange: {
            status: components["schemas"]["ApplicationStatus"];
            note?: string | null;
        };
        StatusChanged: {
            /** Format: int32 */
            id: number;
            previousStatus: components["schemas"]["ApplicationStatus"];
            status: components["schemas"]["ApplicationStatus"];
            /** Format: date-time */
            changedAt: string;
        };
        Tag: {
            label: string;
            usageCount: number;
        };
        TagAssignment: {
            label: string;
        };
        UnlockedProfile: {
            /** Format: int32 */
            id: number;
            firstName: string;
            lastName: string;
            email: string;
            phone: string | null;
            linkedInUrl: string | null;
            gitHubUrl: string | null;
            websiteUrl: string | null;
            headline: string | null;
            summary: string | null;
            street: string | null;
            city: string | null;
            region: string | null;
            postalCode: string | null;
            country: string | null;
            careerStatus: ("ActivelyLooking" | "OpenToOffers" | "NotLooking") | null;
            expectedSalaryMin: number | null;
            expectedSalaryMax: number | null;
            expectedSalaryCurrency: string | null;
            noticePeriodDays: number | null;
            jobTypes: ("FullTime" | "PartTime" | "Contract" | "Temporary" | "Internship" | "Apprenticeship" | "Volunteer")[];
            skills: string[];
            languages: {
                language: string;
                /** @enum {string} */
                level: "Basic" | "Conversational" | "Fluent" | "Native";
            }[];
            nationalities: string[];
            employmentHistory: {
                title: string;
                employer: string;
                startMonth: string | null;
                endMonth: string | null;
                description: string;
            }[];
            education: {
                school: string;
                degree: string;
                field: string;
                endYear: number | null;
            }[];
            completeness: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            lastActiveAt: string;
            /** Format: date-time */
            unlockedUntil: string;
        };
    };
    responses: {
        /**
         * @description `already_applied`: The candidate has already applied to this job.
         *
         *     `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running; retry later with the same key.
         */
        AlreadyAppliedOrIdempotencyInProgress: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running; retry later with the same key. */
        IdempotencyInProgress: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency_key_reused`: This `Idempotency-Key` was used for a different request in the last 24 hours. */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `insufficient_scope`: The key is valid but lacks the scope. */
        InsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `insufficient_scope`: The key is valid but lacks the scope.
         *
         *     `consent_required`: The candidate's consent to data processing has expired.
         *
         *     `screening_incomplete`: A required screening question has no answer, or an answer has the wrong type.
         */
        InsufficientScopeOrConsentRequiredOrScreeningIncomplete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `insufficient_scope`: The key is valid but lacks the scope.
         *
         *     `unattributable`: The operation records its author, and the key has no user.
         */
        InsufficientScopeOrUnattributable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `insufficient_scope`: The key is valid but lacks the scope.
         *
         *     `unattributable`: The operation records its author, and the key has no user.
         *
         *     `not_author`: Only the author may change this object.
         */
        InsufficientScopeOrUnattributableOrNotAuthor: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal_error`: An unexpected error on our side; retry, and report the `X-Request-Id` if it persists. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
         *
         *     `confirmation_required`: The request was sent without `confirm: true`; nothing was submitted or erased.
         */
        InvalidRequestOrConfirmationRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
         *
         *     `invalid_query`: The boolean query cannot be parsed; `message` has the position of the first wrong character.
         */
        InvalidRequestOrInvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
         *
         *     `invalid_state`: The state of the object does not allow this operation; `message` names the state.
         */
        InvalidRequestOrInvalidState: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
         *
         *     `invalid_state`: The state of the object does not allow this operation; `message` names the state.
         *
         *     `confirmation_required`: The request was sent without `confirm: true`; nothing was submitted or erased.
         */
        InvalidRequestOrInvalidStateOrConfirmationRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `no_credits`: No credit is left of the kind that this call costs; nothing was debited. */
        NoCredits: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_found`: The object does not exist or belongs to another owner; both cases get the same response. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_found`: The object does not exist or belongs to another owner; both cases get the same response. */
        NotFoundProblem: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `payload_too_large`: The body is larger than 1 MiB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `precondition_failed`: The object was changed since the `ETag` in `If-Match`; read it again before you change it. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: Too many requests within a minute; retry after `Retry-After` seconds. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `rate_limited`: Too many requests within a minute; retry after `Retry-After` seconds.
         *
         *     `daily_apply_limit`: The candidate's applications for today are used up; retry after `Retry-After` seconds.
         */
        RateLimitedOrDailyApplyLimit: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing, unknown, expired, revoked, not yet approved or of the wrong kind. The body is empty. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description `unavailable`: A part of the service is temporarily unavailable; retry after `Retry-After` seconds. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unsupported_media_type`: The `Content-Type` is not JSON in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
        IdempotencyKey: string;
        /** @description `dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return */
        PreferDryRun: string;
        /** @description The `ETag` you have: 304 without a body if the object has not changed since */
        IfNoneMatch: string;
        /** @description The `ETag` you have read: 412 if the object was changed in the meantime */
        IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Id of this request; quote it when you contact support */
        "X-Request-Id": string;
        /** @description Limit family, requests per window and window in seconds: `"jobs";q=100;w=60` */
        "RateLimit-Policy": string;
        /** @description Requests left, and seconds until the full quota is available again: `"jobs";r=97;t=42` */
        RateLimit: string;
        /** @description Requests per minute */
        "X-RateLimit-Limit": number;
        /** @description Requests left now */
        "X-RateLimit-Remaining": number;
        /** @description Seconds until the full quota is available again */
        "X-RateLimit-Reset": number;
        /** @description Seconds to wait before the next try */
        "Retry-After": number;
        /** @description Always `Bearer` */
        "WWW-Authenticate": string;
        /** @description Version of this object, to send in `If-None-Match` or `If-Match` */
        ETag: string;
        /** @description Credits that this call cost */
        "X-Credits-Cost": number;
        /** @description Credits left, of the kind that this call costs */
        "X-Credits-Remaining": number;
        /** @description `true` when this is the stored response to an earlier request with the same `Idempotency-Key` */
        "Idempotency-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "list-jobs": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                status?: "Draft" | "Active" | "Closed" | "Expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        page: number;
                        pageSize: number;
                        items: components["schemas"]["JobSummary"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "create-job": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Baker",
                 *       "reference": "BK-7",
                 *       "description": "Bread before sunrise, home by noon.",
                 *       "city": "Utrecht",
                 *       "country": "NL",
                 *       "employmentType": "FullTime",
                 *       "remoteType": "OnSite",
                 *       "applyMethod": "EmailApply",
                 *       "applyEmailAddress": "jobs@bakery.example"
                 *     }
                 */
                "application/json": components["schemas"]["JobDraft"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-job": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "update-job": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Head baker",
                 *       "remoteType": "HybridRemote"
                 *     }
                 */
                "application/json": components["schemas"]["JobPatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidState"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "close-job": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "publish-job": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return */
                Prefer?: components["parameters"]["PreferDryRun"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    expiryDate: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidState"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["NoCredits"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-open-jobs": {
        parameters: {
            query?: {
                query?: string;
                country?: string;
                city?: string;
                remoteType?: "OnSite" | "HybridRemote" | "FullyRemote";
                employmentType?: "FullTime" | "PartTime" | "Contract" | "Temporary" | "Internship" | "Apprenticeship" | "Volunteer";
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["OpenJobSummary"][];
                        /** @description Pass it as `cursor` to read on; null on the last page */
                        nextCursor: string | null;
                    };
                    "application/ld+json": {
                        /** @constant */
                        "@type": "ItemList";
                        /** @constant */
                        "@context": "https://schema.org";
                        itemListElement: {
                            /** @constant */
                            "@type": "ListItem";
                            /** @description On this page */
                            position: number;
                            item: {
                                /** @constant */
                                "@type": "JobPosting";
                                identifier: {
                                    /** @constant */
                                    "@type": "PropertyValue";
                                    name: string;
                                    value: string;
                                };
                                title: string;
                                /** @description HTML: paragraphs and line breaks, all other characters escaped */
                                description: string;
                                /** Format: date-time */
                                datePosted: string;
                                /** Format: date-time */
                                validThrough: string;
                                /** @enum {string} */
                                employmentType: "FULL_TIME" | "PART_TIME" | "CONTRACTOR" | "TEMPORARY" | "INTERN" | "VOLUNTEER" | "OTHER";
                                hiringOrganization: {
                                    /** @constant */
                                    "@type": "Organization";
                                    name: string;
                                };
                                jobLocation?: {
                                    /** @constant */
                                    "@type": "Place";
                                    address: {
                                        /** @constant */
                                        "@type": "PostalAddress";
                                        addressLocality: string;
                                        addressCountry: string;
                                    };
                                };
                                /** @constant */
                                jobLocationType?: "TELECOMMUTE";
                                applicantLocationRequirements?: {
                                    /** @constant */
                                    "@type": "Country";
                                    /** @description ISO 3166-1 alpha-2 */
                                    name: string;
                                };
                                directApply: boolean;
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-open-job": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenJob"];
                    "application/ld+json": components["schemas"]["JobPosting"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-application-changes": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApplicationSummary"][];
                        /** @description Store it and pass it as `cursor` in the next call */
                        nextCursor: string;
                        hasMore: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-application": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-ai-assessment": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiAssessment"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-application-history": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        page: number;
                        pageSize: number;
                        items: components["schemas"]["ApplicationChange"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-notes": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"][];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "create-note": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Asked for a Tuesday.",
                 *       "level": "application"
                 *     }
                 */
                "application/json": components["schemas"]["NoteDraft"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidState"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrUnattributable"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-scorecards": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scorecard"][];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-scorecard": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
                stage: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scorecard"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrUnattributable"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "put-scorecard": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
                stage: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recommendation": "Yes",
                 *       "comments": "Good hands, slow ovens.",
                 *       "ratings": [
                 *         {
                 *           "criterion": "Sourdough",
                 *           "score": 5
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScorecardDraft"];
            };
        };
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequestOrInvalidState"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrUnattributable"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "delete-scorecard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
                stage: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrUnattributable"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "change-application-status": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "Shortlisted",
                 *       "note": "Call on Monday."
                 *     }
                 */
                "application/json": components["schemas"]["StatusChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusChanged"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-application-tags": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"][];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assign-tag": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Night shift"
                 *     }
                 */
                "application/json": components["schemas"]["TagAssignment"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidState"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "remove-tag": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
                label: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-applications": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                status?: components["schemas"]["ApplicationStatus"];
                sort?: "-appliedAt" | "appliedAt" | "-updatedAt" | "updatedAt";
                updatedSince?: string;
                cursor?: string;
            };
            header?: never;
            path: {
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        page: number;
                        pageSize: number;
                        items: components["schemas"]["ApplicationSummary"][];
                        /** @description Pass it as `cursor` to read on; null on the last page */
                        nextCursor?: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-note": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                noteId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "update-note": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                noteId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Asked for a Wednesday."
                 *     }
                 */
                "application/json": components["schemas"]["NoteUpdate"];
            };
        };
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrUnattributableOrNotAuthor"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "delete-note": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                noteId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrUnattributableOrNotAuthor"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-tags": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"][];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "search-candidates": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return */
                Prefer?: components["parameters"]["PreferDryRun"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "(baker OR \"pastry chef\") AND sourdough NOT intern*",
                 *       "activeWithinDays": 90,
                 *       "pageNumber": 1,
                 *       "pageSize": 20
                 *     }
                 */
                "application/json": components["schemas"]["CandidateSearch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        page: number;
                        pageSize: number;
                        items: components["schemas"]["CandidateSummary"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["NoCredits"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-candidate": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return */
                Prefer?: components["parameters"]["PreferDryRun"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnlockedProfile"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["NoCredits"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "preview-candidate": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatePreview"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-credits": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditBalances"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-credit-entries": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                kind?: "JobPosting" | "CvSearch" | "CvDownload";
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        page: number;
                        pageSize: number;
                        items: components["schemas"]["CreditEntry"][];
                        /** @description Pass it as `cursor` to read on; null on the last page. */
                        nextCursor?: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-employer-metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployerMetrics"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-employer-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployerUser"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-events": {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: ({
                            /** Format: uuid */
                            id: string;
                            /** @constant */
                            type: "application.submitted";
                            /** Format: date-time */
                            timestamp: string;
                            data: {
                                /** Format: int32 */
                                applicationId: number;
                                /** Format: int32 */
                                jobPostId: number;
                                jobTitle: string;
                                /** Format: int32 */
                                candidateId: number;
                                /** Format: date-time */
                                appliedAt: string;
                                /** @enum {string} */
                                applicationType: "Api" | "Web" | "Email";
                            };
                        } | {
                            /** Format: uuid */
                            id: string;
                            /** @constant */
                            type: "application.status_changed";
                            /** Format: date-time */
                            timestamp: string;
                            data: {
                                /** Format: int32 */
                                applicationId: number;
                                previousStatus: components["schemas"]["ApplicationStatus"];
                                newStatus: components["schemas"]["ApplicationStatus"];
                                /** Format: date-time */
                                changedAt: string;
                            };
                        } | {
                            /** Format: uuid */
                            id: string;
                            /** @constant */
                            type: "job.expired";
                            /** Format: date-time */
                            timestamp: string;
                            data: {
                                /** Format: int32 */
                                jobPostId: number;
                                /** Format: date-time */
                                expiredAt: string;
                            };
                        })[];
                        /** @description Store it and pass it as `after` in the next call; null while there is no event */
                        nextAfter: string | null;
                        /** @description True when the next call returns events at once */
                        hasMore: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "erase-me": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "confirm": true
                 *     }
                 */
                "application/json": {
                    confirm?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: int32 */
                        erasureId: number;
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrConfirmationRequired"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-own-applications": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                status?: components["schemas"]["ApplicationStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        page: number;
                        pageSize: number;
                        items: components["schemas"]["OwnApplication"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    apply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return */
                Prefer?: components["parameters"]["PreferDryRun"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jobId": 1,
                 *       "confirm": true,
                 *       "coverLetter": "I would like to bake for you."
                 *     }
                 */
                "application/json": components["schemas"]["Apply"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyResult"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidStateOrConfirmationRequired"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrConsentRequiredOrScreeningIncomplete"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyAppliedOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitedOrDailyApplyLimit"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-own-application": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnApplication"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-consent": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description From then on applies are refused and CV search does not find you; null: never */
                        consentExpiresAt: string | null;
                    };
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "renew-consent": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    confirm?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description From then on applies are refused and CV search does not find you; null: never */
                        consentExpiresAt: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrConfirmationRequired"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "withdraw-consent": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "export-own-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        exportedAt: string;
                        profile: {
                            /** Format: int32 */
                            id: number;
                            firstName: string;
                            lastName: string;
                            email: string;
                            phone: string | null;
                            linkedInUrl: string | null;
                            gitHubUrl: string | null;
                            websiteUrl: string | null;
                            headline: string | null;
                            summary: string | null;
                            street: string | null;
                            city: string | null;
                            region: string | null;
                            postalCode: string | null;
                            country: string | null;
                            careerStatus: ("ActivelyLooking" | "OpenToOffers" | "NotLooking") | null;
                            expectedSalaryMin: number | null;
                            expectedSalaryMax: number | null;
                            expectedSalaryCurrency: string | null;
                            noticePeriodDays: number | null;
                            jobTypes: ("FullTime" | "PartTime" | "Contract" | "Temporary" | "Internship" | "Apprenticeship" | "Volunteer")[];
                            skills: string[];
                            languages: {
                                language: string;
                                /** @enum {string} */
                                level: "Basic" | "Conversational" | "Fluent" | "Native";
                            }[];
                            nationalities: string[];
                            employmentHistory: {
                                title: string;
                                employer: string;
                                startMonth: string | null;
                                endMonth: string | null;
                                description: string;
                            }[];
                            education: {
                                school: string;
                                degree: string;
                                field: string;
                                endYear: number | null;
                            }[];
                            completeness: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            isSearchable: boolean;
                            consentExpiresAt: string | null;
                            /** Format: date-time */
                            lastActiveAt: string;
                        };
                        apiKeys: {
                            /** Format: int32 */
                            id: number;
                            name: string;
                            /** @enum {string} */
                            status: "Active" | "PendingApproval" | "Revoked" | "Expired";
                            expiresAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            lastUsedAt: string | null;
                            scopes: ("Profile" | "Applications" | "Apply")[];
                        }[];
                        profileViews: {
                            /** Format: int32 */
                            employerId: number;
                            employerName: string;
                            /** Format: date-time */
                            unlockedAt: string;
                        }[];
                        dailyApplies: {
                            /** Format: date */
                            day: string;
                            count: number;
                        }[];
                        applications: {
                            /** Format: int32 */
                            id: number;
                            /** Format: int32 */
                            jobId: number;
                            jobTitle: string;
                            employerName: string;
                            status: components["schemas"]["ApplicationStatus"];
                            /** Format: date-time */
                            appliedAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            coverLetter: string | null;
                            resumeUrl: string | null;
                            /** Format: int32 */
                            employerId: number;
                            /** @enum {string} */
                            applicationType: "Api" | "Web" | "Email";
                            isAiAssisted: boolean;
                            screeningAnswers: {
                                /** Format: int32 */
                                questionId: number;
                                question: string;
                                answer: string | number | boolean;
                            }[];
                            /** @description Your profile at the time of applying */
                            profile: components["schemas"]["Profile"] | null;
                            /** @description Oldest first */
                            statusHistory: {
                                previousStatus: components["schemas"]["ApplicationStatus"];
                                status: components["schemas"]["ApplicationStatus"];
                                /** Format: date-time */
                                changedAt: string;
                            }[];
                            /** @description The automated assessment of the application; null until it is computed */
                            assessment: components["schemas"]["AiAssessment"] | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-screening-questions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScreeningQuestion"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-profile": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "update-profile": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "headline": "Baker, ten years",
                 *       "careerStatus": "OpenToOffers",
                 *       "skills": [
                 *         "Sourdough"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ProfilePatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-profile-views": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        page: number;
                        pageSize: number;
                        items: {
                            /** Format: int32 */
                            employerId: number;
                            employerName: string;
                            /** Format: date-time */
                            unlockedAt: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every required dependency is available */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A required dependency is not available */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "application.submitted": {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret. Reject a `t` more than 300 seconds from now */
                "X-Webhook-Signature": string;
                /** @description Name of the event */
                "X-Webhook-Event": string;
                /** @description Id of the delivery, the same in every attempt */
                "X-Webhook-Delivery-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    type: "application.submitted";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: int32 */
                        applicationId: number;
                        /** Format: int32 */
                        jobPostId: number;
                        jobTitle: string;
                        /** Format: int32 */
                        candidateId: number;
                        /** Format: date-time */
                        appliedAt: string;
                        /** @enum {string} */
                        applicationType: "Api" | "Web" | "Email";
                    };
                };
            };
        };
        responses: {
            /** @description Received. After any other response the delivery is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "application.status_changed": {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret. Reject a `t` more than 300 seconds from now */
                "X-Webhook-Signature": string;
                /** @description Name of the event */
                "X-Webhook-Event": string;
                /** @description Id of the delivery, the same in every attempt */
                "X-Webhook-Delivery-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    type: "application.status_changed";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: int32 */
                        applicationId: number;
                        previousStatus: components["schemas"]["ApplicationStatus"];
                        newStatus: components["schemas"]["ApplicationStatus"];
                        /** Format: date-time */
                        changedAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. After any other response the delivery is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "job.expired": {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret. Reject a `t` more than 300 seconds from now */
                "X-Webhook-Signature": string;
                /** @description Name of the event */
                "X-Webhook-Event": string;
                /** @description Id of the delivery, the same in every attempt */
                "X-Webhook-Delivery-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    type: "job.expired";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: int32 */
                        jobPostId: number;
                        /** Format: date-time */
                        expiredAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. After any other response the delivery is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
