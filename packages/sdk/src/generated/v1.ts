// Printed from openapi/v1.json by `npm run openapi`: do not edit.

export interface components {
    schemas: {
        /** @description The automated assessment of an application, computed once when it arrives. */
        AiAssessment: {
            /** @description Suitability for the job, 0 to 100. */
            score: number;
            verdict: components["schemas"]["AssessmentVerdict"];
            /** @description The assessment in a few sentences. */
            summary: string;
            /** @description The points by criterion. */
            rubricScores: {
                /** @description What was judged, such as Skills. */
                criterion: string;
                /** @description Points for this criterion, 0 to 100. */
                score: number;
                /** @description The reasons for these points. */
                rationale: string;
            }[];
            /**
             * Format: date-time
             * @description When the assessment was computed.
             */
            assessedAt: string;
            /** @description Name and version of the assessor, such as `rubric/1`. */
            assessor: string;
        };
        /** @description An application with contact details, answers and the profile. */
        Application: {
            /**
             * Format: int32
             * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
             */
            id: number;
            /**
             * Format: int32
             * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
             */
            jobId: number;
            /** @description Title of the job at the time of applying. */
            jobTitle: string;
            /** @description The employer's reference of the job at the time of applying; null if it had none. */
            jobReference: string | null;
            /**
             * Format: int32
             * @description Id of the candidate, as in applications and CV search results.
             */
            candidateId: number;
            /** @description First and last name of the candidate at the time of applying; `Erased candidate` once erased. */
            name: string;
            /** @description E-mail address of the candidate at the time of applying; empty once erased. */
            email: string;
            /** @description Headline of the profile at the time of applying; null if empty. */
            headline: string | null;
            status: components["schemas"]["ApplicationStatus"];
            applicationType: components["schemas"]["ApplicationType"];
            /** @description True if it was submitted with a candidate key; recruiters see a badge. */
            isAiAssisted: boolean;
            /**
             * Format: date-time
             * @description When the candidate applied.
             */
            appliedAt: string;
            /**
             * Format: date-time
             * @description When the status last changed or the candidate was erased; the time of applying before that.
             */
            updatedAt: string;
            /** @description When the candidate was erased: delete your copy of the personal data. Null if the candidate was not erased. */
            erasedAt: string | null;
            /** @description Labels of the employer's tags on the candidate, in the order of their labels. */
            tags: string[];
            /** @description Score of the AI assessment, 0 to 100; null until it is computed. */
            assessmentScore?: number | null;
            /** @description When the candidate last withdrew the application; it stays when the employer moves it afterwards. Null if the candidate did not, also when an employer set Withdrawn. */
            withdrawnAt?: string | null;
            /** @description Why the application is Rejected; null if no reason was given, and with any other status. */
            rejectionReason?: {
                /** @description Code of the reason. It may have left your list since. */
                code: string;
                /** @description What was written about it; null if nothing was, or once erased. */
                text: string | null;
            } | null;
            /** @description Phone number at the time of applying; null if empty. */
            phone: string | null;
            /** @description City of the candidate at the time of applying; null if empty. */
            city: string | null;
            /** @description Country of the candidate at the time of applying, ISO 3166-1 alpha-2; null if empty. */
            country: string | null;
            /** @description The cover letter; null if there is none. */
            coverLetter: string | null;
            /** @description Address of a résumé elsewhere; null if there is none. */
            resumeUrl: string | null;
            /** @description The answered screening questions, in the order of the questions. */
            screeningAnswers: {
                /**
                 * Format: int32
                 * @description Id of the screening question. It changes when the text, the type or the options of the question change.
                 */
                questionId: number;
                /** @description The question as it was worded at the time of applying. */
                question: string;
                /** @description A boolean, a number or a string, as the type of the question says. */
                answer: string | number | boolean;
            }[];
            /** @description The profile of the candidate at the time of applying. */
            profile: components["schemas"]["Profile"];
            /** @description The statuses that may follow: all but the current one. */
            allowedTransitions: components["schemas"]["ApplicationStatus"][];
        };
        /** @description One change of the status of an application. */
        ApplicationChange: {
            /**
             * Format: int32
             * @description Id of the change.
             */
            id: number;
            /** @description The status before the change. */
            previousStatus: components["schemas"]["ApplicationStatus"];
            /** @description The status after the change. */
            status: components["schemas"]["ApplicationStatus"];
            /** @description The note that was sent with the change; null if there was none. */
            note: string | null;
            /**
             * Format: int32
             * @description Id of the API key that made the change; 0 for a person in the portal, who is `authorUserId`.
             */
            authorKeyId: number;
            /** @description Id of the user who made the change, or of the user of the key; null if the key has no user. */
            authorUserId: number | null;
            /**
             * @description Whose key made the change. Candidate: the candidate withdrew the application.
             * @enum {string}
             */
            changedBy?: "Employer" | "Candidate";
            /** @description The reason that was sent with a change to Rejected; null if there was none. */
            rejectionReason?: {
                /** @description Code of the reason. It may have left your list since. */
                code: string;
                /** @description What was written about it; null if nothing was, or once erased. */
                text: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When the status changed.
             */
            changedAt: string;
        };
        /** @description One page of the list. */
        ApplicationChangePage: {
            /** @description Number of all items that match, on every page the same. */
            total: number;
            /** @description Number of this page. */
            page: number;
            /** @description Most items of a page, as requested. */
            pageSize: number;
            /** @description The items of this page. */
            items: components["schemas"]["ApplicationChange"][];
        };
        /** @description The candidate of an application was erased: delete your copies of the personal data. */
        ApplicationErasedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery of it and in the event feed.
             */
            id: string;
            /**
             * @description Name of the event, as in `X-Webhook-Event`.
             * @constant
             */
            type: "application.erased";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description The event, as it was at that time. */
            data: {
                /**
                 * Format: int32
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 */
                applicationId: number;
                /**
                 * Format: int32
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 */
                jobPostId: number;
                /**
                 * Format: date-time
                 * @description When the candidate was erased.
                 */
                erasedAt: string;
            };
        };
        /** @description One page of applications. */
        ApplicationPage: {
            /** @description Number of all items that match, on every page the same. */
            total: number;
            /** @description Number of this page. */
            page: number;
            /** @description Most items of a page, as requested. */
            pageSize: number;
            /** @description The items of this page. */
            items: components["schemas"]["ApplicationSummary"][];
            /** @description Pass it as `cursor` to read on; null on the last page. */
            nextCursor?: string | null;
        };
        /**
         * @description Order of the list. `-` is newest, highest or last first. An application that has no score yet comes after all others by `-score`, before them by `score`. Names are compared without case and accents, by the first name.
         * @enum {string}
         */
        ApplicationSort: "-appliedAt" | "appliedAt" | "-updatedAt" | "updatedAt" | "-score" | "score" | "name" | "-name";
        /**
         * @description Where an application stands in the employer's pipeline. It starts as New; any status may follow any other, also after the candidate has withdrawn the application.
         * @enum {string}
         */
        ApplicationStatus: "New" | "Screened" | "Shortlisted" | "Interviewing" | "Interviewed" | "Offered" | "Hired" | "Rejected" | "Withdrawn";
        /** @description An application was moved to another status. */
        ApplicationStatusChangedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery of it and in the event feed.
             */
            id: string;
            /**
             * @description Name of the event, as in `X-Webhook-Event`.
             * @constant
             */
            type: "application.status_changed";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description The event, as it was at that time. */
            data: {
                /**
                 * Format: int32
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 */
                applicationId: number;
                /** @description The status before the change. */
                previousStatus: components["schemas"]["ApplicationStatus"];
                /** @description The status after the change. */
                newStatus: components["schemas"]["ApplicationStatus"];
                /**
                 * Format: date-time
                 * @description When the status changed.
                 */
                changedAt: string;
                /** @description Present if the application was Rejected with a reason: its code. The text is in the application. */
                rejectionReason?: {
                    /** @description Code of the reason. It may have left your list since. */
                    code: string;
                };
            };
        };
        /** @description A candidate has applied to a job of the employer, in any way. */
        ApplicationSubmittedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery of it and in the event feed.
             */
            id: string;
            /**
             * @description Name of the event, as in `X-Webhook-Event`.
             * @constant
             */
            type: "application.submitted";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description The event, as it was at that time. */
            data: {
                /**
                 * Format: int32
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 */
                applicationId: number;
                /**
                 * Format: int32
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 */
                jobPostId: number;
                /** @description Title of the job at the time of applying. */
                jobTitle: string;
                /**
                 * Format: int32
                 * @description Id of the candidate, as in applications and CV search results.
                 */
                candidateId: number;
                /**
                 * Format: date-time
                 * @description When the candidate applied.
                 */
                appliedAt: string;
                applicationType: components["schemas"]["ApplicationType"];
            };
        };
        /** @description An application in a list. It has `included` only if the request has `include`. */
        ApplicationSummary: {
            /**
             * Format: int32
             * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
             */
            id: number;
            /**
             * Format: int32
             * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
             */
            jobId: number;
            /** @description Title of the job at the time of applying. */
            jobTitle: string;
            /** @description The employer's reference of the job at the time of applying; null if it had none. */
            jobReference: string | null;
            /**
             * Format: int32
             * @description Id of the candidate, as in applications and CV search results.
             */
            candidateId: number;
            /** @description First and last name of the candidate at the time of applying; `Erased candidate` once erased. */
            name: string;
            /** @description E-mail address of the candidate at the time of applying; empty once erased. */
            email: string;
            /** @description Headline of the profile at the time of applying; null if empty. */
            headline: string | null;
            status: components["schemas"]["ApplicationStatus"];
            applicationType: components["schemas"]["ApplicationType"];
            /** @description True if it was submitted with a candidate key; recruiters see a badge. */
            isAiAssisted: boolean;
            /**
             * Format: date-time
             * @description When the candidate applied.
             */
            appliedAt: string;
            /**
             * Format: date-time
             * @description When the status last changed or the candidate was erased; the time of applying before that.
             */
            updatedAt: string;
            /** @description When the candidate was erased: delete your copy of the personal data. Null if the candidate was not erased. */
            erasedAt: string | null;
            /** @description Labels of the employer's tags on the candidate, in the order of their labels. */
            tags: string[];
            /** @description Score of the AI assessment, 0 to 100; null until it is computed. */
            assessmentScore?: number | null;
            /** @description When the candidate last withdrew the application; it stays when the employer moves it afterwards. Null if the candidate did not, also when an employer set Withdrawn. */
            withdrawnAt?: string | null;
            /** @description Why the application is Rejected; null if no reason was given, and with any other status. */
            rejectionReason?: {
                /** @description Code of the reason. It may have left your list since. */
                code: string;
                /** @description What was written about it; null if nothing was, or once erased. */
                text: string | null;
            } | null;
            included?: components["schemas"]["IncludedObjects"];
        };
        /** @description The applications that changed after the cursor. */
        ApplicationSync: {
            /** @description The changed applications, oldest change first. */
            items: components["schemas"]["ApplicationSummary"][];
            /** @description Store it and pass it as `cursor` in the next call. */
            nextCursor: string;
            /** @description True when the next call returns more at once. */
            hasMore: boolean;
        };
        /**
         * @description How the application was submitted. Api: with a candidate key. Web: in the portal. Email: by e-mail.
         * @enum {string}
         */
        ApplicationType: "Api" | "Web" | "Email";
        /** @description An application of the candidate to you. */
        AppliedTo: {
            /**
             * Format: int32
             * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
             */
            id: number;
            /**
             * Format: int32
             * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
             */
            jobId: number;
            /** @description Title of the job when the candidate applied. */
            jobTitle: string;
            status: components["schemas"]["ApplicationStatus"];
            /**
             * Format: date-time
             * @description When the candidate applied.
             */
            appliedAt: string;
        };
        /** @description The application to submit. */
        Apply: {
            /**
             * Format: int32
             * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
             */
            jobId: number;
            /** @description Must be true: the candidate agreed to this application. */
            confirm?: boolean | null;
            /** @description Cover letter, plain text; line breaks are kept. Absent or null: none. */
            coverLetter?: string | null;
            /** @description Address of a résumé elsewhere, http or https. Absent or null: none. */
            resumeUrl?: string | null;
            /** @description Answers to the screening questions of the job, each once; every required question needs one. Absent or null: none. */
            screeningAnswers?: components["schemas"]["ScreeningAnswer"][] | null;
        };
        /**
         * @description How the posting asks candidates to apply. EmailApply: by e-mail to `applyEmailAddress`. PlatformApply: on this platform. ExternalApply: at `applyUrl`.
         * @enum {string}
         */
        ApplyMethod: "EmailApply" | "PlatformApply" | "ExternalApply";
        /** @description The application that was submitted, and the daily count. */
        ApplyResult: {
            /**
             * @description Always true: it was submitted with a candidate key.
             * @constant
             */
            isAiAssisted: true;
            /** @description Applications of this UTC day, with this one. */
            aiAppliesUsedToday: number;
            /** @description Most applications of a UTC day. */
            aiAppliesLimitPerDay: number;
            application: components["schemas"]["OwnApplication"];
        };
        /**
         * @description The score in words, best first.
         * @enum {string}
         */
        AssessmentVerdict: "StrongMatch" | "Match" | "PartialMatch" | "WeakMatch";
        /** @description The applications, and what is changed in each. */
        BulkChange: {
            /** @description Ids of the applications, each once, at most 100; they are changed in this order. */
            ids: number[];
            /** @description The status to move to. Absent or null: not moved. */
            status?: components["schemas"]["ApplicationStatus"] | null;
            /** @description With `status` a note for the history, as in `POST /api/v1/applications/{id}/status`; without it a note on each application, which requires a key with a user. */
            note?: string | null;
            /** @description Why the applications are rejected; goes with `status` Rejected only. */
            rejectionReason?: {
                /** @description One of your codes, as in `GET /api/v1/rejection-reasons`. */
                code: string;
                /** @description More about it, for your users; candidates never see it. Absent, null or empty: none. */
                text?: string | null;
            } | null;
            /** @description With `status`: an application with neither this status nor already `status` is refused with `precondition_failed`, such as one that somebody moved meanwhile. */
            expectedStatus?: components["schemas"]["ApplicationStatus"] | null;
            /** @description Labels of tags for the candidates, at most 10. */
            addTags?: string[] | null;
            /** @description Labels of tags to remove from the candidates, at most 10; a candidate without the tag is no refusal. */
            removeTags?: string[] | null;
        };
        /** @description What became of one application of a bulk. */
        BulkItem: {
            /**
             * Format: int32
             * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
             */
            id: number;
            /** @description False if nothing was changed in this application. */
            ok: boolean;
            /** @description Code of the refusal, that of the single call; absent if `ok`. New codes may be added. */
            code?: string;
            /** @description What is wrong and what to do; absent if `ok`. */
            message?: string;
            /** @description The status now, in a dry run the one that it would have; only if the request has `status` and `ok`. */
            status?: components["schemas"]["ApplicationStatus"];
        };
        /** @description What became of each application. */
        BulkResult: {
            /** @description One for each id of the request, in its order. */
            items: components["schemas"]["BulkItem"][];
        };
        /**
         * @description A field of the candidates by which search results can be counted.
         * @enum {string}
         */
        CandidateFacet: "country" | "careerStatus";
        /** @description The matching candidates of all pages, counted by each requested field. */
        CandidateFacets: {
            /** @description Highest count first, then by value with null last. The counts add up to `total`. */
            country?: {
                /** @description Country, ISO 3166-1 alpha-2; null: not stated. */
                value: string | null;
                /** @description Number of matching candidates with this value. */
                count: number;
            }[];
            /** @description Highest count first, then by value with null last. The counts add up to `total`. */
            careerStatus?: {
                /** @description Career status; null: not stated. */
                value: components["schemas"]["CareerStatus"] | null;
                /** @description Number of matching candidates with this value. */
                count: number;
            }[];
        };
        /** @description A key of a candidate, without its text. */
        CandidateKey: {
            /**
             * Format: int32
             * @description Id of the API key. It is not the key itself.
             */
            id: number;
            /** @description Name of the key, as lists show it. */
            name: string;
            status: components["schemas"]["KeyStatus"];
            /** @description When the key expires; null: never. */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key was minted.
             */
            createdAt: string;
            /** @description When the key was last used with success, visible within 5 seconds; null: never. */
            lastUsedAt: string | null;
            /** @description The last four characters of its text, to tell keys apart; null for keys of older releases. */
            lastFour?: string | null;
            /** @description The key that replaced this one when it was rotated; null: it was not. */
            replacedBy?: number | null;
            /** @description What the key may do. */
            scopes: components["schemas"]["CandidateScope"][];
        };
        /** @description One page of the matching candidates. */
        CandidatePage: {
            /** @description Number of all items that match, on every page the same. */
            total: number;
            /** @description Number of this page. */
            page: number;
            /** @description Most items of a page, as requested. */
            pageSize: number;
            /** @description The items of this page. */
            items: components["schemas"]["CandidateSummary"][];
            /** @description Only with `facets` in the request. */
            facets?: components["schemas"]["CandidateFacets"];
            /** @description Only with `total` 0: the first 5 words of the query outside of NOT that occur in no profile; wildcards are left out. It costs nothing more, and is absent when it cannot be found in time. */
            suggestions?: components["schemas"]["QuerySuggestion"][];
        };
        /** @description An anonymous preview of a profile. */
        CandidatePreview: {
            /**
             * Format: int32
             * @description Id of the candidate; read the full profile with it.
             */
            candidateId: number;
            /** @description The first letter of each part of the name, followed by `***`. */
            name: string;
            /** @description Headline, with contact details masked; null if it is not stated. */
            headline: string | null;
            /** @description City; null if it is not stated. */
            city: string | null;
            /** @description Country, ISO 3166-1 alpha-2; null if it is not stated. */
            country: string | null;
            /** @description Skills, with contact details masked. */
            skills: string[];
            /** @description Whole years in which at least one position was held, up to now; overlaps count once. */
            yearsOfExperience: number;
            /** @description Whether the candidate looks for work; null if it is not stated. */
            careerStatus: components["schemas"]["CareerStatus"] | null;
            /**
             * Format: date-time
             * @description When the candidate last made a call, changed the profile or applied.
             */
            lastActiveAt: string;
            /** @description True while reading the full profile is free: within 30 days after you unlocked it. */
            isUnlocked: boolean;
            /** @description The candidate's applications to you that are not withdrawn, newest first, at most 5; you can read them without a CvDownload credit. A new one is here within seconds. */
            applications?: components["schemas"]["AppliedTo"][];
            /** @description Languages that the candidate speaks. */
            languages: {
                /** @description Name of the language. */
                language: string;
                /** @description How well the candidate speaks it; Conversational if it was not stated. */
                level: components["schemas"]["LanguageLevel"];
            }[];
            /** @description Positions held, without names of employers. */
            employmentHistory: {
                /** @description Title of the position. */
                title: string;
                /** @description First month, `YYYY-MM`. Null if it is not stated. */
                startMonth: string | null;
                /** @description Last month, `YYYY-MM`; null for a position that is held now. */
                endMonth: string | null;
            }[];
            /** @description Courses of study, without names of schools. */
            education: {
                /** @description Degree, such as MSc; empty if it is not stated. */
                degree: string;
                /** @description Field of study; empty if it is not stated. */
                field: string;
                /** @description Year of the end, also a planned one. Null if it is not stated. */
                endYear: number | null;
            }[];
        };
        /**
         * @description Profile: profile, consent, own data. Applications: own applications. Apply: to apply, with Applications.
         * @enum {string}
         */
        CandidateScope: "Profile" | "Applications" | "Apply";
        /** @description What to search for. */
        CandidateSearch: {
            /** @description Words and "quoted phrases" with AND, OR, NOT, parentheses and the wildcards `*` and `?`. At most 2000 characters and 100 terms. */
            query: string;
            /** @description Only candidates in one of these countries, ISO 3166-1 numeric, such as 578 for Norway. Absent, null or empty: any country. */
            preferredCountryIds?: number[] | null;
            /** @description Only candidates who were active within this number of days. Absent or null: no filter. */
            activeWithinDays?: number | null;
            /** @description Number of the page, from 1 (default). */
            pageNumber?: number | null;
            /** @description The same as `pageNumber`. With both, they must be equal. */
            page?: number | null;
            /** @description Candidates of a page, at most 100; default 50. */
            pageSize?: number | null;
            /** @description Fields by which to count the matching candidates of all pages. Absent, null or empty: no `facets` in the response. */
            facets?: components["schemas"]["CandidateFacet"][] | null;
            /** @description Whether each candidate lists which terms of the query matched in which sections of the profile. Default false. */
            matches?: boolean | null;
        };
        /** @description A candidate in a search result, without contact details. */
        CandidateSummary: {
            /**
             * Format: int32
             * @description Id of the candidate; read the full profile with it.
             */
            candidateId: number;
            /** @description The first letter of each part of the name, followed by `***`. */
            name: string;
            /** @description Headline, with contact details masked; null if it is not stated. */
            headline: string | null;
            /** @description City; null if it is not stated. */
            city: string | null;
            /** @description Country, ISO 3166-1 alpha-2; null if it is not stated. */
            country: string | null;
            /** @description Skills, with contact details masked. */
            skills: string[];
            /** @description Whole years in which at least one position was held, up to now; overlaps count once. */
            yearsOfExperience: number;
            /** @description Whether the candidate looks for work; null if it is not stated. */
            careerStatus: components["schemas"]["CareerStatus"] | null;
            /**
             * Format: date-time
             * @description When the candidate last made a call, changed the profile or applied.
             */
            lastActiveAt: string;
            /** @description True while reading the full profile is free: within 30 days after you unlocked it. */
            isUnlocked: boolean;
            /** @description The candidate's applications to you that are not withdrawn, newest first, at most 5; you can read them without a CvDownload credit. A new one is here within seconds. */
            applications?: components["schemas"]["AppliedTo"][];
            /** @description Only with `matches: true`: the terms of the query outside of NOT that the profile contains, in the order of the query. Terms inside masked contact details and names are left out. */
            matches?: components["schemas"]["QueryMatch"][];
        };
        /**
         * @description Whether the candidate looks for work: actively, open to offers, or not.
         * @enum {string}
         */
        CareerStatus: "ActivelyLooking" | "OpenToOffers" | "NotLooking";
        /** @description The candidate's consent to data processing. */
        Consent: {
            /** @description From then on applies are refused and CV search does not find you; null: never. */
            consentExpiresAt: string | null;
        };
        /** @description Credits left by kind. A balance is always the sum of its ledger entries and never below 0. */
        CreditBalances: {
            /** @description JobPosting credits left. */
            JobPosting: number;
            /** @description CvSearch credits left. */
            CvSearch: number;
            /** @description CvDownload credits left. */
            CvDownload: number;
        };
        /** @description One entry of the credit ledger. It is never edited. */
        CreditEntry: {
            /** @description Id of the entry; unique together with `kind`. */
            id: number;
            kind: components["schemas"]["CreditKind"];
            /** @description Credits: positive when granted, negative when spent or taken back. */
            amount: number;
            /** @description What the entry is for, such as `publish-job 7`, `search-candidates`, `get-candidate 12` or `grant`. */
            cause: string;
            /** @description `X-Request-Id` of the request that made the entry. */
            requestId: string;
            /**
             * Format: date-time
             * @description When the entry was made.
             */
            createdAt: string;
        };
        /** @description One page of the ledger, newest entry first. */
        CreditEntryPage: {
            /** @description Number of all items that match, on every page the same. */
            total: number;
            /** @description Number of this page. */
            page: number;
            /** @description Most items of a page, as requested. */
            pageSize: number;
            /** @description The items of this page. */
            items: components["schemas"]["CreditEntry"][];
            /** @description Pass it as `cursor` to read on; null on the last page. */
            nextCursor?: string | null;
        };
        /**
         * @description Kind of credit. JobPosting: to publish a job. CvSearch: for a search. CvDownload: to unlock a profile for 30 days.
         * @enum {string}
         */
        CreditKind: "JobPosting" | "CvSearch" | "CvDownload";
        /**
         * @description Pending: attempts continue. Succeeded: the endpoint responded with 2xx. DeadLettered: given up after the last attempt. Cancelled: the subscription was deleted, or a test failed.
         * @enum {string}
         */
        DeliveryStatus: "Pending" | "Succeeded" | "DeadLettered" | "Cancelled";
        /** @description What a call would do. It reserves nothing. */
        DryRunResult: {
            /**
             * @description Always true: a call that would be refused returns that refusal.
             * @constant
             */
            wouldSucceed: true;
            /** @description Status that the call without `Prefer: dry-run` would return. */
            status: number;
            /** @description What the call would cost; null when it spends no credits. */
            credits: {
                kind: components["schemas"]["CreditKind"];
                /** @description Credits that the call would cost; 0 while the profile is unlocked. */
                cost: number;
                /** @description Credits left of this kind before the call. */
                balance: number;
            } | null;
            /** @description The daily limit of applies; null when the call is not an apply. */
            dailyApplies: {
                /** @description Applies of this UTC day, without this one. */
                used: number;
                /** @description Most applies of a UTC day. */
                limit: number;
            } | null;
            /** @description Only for the read of a profile: the applications of the candidate to you that are not withdrawn, newest first, at most 5. */
            applications?: components["schemas"]["AppliedTo"][];
            /** @description True if the call would return the stored response of its `Idempotency-Key` and have no effect. */
            isReplay: boolean;
            /** @description What a bulk would do to each of its applications, in its order; absent for any other call. */
            items?: components["schemas"]["BulkItem"][];
        };
        /** @description Counts over all jobs and applications of the employer. A change shows within about a second. */
        EmployerMetrics: {
            /** @description Number of jobs by status. */
            jobs: {
                /** @description Jobs that are Draft. */
                Draft: number;
                /** @description Jobs that are Active. */
                Active: number;
                /** @description Jobs that are Closed. */
                Closed: number;
                /** @description Jobs that are Expired. */
                Expired: number;
            };
            /** @description Applications to all jobs. */
            applications: {
                /** @description Number of applications. */
                total: number;
                /** @description Number of applications by their present status. */
                byStatus: {
                    /** @description Applications that are New now. */
                    New: number;
                    /** @description Applications that are Screened now. */
                    Screened: number;
                    /** @description Applications that are Shortlisted now. */
                    Shortlisted: number;
                    /** @description Applications that are Interviewing now. */
                    Interviewing: number;
                    /** @description Applications that are Interviewed now. */
                    Interviewed: number;
                    /** @description Applications that are Offered now. */
                    Offered: number;
                    /** @description Applications that are Hired now. */
                    Hired: number;
                    /** @description Applications that are Rejected now. */
                    Rejected: number;
                    /** @description Applications that are Withdrawn now. */
                    Withdrawn: number;
                };
            };
            /** @description Share of all applications that have reached this status, or a later one in the order Interviewing, Interviewed, Offered, Hired; null without applications. */
            conversion: {
                /** @description Share that reached Interviewing or later, 0 to 1; null without applications. */
                Interviewing: number | null;
                /** @description Share that reached Offered or later, 0 to 1; null without applications. */
                Offered: number | null;
                /** @description Share that reached Hired or later, 0 to 1; null without applications. */
                Hired: number | null;
            };
            /** @description Median duration, in seconds, of the 1000 most recently ended stays in this status; null when none has ended. */
            medianSecondsInStatus: {
                /** @description Median seconds in New; null when no stay has ended. */
                New: number | null;
                /** @description Median seconds in Screened; null when no stay has ended. */
                Screened: number | null;
                /** @description Median seconds in Shortlisted; null when no stay has ended. */
                Shortlisted: number | null;
                /** @description Median seconds in Interviewing; null when no stay has ended. */
                Interviewing: number | null;
                /** @description Median seconds in Interviewed; null when no stay has ended. */
                Interviewed: number | null;
                /** @description Median seconds in Offered; null when no stay has ended. */
                Offered: number | null;
                /** @description Median seconds in Hired; null when no stay has ended. */
                Hired: number | null;
                /** @description Median seconds in Rejected; null when no stay has ended. */
                Rejected: number | null;
                /** @description Median seconds in Withdrawn; null when no stay has ended. */
                Withdrawn: number | null;
            };
            /** @description Number of Rejected applications by their reason, most frequent first, at most 100 reasons. Reasons that have left your list are counted too. */
            rejectionReasons?: {
                /** @description Code of the reason; null for those without one. */
                code: string | null;
                /** @description Applications that are Rejected now for this reason. */
                applications: number;
            }[];
            /** @description The 50 newest jobs, newest first. */
            newestJobs: {
                /**
                 * Format: int32
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 */
                jobId: number;
                /** @description Title of the job. */
                title: string;
                status: components["schemas"]["JobStatus"];
                /** @description Applications to this job. */
                applications: {
                    /** @description Number of applications. */
                    total: number;
                    /** @description Number of applications by their present status. */
                    byStatus: {
                        /** @description Applications that are New now. */
                        New: number;
                        /** @description Applications that are Screened now. */
                        Screened: number;
                        /** @description Applications that are Shortlisted now. */
                        Shortlisted: number;
                        /** @description Applications that are Interviewing now. */
                        Interviewing: number;
                        /** @description Applications that are Interviewed now. */
                        Interviewed: number;
                        /** @description Applications that are Offered now. */
                        Offered: number;
                        /** @description Applications that are Hired now. */
                        Hired: number;
                        /** @description Applications that are Rejected now. */
                        Rejected: number;
                        /** @description Applications that are Withdrawn now. */
                        Withdrawn: number;
                    };
                };
            }[];
            /** @description Profiles unlocked for a CvDownload credit in the last 30 days. */
            unlocksLast30Days: number;
            /** @description Credit balance; null when it could not be read in time. */
            credits: {
                /** @description JobPosting credits left; null when the balance could not be read in time. */
                JobPosting: number | null;
                /** @description CvSearch credits left; null when the balance could not be read in time. */
                CvSearch: number | null;
                /** @description CvDownload credits left; null when the balance could not be read in time. */
                CvDownload: number | null;
            };
            /**
             * Format: date-time
             * @description When the metrics were read.
             */
            asOf: string;
        };
        /** @description A person who works for the employer: the author of notes and scorecards, who can sign in to the portal. */
        EmployerUser: {
            /**
             * Format: int32
             * @description Id of a user of the employer, as in `GET /api/v1/employer/users`.
             */
            id: number;
            /** @description Name of the user. */
            name: string;
            /** @description E-mail address of the user. Users of different employers may share one. */
            email: string;
            role: components["schemas"]["UserRole"];
            /**
             * Format: date-time
             * @description When the user was created.
             */
            createdAt: string;
        };
        /**
         * @description Kind of employment.
         * @enum {string}
         */
        EmploymentType: "FullTime" | "PartTime" | "Contract" | "Temporary" | "Internship" | "Apprenticeship" | "Volunteer";
        /** @description The body of every 4xx other than 401, and of every 5xx. */
        Error: {
            /** @description For programs. New codes may be added. */
            code: string;
            /** @description For people: which field is wrong, why, and what to do. */
            message: string;
        };
        /** @description The events that follow `after`. */
        EventFeed: {
            /** @description The events in the order asked for, oldest first without it. */
            items: (components["schemas"]["ApplicationSubmittedEvent"] | components["schemas"]["ApplicationStatusChangedEvent"] | components["schemas"]["JobExpiredEvent"] | components["schemas"]["ApplicationErasedEvent"])[];
            /** @description Store it and pass it as `after` in the next call. The last event that was looked at, which can be of a type that was not asked for; null while there is no event. */
            nextAfter: string | null;
            /** @description True when the next call returns events at once. */
            hasMore: boolean;
        };
        /** @description What `include` names, and nothing else. */
        IncludedObjects: {
            /** @description The tags of the candidate, as `GET /api/v1/applications/{id}/tags` returns them. */
            tags?: components["schemas"]["Tag"][];
            /** @description The scorecards, as `GET /api/v1/applications/{id}/scorecards` returns them. Null where they and those of the applications before it in this response would be more than 500: read them there, or request smaller pages. */
            scorecards?: components["schemas"]["Scorecard"][] | null;
            /** @description The AI assessment, as `GET /api/v1/applications/{id}/ai-assessment` returns it; null until it is computed. */
            assessment?: components["schemas"]["AiAssessment"] | null;
            /** @description Where the candidate lived at the time of applying; all null once erased. */
            address?: {
                /** @description Street and number; null if empty. */
                street: string | null;
                /** @description City; null if empty. */
                city: string | null;
                /** @description Region or state; null if empty. */
                region: string | null;
                /** @description Postal code; null if empty. */
                postalCode: string | null;
                /** @description Country, ISO 3166-1 alpha-2; null if empty. */
                country: string | null;
            };
            /** @description How many notes and scorecards of yours there are. */
            counts?: {
                /** @description Notes, as `GET /api/v1/applications/{id}/notes` returns them. */
                notes: number;
                /** @description Scorecards of the application. */
                scorecards: number;
            };
        };
        /** @description A job of the employer, with all its fields. */
        Job: {
            /**
             * Format: int32
             * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
             */
            id: number;
            status: components["schemas"]["JobStatus"];
            /** @description Title of the job, on one line. */
            title: string;
            /** @description The employer's own reference of the job. Candidates do not see it. Null if it has none. */
            reference: string | null;
            /** @description City of the place of work. Null until it is set. */
            city: string | null;
            /** @description Country of the place of work, ISO 3166-1 alpha-2 in upper case, such as `NO`. Null until it is set. */
            country: string | null;
            /** @description Kind of employment. Null until it is set. */
            employmentType: components["schemas"]["EmploymentType"] | null;
            /** @description Place of work. Null until it is set. */
            remoteType: components["schemas"]["RemoteType"] | null;
            /** @description Lowest salary for one `salaryPeriod`, in `salaryCurrency`: a number with at most 2 decimals, at most 9999999999; not above the highest. Null if none was given. */
            salaryMin?: number | null;
            /** @description Highest salary, as `salaryMin`. Null if none was given. */
            salaryMax?: number | null;
            /** @description Currency of the salary, ISO 4217 in upper case, such as `EUR`. Null if none was given. */
            salaryCurrency?: string | null;
            /** @description What the salary is paid for. Null if none was given. */
            salaryPeriod?: components["schemas"]["SalaryPeriod"] | null;
            /** @description When the job was published; null while it is a Draft. */
            postedDate: string | null;
            /** @description From then on the job is Expired unless it was closed before; null while it is a Draft. */
            expiryDate: string | null;
            /**
             * Format: date-time
             * @description When the draft was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a field or the status last changed.
             */
            updatedAt: string;
            /** @description Full text of the posting. Plain text; line breaks are kept. At most 100000 characters. Null until it is set. */
            description: string | null;
            /** @description How the posting asks candidates to apply. Null until it is set. */
            applyMethod: components["schemas"]["ApplyMethod"] | null;
            /** @description Address for applications by e-mail. Candidates do not see it. Null if it has none. */
            applyEmailAddress: string | null;
            /** @description Page to apply at, http or https. Null if it has none. */
            applyUrl: string | null;
            /** @description The questions to everyone who applies, in order; empty if there are none. */
            screeningQuestions?: components["schemas"]["ScreeningQuestion"][];
        };
        /** @description A new draft. Only `title` is required; a field that is absent, null or `""` is empty. */
        JobDraft: {
            /** @description Title of the job, on one line. */
            title: string;
            /** @description The employer's own reference of the job. Candidates do not see it. */
            reference?: string | null;
            /** @description Full text of the posting. Plain text; line breaks are kept. At most 100000 characters. Required to publish. */
            description?: string | null;
            /** @description City of the place of work. Required to publish. */
            city?: string | null;
            /** @description Country of the place of work, ISO 3166-1 alpha-2 in upper case, such as `NO`. Required to publish. */
            country?: "" | string | null;
            /** @description Kind of employment. Required to publish. */
            employmentType?: "" | components["schemas"]["EmploymentType"] | null;
            /** @description Place of work. Required to publish. */
            remoteType?: "" | components["schemas"]["RemoteType"] | null;
            /** @description How the posting asks candidates to apply. Required to publish. */
            applyMethod?: "" | components["schemas"]["ApplyMethod"] | null;
            /** @description Address for applications by e-mail. Candidates do not see it. Required to publish with `applyMethod` EmailApply. */
            applyEmailAddress?: "" | string | null;
            /** @description Page to apply at, http or https. Required to publish with `applyMethod` ExternalApply. */
            applyUrl?: "" | string | null;
            /** @description Lowest salary for one `salaryPeriod`, in `salaryCurrency`: a number with at most 2 decimals, at most 9999999999; not above the highest. */
            salaryMin?: "" | number | null;
            /** @description Highest salary, as `salaryMin`. */
            salaryMax?: "" | number | null;
            /** @description Currency of the salary, ISO 4217 in upper case, such as `EUR`. Required with `salaryMin` or `salaryMax`. */
            salaryCurrency?: "" | string | null;
            /** @description What the salary is paid for. Required with `salaryMin` or `salaryMax`. */
            salaryPeriod?: "" | components["schemas"]["SalaryPeriod"] | null;
            /** @description The screening questions, as the whole new list; an empty list removes all. A question keeps its id as long as its text, type and options stay the same. */
            screeningQuestions?: {
                /** @description The question as candidates read it. */
                text: string;
                type: components["schemas"]["ScreeningQuestionType"];
                /** @description True if an apply without an answer is refused. */
                required: boolean;
                /** @description The answers to choose from, each once. Required with SingleChoice, refused otherwise. */
                options?: string[] | null;
            }[] | null;
        };
        /** @description A job has reached its `expiryDate` and is Expired. */
        JobExpiredEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery of it and in the event feed.
             */
            id: string;
            /**
             * @description Name of the event, as in `X-Webhook-Event`.
             * @constant
             */
            type: "job.expired";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description The event, as it was at that time. */
            data: {
                /**
                 * Format: int32
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 */
                jobPostId: number;
                /**
                 * Format: date-time
                 * @description When the platform expired the job, at or shortly after its `expiryDate`.
                 */
                expiredAt: string;
            };
        };
        /** @description One page of jobs. */
        JobPage: {
            /** @description Number of all items that match, on every page the same. */
            total: number;
            /** @description Number of this page. */
            page: number;
            /** @description Most items of a page, as requested. */
            pageSize: number;
            /** @description The items of this page. */
            items: components["schemas"]["JobSummary"][];
            /** @description Pass it as `cursor` to read on; null on the last page. */
            nextCursor?: string | null;
        };
        /** @description Any subset of the fields. A field that is absent or null stays as it is; `""` clears it. */
        JobPatch: {
            /** @description Title of the job, on one line. Cannot be cleared. */
            title?: string | null;
            /** @description The employer's own reference of the job. Candidates do not see it. */
            reference?: string | null;
            /** @description Full text of the posting. Plain text; line breaks are kept. At most 100000 characters. Required to publish. */
            description?: string | null;
            /** @description City of the place of work. Required to publish. */
            city?: string | null;
            /** @description Country of the place of work, ISO 3166-1 alpha-2 in upper case, such as `NO`. Required to publish. */
            country?: "" | string | null;
            /** @description Kind of employment. Required to publish. */
            employmentType?: "" | components["schemas"]["EmploymentType"] | null;
            /** @description Place of work. Required to publish. */
            remoteType?: "" | components["schemas"]["RemoteType"] | null;
            /** @description How the posting asks candidates to apply. Required to publish. */
            applyMethod?: "" | components["schemas"]["ApplyMethod"] | null;
            /** @description Address for applications by e-mail. Candidates do not see it. Required to publish with `applyMethod` EmailApply. */
            applyEmailAddress?: "" | string | null;
            /** @description Page to apply at, http or https. Required to publish with `applyMethod` ExternalApply. */
            applyUrl?: "" | string | null;
            /** @description Lowest salary for one `salaryPeriod`, in `salaryCurrency`: a number with at most 2 decimals, at most 9999999999; not above the highest. */
            salaryMin?: "" | number | null;
            /** @description Highest salary, as `salaryMin`. */
            salaryMax?: "" | number | null;
            /** @description Currency of the salary, ISO 4217 in upper case, such as `EUR`. Required with `salaryMin` or `salaryMax`. */
            salaryCurrency?: "" | string | null;
            /** @description What the salary is paid for. Required with `salaryMin` or `salaryMax`. */
            salaryPeriod?: "" | components["schemas"]["SalaryPeriod"] | null;
            /** @description The screening questions, as the whole new list; an empty list removes all. A question keeps its id as long as its text, type and options stay the same. */
            screeningQuestions?: {
                /** @description The question as candidates read it. */
                text: string;
                type: components["schemas"]["ScreeningQuestionType"];
                /** @description True if an apply without an answer is refused. */
                required: boolean;
                /** @description The answers to choose from, each once. Required with SingleChoice, refused otherwise. */
                options?: string[] | null;
            }[] | null;
        };
        /** @description The job as a schema.org `JobPosting` in JSON-LD. It can stand in a `script` element as it is: `<`, `>` and `&` are written as escapes. */
        JobPosting: {
            /**
             * @description Type of the schema.org object.
             * @constant
             */
            "@type": "JobPosting";
            /**
             * @description Vocabulary of the object.
             * @constant
             */
            "@context": "https://schema.org";
            /** @description Id of the job at this employer. */
            identifier: {
                /**
                 * @description Type of the schema.org object.
                 * @constant
                 */
                "@type": "PropertyValue";
                /** @description Name of the employer. */
                name: string;
                /** @description Id of the job, as text. */
                value: string;
            };
            /** @description Title of the job; plain text, not HTML. */
            title: string;
            /** @description HTML: paragraphs and line breaks; every other character that is special in HTML is escaped. */
            description: string;
            /**
             * Format: date-time
             * @description When the job was published.
             */
            datePosted: string;
            /**
             * Format: date-time
             * @description The `expiryDate` of the job.
             */
            validThrough: string;
            /**
             * @description Kind of employment as schema.org names it; OTHER for an apprenticeship.
             * @enum {string}
             */
            employmentType: "FULL_TIME" | "PART_TIME" | "CONTRACTOR" | "TEMPORARY" | "INTERN" | "VOLUNTEER" | "OTHER";
            /** @description The employer. */
            hiringOrganization: {
                /**
                 * @description Type of the schema.org object.
                 * @constant
                 */
                "@type": "Organization";
                /** @description Name of the employer. */
                name: string;
            };
            /** @description The salary; absent if the job states none. */
            baseSalary?: {
                /**
                 * @description Type of the schema.org object.
                 * @constant
                 */
                "@type": "MonetaryAmount";
                /** @description ISO 4217. */
                currency: string;
                /** @description The amount. */
                value: {
                    /**
                     * @description Type of the schema.org object.
                     * @constant
                     */
                    "@type": "QuantitativeValue";
                    /** @description The salary, where lowest and highest are the same. */
                    value?: number;
                    /** @description Lowest salary. */
                    minValue?: number;
                    /** @description Highest salary. */
                    maxValue?: number;
                    /**
                     * @description What the salary is paid for.
                     * @enum {string}
                     */
                    unitText: "HOUR" | "DAY" | "MONTH" | "YEAR";
                };
            };
            /** @description Place of work; absent for a fully remote job. */
            jobLocation?: components["schemas"]["JobPostingPlace"];
            /**
             * @description Present for a fully remote job only.
             * @constant
             */
            jobLocationType?: "TELECOMMUTE";
            /** @description Country in which applicants may live; present for a fully remote job only. */
            applicantLocationRequirements?: {
                /**
                 * @description Type of the schema.org object.
                 * @constant
                 */
                "@type": "Country";
                /** @description ISO 3166-1 alpha-2. */
                name: string;
            };
            /** @description True if candidates apply on this platform. */
            directApply: boolean;
        };
        /** @description Place of work. */
        JobPostingPlace: {
            /**
             * @description Type of the schema.org object.
             * @constant
             */
            "@type": "Place";
            /** @description Address of the place of work. */
            address: {
                /**
                 * @description Type of the schema.org object.
                 * @constant
                 */
                "@type": "PostalAddress";
                /** @description City of the place of work. */
                addressLocality: string;
                /** @description ISO 3166-1 alpha-2. */
                addressCountry: string;
            };
        };
        /**
         * @description Draft: not published. Active: published, candidates can apply. Closed: ended by the employer. Expired: ended by its `expiryDate`. Closed and Expired are final.
         * @enum {string}
         */
        JobStatus: "Draft" | "Active" | "Closed" | "Expired";
        /** @description A job in a list, without its description. */
        JobSummary: {
            /**
             * Format: int32
             * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
             */
            id: number;
            status: components["schemas"]["JobStatus"];
            /** @description Title of the job, on one line. */
            title: string;
            /** @description The employer's own reference of the job. Candidates do not see it. Null if it has none. */
            reference: string | null;
            /** @description City of the place of work. Null until it is set. */
            city: string | null;
            /** @description Country of the place of work, ISO 3166-1 alpha-2 in upper case, such as `NO`. Null until it is set. */
            country: string | null;
            /** @description Kind of employment. Null until it is set. */
            employmentType: components["schemas"]["EmploymentType"] | null;
            /** @description Place of work. Null until it is set. */
            remoteType: components["schemas"]["RemoteType"] | null;
            /** @description Lowest salary for one `salaryPeriod`, in `salaryCurrency`: a number with at most 2 decimals, at most 9999999999; not above the highest. Null if none was given. */
            salaryMin?: number | null;
            /** @description Highest salary, as `salaryMin`. Null if none was given. */
            salaryMax?: number | null;
            /** @description Currency of the salary, ISO 4217 in upper case, such as `EUR`. Null if none was given. */
            salaryCurrency?: string | null;
            /** @description What the salary is paid for. Null if none was given. */
            salaryPeriod?: components["schemas"]["SalaryPeriod"] | null;
            /** @description When the job was published; null while it is a Draft. */
            postedDate: string | null;
            /** @description From then on the job is Expired unless it was closed before; null while it is a Draft. */
            expiryDate: string | null;
            /**
             * Format: date-time
             * @description When the draft was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a field or the status last changed.
             */
            updatedAt: string;
        };
        /** @description What the calling key may do. */
        Key: {
            /**
             * Format: int32
             * @description Id of the key, as in the Admin API and in `authorKeyId`.
             */
            id: number;
            kind: components["schemas"]["KeyKind"];
            /** @description Name that the key was given when it was minted. */
            name: string;
            /** @description Id of the user who is recorded as the author of notes and scorecards; null: the key has none. */
            userId: number | null;
            /** @description What the key may do. */
            scopes: string[];
            /** @description When the key expires; null: never. */
            expiresAt: string | null;
            /** @description The limits of each family that this kind of key can call. */
            limits: {
                family: components["schemas"]["LimitFamily"];
                /** @description Most requests within any 60 seconds. */
                requestsPerMinute: number;
            }[];
            /** @description Credits left of the employer; null for a candidate key, which pays for nothing. */
            credits: components["schemas"]["CreditBalances"] | null;
            /** @description true for a key of a sandbox; absent for a live one. */
            sandbox?: boolean;
        };
        /**
         * @description Kind of key: recruiter, of an employer, or candidate.
         * @enum {string}
         */
        KeyKind: "recruiter" | "candidate";
        /**
         * @description Active: accepted. PendingApproval: refused until an operator approves it. Revoked and Expired: refused for good.
         * @enum {string}
         */
        KeyStatus: "Active" | "PendingApproval" | "Revoked" | "Expired";
        /**
         * @description How well a language is spoken, lowest first.
         * @enum {string}
         */
        LanguageLevel: "Basic" | "Conversational" | "Fluent" | "Native";
        /**
         * @description Endpoints that share a limit of requests per minute.
         * @enum {string}
         */
        LimitFamily: "jobs" | "applications" | "me" | "employer" | "search" | "candidates";
        /** @description A note of the employer about an application or a candidate. Candidates never see it. */
        Note: {
            /**
             * Format: int32
             * @description Id of the note, as in `GET /api/v1/applications/{id}/notes`.
             */
            id: number;
            /** @description Id of the application that the note is about; null for a note about the candidate. */
            applicationId: number | null;
            /** @description Text of the note. */
            text: string;
            level: components["schemas"]["NoteLevel"];
            /**
             * Format: int32
             * @description Id of the user who wrote the note; only this user may change or delete it.
             */
            authorUserId: number;
            /**
             * Format: date-time
             * @description When the note was written.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its text last changed.
             */
            updatedAt: string;
        };
        /** @description A new note. */
        NoteDraft: {
            /** @description Text of the note; line breaks are kept. */
            text: string;
            /** @description What the note is about; application when it is absent or null. */
            level?: components["schemas"]["NoteLevel"] | null;
        };
        /**
         * @description What the note is about. application: this application. candidate: the candidate, so it shows on each of their applications to the employer.
         * @enum {string}
         */
        NoteLevel: "application" | "candidate";
        /** @description The new text of a note. */
        NoteUpdate: {
            /** @description Text of the note; line breaks are kept. */
            text: string;
        };
        /** @description An Active job as a candidate reads it before applying. */
        OpenJob: {
            /**
             * Format: int32
             * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
             */
            id: number;
            /** @description Title of the job. */
            title: string;
            /** @description Name of the employer. */
            employerName: string;
            /** @description City of the place of work. */
            city: string;
            /** @description Country of the place of work, ISO 3166-1 alpha-2. */
            country: string;
            employmentType: components["schemas"]["EmploymentType"];
            remoteType: components["schemas"]["RemoteType"];
            /** @description Lowest salary for one `salaryPeriod`, in `salaryCurrency`: a number with at most 2 decimals, at most 9999999999; not above the highest. Null if none was given. */
            salaryMin?: number | null;
            /** @description Highest salary, as `salaryMin`. Null if none was given. */
            salaryMax?: number | null;
            /** @description Currency of the salary, ISO 4217 in upper case, such as `EUR`. Null if none was given. */
            salaryCurrency?: string | null;
            /** @description What the salary is paid for. Null if none was given. */
            salaryPeriod?: components["schemas"]["SalaryPeriod"] | null;
            /**
             * Format: date-time
             * @description When the job was published.
             */
            postedAt: string;
            /**
             * Format: date-time
             * @description From then on nobody can apply; the employer may close the job before.
             */
            expiresAt: string;
            /** @description The full text of the posting; plain text. */
            description: string;
            applyMethod: components["schemas"]["ApplyMethod"];
            /** @description Page to apply at, with `applyMethod` ExternalApply; null otherwise. */
            applyUrl: string | null;
            /** @description The questions to answer in `screeningAnswers` of an apply; empty if there are none. */
            screeningQuestions: components["schemas"]["ScreeningQuestion"][];
        };
        /** @description One page of Active jobs. */
        OpenJobPage: {
            /** @description The jobs of this page, newest first. */
            items: components["schemas"]["OpenJobSummary"][];
            /** @description Pass it as `cursor` to read on; null on the last page. */
            nextCursor: string | null;
        };
        /** @description An Active job in a list, as candidates see it. */
        OpenJobSummary: {
            /**
             * Format: int32
             * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
             */
            id: number;
            /** @description Title of the job. */
            title: string;
            /** @description Name of the employer. */
            employerName: string;
            /** @description City of the place of work. */
            city: string;
            /** @description Country of the place of work, ISO 3166-1 alpha-2. */
            country: string;
            employmentType: components["schemas"]["EmploymentType"];
            remoteType: components["schemas"]["RemoteType"];
            /** @description Lowest salary for one `salaryPeriod`, in `salaryCurrency`: a number with at most 2 decimals, at most 9999999999; not above the highest. Null if none was given. */
            salaryMin?: number | null;
            /** @description Highest salary, as `salaryMin`. Null if none was given. */
            salaryMax?: number | null;
            /** @description Currency of the salary, ISO 4217 in upper case, such as `EUR`. Null if none was given. */
            salaryCurrency?: string | null;
            /** @description What the salary is paid for. Null if none was given. */
            salaryPeriod?: components["schemas"]["SalaryPeriod"] | null;
            /**
             * Format: date-time
             * @description When the job was published.
             */
            postedAt: string;
            /**
             * Format: date-time
             * @description From then on nobody can apply; the employer may close the job before.
             */
            expiresAt: string;
            /** @description The beginning of the description, at most 300 characters. */
            summary: string;
        };
        /** @description An application as its candidate reads it. */
        OwnApplication: {
            /**
             * Format: int32
             * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
             */
            id: number;
            /**
             * Format: int32
             * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
             */
            jobId: number;
            /** @description Title of the job at the time of applying. */
            jobTitle: string;
            /** @description Name of the employer at the time of applying. */
            employerName: string;
            status: components["schemas"]["ApplicationStatus"];
            /**
             * Format: date-time
             * @description When the application was submitted.
             */
            appliedAt: string;
            /**
             * Format: date-time
             * @description When the status last changed; the time of applying before that.
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When you last withdrew the application; it stays when the employer moves it afterwards. Absent if you did not.
             */
            withdrawnAt?: string;
            /** @description The cover letter; null if there is none. */
            coverLetter: string | null;
            /** @description Address of a résumé elsewhere; null if there is none. */
            resumeUrl: string | null;
        };
        /** @description One page of the list. */
        OwnApplicationPage: {
            /** @description Number of all items that match, on every page the same. */
            total: number;
            /** @description Number of this page. */
            page: number;
            /** @description Most items of a page, as requested. */
            pageSize: number;
            /** @description The items of this page. */
            items: components["schemas"]["OwnApplication"][];
        };
        /** @description Everything that is stored about the candidate. */
        OwnData: {
            /**
             * Format: date-time
             * @description When the export was made.
             */
            exportedAt: string;
            /** @description Your profile with visibility, consent and last activity. */
            profile: {
                /**
                 * Format: int32
                 * @description Id of the candidate, as in applications and CV search results.
                 */
                id: number;
                /** @description Given name. */
                firstName: string;
                /** @description Family name. */
                lastName: string;
                /** @description E-mail address. Employers see it in applications and when they have unlocked the profile. */
                email: string;
                /** @description Phone number, as written by the candidate. Null if it is not stated. */
                phone: string | null;
                /** @description Address of a LinkedIn page, http or https. Null if it is not stated. */
                linkedInUrl: string | null;
                /** @description Address of a GitHub page, http or https. Null if it is not stated. */
                gitHubUrl: string | null;
                /** @description Address of a website of the candidate, http or https. Null if it is not stated. */
                websiteUrl: string | null;
                /** @description What the candidate does, in one line. CV search finds it and shows it in results. Null if it is not stated. */
                headline: string | null;
                /** @description The candidate in a few paragraphs of plain text. CV search finds it. Null if it is not stated. */
                summary: string | null;
                /** @description Street and number. Null if it is not stated. */
                street: string | null;
                /** @description City of residence. Null if it is not stated. */
                city: string | null;
                /** @description Region, state or province. Null if it is not stated. */
                region: string | null;
                /** @description Postal code. Null if it is not stated. */
                postalCode: string | null;
                /** @description Country of residence, ISO 3166-1 alpha-2 in upper case, such as `NO`. Null if it is not stated. */
                country: string | null;
                /** @description Whether the candidate looks for work. CV search shows it in results. Null if it is not stated. */
                careerStatus: components["schemas"]["CareerStatus"] | null;
                /** @description Lowest expected salary, a whole number of `expectedSalaryCurrency`; not above the highest. Null if it is not stated. */
                expectedSalaryMin: number | null;
                /** @description Highest expected salary, a whole number of `expectedSalaryCurrency`. Null if it is not stated. */
                expectedSalaryMax: number | null;
                /** @description Currency of the expected salary, ISO 4217 in upper case, such as `EUR`. Null if it is not stated. */
                expectedSalaryCurrency: string | null;
                /** @description Notice period in days. Null if it is not stated. */
                noticePeriodDays: number | null;
                /** @description Kinds of employment that the candidate looks for. */
                jobTypes: components["schemas"]["EmploymentType"][];
                /** @description Skills, each a few words. CV search finds them. */
                skills: string[];
                /** @description Languages that the candidate speaks. */
                languages: {
                    /** @description Name of the language. */
                    language: string;
                    /** @description How well the candidate speaks it; Conversational if it was not stated. */
                    level: components["schemas"]["LanguageLevel"];
                }[];
                /** @description Nationalities, ISO 3166-1 alpha-2 in upper case. */
                nationalities: string[];
                /** @description Positions held, in the order in which the candidate sent them. */
                employmentHistory: {
                    /** @description Title of the position. */
                    title: string;
                    /** @description Name of the employer; empty if it is not stated. */
                    employer: string;
                    /** @description First month, `YYYY-MM`. Null if it is not stated. */
                    startMonth: string | null;
                    /** @description Last month, `YYYY-MM`; null for a position that is held now. */
                    endMonth: string | null;
                    /** @description What the candidate did there; plain text, empty if it is not stated. */
                    description: string;
                }[];
                /** @description Courses of study, in the order in which the candidate sent them. */
                education: {
                    /** @description School or university; empty if it is not stated. */
                    school: string;
                    /** @description Degree, such as MSc; empty if it is not stated. */
                    degree: string;
                    /** @description Field of study; empty if it is not stated. */
                    field: string;
                    /** @description Year of the end, also a planned one. Null if it is not stated. */
                    endYear: number | null;
                }[];
                /** @description How much of the profile is filled in, 0 to 100: the sum of the weights of its sections. */
                completeness: number;
                /**
                 * Format: date-time
                 * @description When the profile was created.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When a field of the profile last changed.
                 */
                updatedAt: string;
                /** @description Whether CV search finds you. */
                isSearchable: boolean;
                /** @description When your consent to data processing ends; null: never. */
                consentExpiresAt: string | null;
                /**
                 * Format: date-time
                 * @description When you were last active.
                 */
                lastActiveAt: string;
            };
            /** @description Your keys, without their texts. */
            apiKeys: components["schemas"]["CandidateKey"][];
            /** @description The employers that unlocked your profile, newest first. */
            profileViews: components["schemas"]["ProfileView"][];
            /** @description How often you applied, by day. */
            dailyApplies: {
                /**
                 * Format: date
                 * @description UTC day, `YYYY-MM-DD`.
                 */
                day: string;
                /** @description Applications that were submitted with your keys on that day. */
                count: number;
            }[];
            /** @description Your applications. */
            applications: {
                /**
                 * Format: int32
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 */
                id: number;
                /**
                 * Format: int32
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 */
                jobId: number;
                /** @description Title of the job at the time of applying. */
                jobTitle: string;
                /** @description Name of the employer at the time of applying. */
                employerName: string;
                status: components["schemas"]["ApplicationStatus"];
                /**
                 * Format: date-time
                 * @description When the application was submitted.
                 */
                appliedAt: string;
                /**
                 * Format: date-time
                 * @description When the status last changed; the time of applying before that.
                 */
                updatedAt: string;
                /**
                 * Format: date-time
                 * @description When you last withdrew the application; it stays when the employer moves it afterwards. Absent if you did not.
                 */
                withdrawnAt?: string;
                /** @description The cover letter; null if there is none. */
                coverLetter: string | null;
                /** @description Address of a résumé elsewhere; null if there is none. */
                resumeUrl: string | null;
                /**
                 * Format: int32
                 * @description Id of the employer.
                 */
                employerId: number;
                applicationType: components["schemas"]["ApplicationType"];
                /** @description True if it was submitted with a candidate key; recruiters see a badge. */
                isAiAssisted: boolean;
                /** @description The answered screening questions, in the order of the questions. */
                screeningAnswers: {
                    /**
                     * Format: int32
                     * @description Id of the screening question. It changes when the text, the type or the options of the question change.
                     */
                    questionId: number;
                    /** @description The question as it was worded at the time of applying. */
                    question: string;
                    /** @description A boolean, a number or a string, as the type of the question says. */
                    answer: string | number | boolean;
                }[];
                /** @description Your profile at the time of applying; null until the application has reached the employer. */
                profile: components["schemas"]["Profile"] | null;
                /** @description Each change of the status, oldest first. */
                statusHistory: {
                    /** @description The status before the change. */
                    previousStatus: components["schemas"]["ApplicationStatus"];
                    /** @description The status after the change. */
                    status: components["schemas"]["ApplicationStatus"];
                    /**
                     * Format: date-time
                     * @description When the status changed.
                     */
                    changedAt: string;
                }[];
                /** @description The automated assessment of the application; null until it is computed. */
                assessment: components["schemas"]["AiAssessment"] | null;
            }[];
        };
        /** @description The sandbox of the calling key, and how much it holds. */
        OwnSandbox: {
            /**
             * Format: int32
             * @description Id of the employer that is the sandbox; a reset changes it.
             */
            id: number;
            /**
             * Format: int32
             * @description Id of the employer that it belongs to; its own id when somebody signed up for it.
             */
            employerId: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description When it was last reset; null: never. */
            resetAt: string | null;
            /** @description When a key of it was last used, visible within 5 seconds; null: never. */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description When it ends: 90 days after its last call.
             */
            endsAt: string;
            /** @description Candidates, hidden ones included; at most 200. */
            candidates: number;
            /** @description Jobs, closed and expired ones included; at most 200. */
            jobs: number;
            /** @description Applications to its jobs; at most 2000. */
            applications: number;
        };
        /** @description A search that you paid for. All pages and repetitions of one query with the same filters are one. */
        PastSearch: {
            /**
             * Format: int32
             * @description Id of the search, as in `GET /api/v1/candidates/searches`.
             */
            id: number;
            /** @description The query as it was sent. */
            query: string;
            /** @description The countries of the search, ISO 3166-1 numeric, in order; empty: any. */
            preferredCountryIds: number[];
            /** @description The `activeWithinDays` of the search; null without one. */
            activeWithinDays: number | null;
            /** @description Number of candidates who matched the last time. */
            total: number;
            /** @description CvSearch credits that its pages and repetitions have cost. */
            cost: number;
            /**
             * Format: date-time
             * @description When it was last made.
             */
            searchedAt: string;
            /** @description Who made it last. */
            by: components["schemas"]["RecruiterActor"];
        };
        /** @description One page of past searches. */
        PastSearchPage: {
            /** @description The searches of this page. */
            items: components["schemas"]["PastSearch"][];
            /** @description Pass it as `cursor` to read on; null on the last page. */
            nextCursor: string | null;
        };
        /** @description RFC 9457, returned with `Accept: application/problem+json`. */
        Problem: {
            /** @description Always `about:blank`. */
            type: string;
            /** @description The reason phrase of the status, such as `Not Found`. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description For people, as `message` of the error envelope. */
            detail: string;
            /** @description For programs. New codes may be added. */
            code: string;
            /** @description The invalid fields; empty if none is. */
            errors: {
                /** @description JSON Pointer into the body, or `#query/name`. */
                pointer: string;
                /** @description What is wrong with the field. */
                reason: string;
            }[];
        };
        /** @description The full profile of a candidate. */
        Profile: {
            /**
             * Format: int32
             * @description Id of the candidate, as in applications and CV search results.
             */
            id: number;
            /** @description Given name. */
            firstName: string;
            /** @description Family name. */
            lastName: string;
            /** @description E-mail address. Employers see it in applications and when they have unlocked the profile. */
            email: string;
            /** @description Phone number, as written by the candidate. Null if it is not stated. */
            phone: string | null;
            /** @description Address of a LinkedIn page, http or https. Null if it is not stated. */
            linkedInUrl: string | null;
            /** @description Address of a GitHub page, http or https. Null if it is not stated. */
            gitHubUrl: string | null;
            /** @description Address of a website of the candidate, http or https. Null if it is not stated. */
            websiteUrl: string | null;
            /** @description What the candidate does, in one line. CV search finds it and shows it in results. Null if it is not stated. */
            headline: string | null;
            /** @description The candidate in a few paragraphs of plain text. CV search finds it. Null if it is not stated. */
            summary: string | null;
            /** @description Street and number. Null if it is not stated. */
            street: string | null;
            /** @description City of residence. Null if it is not stated. */
            city: string | null;
            /** @description Region, state or province. Null if it is not stated. */
            region: string | null;
            /** @description Postal code. Null if it is not stated. */
            postalCode: string | null;
            /** @description Country of residence, ISO 3166-1 alpha-2 in upper case, such as `NO`. Null if it is not stated. */
            country: string | null;
            /** @description Whether the candidate looks for work. CV search shows it in results. Null if it is not stated. */
            careerStatus: components["schemas"]["CareerStatus"] | null;
            /** @description Lowest expected salary, a whole number of `expectedSalaryCurrency`; not above the highest. Null if it is not stated. */
            expectedSalaryMin: number | null;
            /** @description Highest expected salary, a whole number of `expectedSalaryCurrency`. Null if it is not stated. */
            expectedSalaryMax: number | null;
            /** @description Currency of the expected salary, ISO 4217 in upper case, such as `EUR`. Null if it is not stated. */
            expectedSalaryCurrency: string | null;
            /** @description Notice period in days. Null if it is not stated. */
            noticePeriodDays: number | null;
            /** @description Kinds of employment that the candidate looks for. */
            jobTypes: components["schemas"]["EmploymentType"][];
            /** @description Skills, each a few words. CV search finds them. */
            skills: string[];
            /** @description Languages that the candidate speaks. */
            languages: {
                /** @description Name of the language. */
                language: string;
                /** @description How well the candidate speaks it; Conversational if it was not stated. */
                level: components["schemas"]["LanguageLevel"];
            }[];
            /** @description Nationalities, ISO 3166-1 alpha-2 in upper case. */
            nationalities: string[];
            /** @description Positions held, in the order in which the candidate sent them. */
            employmentHistory: {
                /** @description Title of the position. */
                title: string;
                /** @description Name of the employer; empty if it is not stated. */
                employer: string;
                /** @description First month, `YYYY-MM`. Null if it is not stated. */
                startMonth: string | null;
                /** @description Last month, `YYYY-MM`; null for a position that is held now. */
                endMonth: string | null;
                /** @description What the candidate did there; plain text, empty if it is not stated. */
                description: string;
            }[];
            /** @description Courses of study, in the order in which the candidate sent them. */
            education: {
                /** @description School or university; empty if it is not stated. */
                school: string;
                /** @description Degree, such as MSc; empty if it is not stated. */
                degree: string;
                /** @description Field of study; empty if it is not stated. */
                field: string;
                /** @description Year of the end, also a planned one. Null if it is not stated. */
                endYear: number | null;
            }[];
            /** @description How much of the profile is filled in, 0 to 100: the sum of the weights of its sections. */
            completeness: number;
            /**
             * Format: date-time
             * @description When the profile was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a field of the profile last changed.
             */
            updatedAt: string;
        };
        /** @description Any subset of the fields. A field that is absent or null stays as it is, `""` clears an optional one, and a list replaces the whole list. */
        ProfilePatch: {
            /** @description Given name. */
            firstName?: string | null;
            /** @description Family name. */
            lastName?: string | null;
            /** @description E-mail address. Employers see it in applications and when they have unlocked the profile. */
            email?: string | null;
            /** @description Phone number, as written by the candidate. */
            phone?: string | null;
            /** @description Address of a LinkedIn page, http or https. */
            linkedInUrl?: "" | string | null;
            /** @description Address of a GitHub page, http or https. */
            gitHubUrl?: "" | string | null;
            /** @description Address of a website of the candidate, http or https. */
            websiteUrl?: "" | string | null;
            /** @description What the candidate does, in one line. CV search finds it and shows it in results. */
            headline?: string | null;
            /** @description The candidate in a few paragraphs of plain text. CV search finds it. */
            summary?: string | null;
            /** @description Street and number. */
            street?: string | null;
            /** @description City of residence. */
            city?: string | null;
            /** @description Region, state or province. */
            region?: string | null;
            /** @description Postal code. */
            postalCode?: string | null;
            /** @description Country of residence, ISO 3166-1 alpha-2 in upper case, such as `NO`. */
            country?: "" | string | null;
            /** @description Whether the candidate looks for work. CV search shows it in results. */
            careerStatus?: "" | components["schemas"]["CareerStatus"] | null;
            /** @description Lowest expected salary, a whole number of `expectedSalaryCurrency`; not above the highest. */
            expectedSalaryMin?: "" | number | null;
            /** @description Highest expected salary, a whole number of `expectedSalaryCurrency`. */
            expectedSalaryMax?: "" | number | null;
            /** @description Currency of the expected salary, ISO 4217 in upper case, such as `EUR`. */
            expectedSalaryCurrency?: "" | string | null;
            /** @description Notice period in days. */
            noticePeriodDays?: "" | number | null;
            /** @description Kinds of employment that the candidate looks for. */
            jobTypes?: components["schemas"]["EmploymentType"][] | null;
            /** @description Skills, each a few words. CV search finds them. */
            skills?: string[] | null;
            /** @description Languages that the candidate speaks. */
            languages?: {
                /** @description Name of the language. */
                language: string;
                /**
                 * @description How well the candidate speaks it; Conversational if it was not stated.
                 * @default Conversational
                 */
                level?: components["schemas"]["LanguageLevel"];
            }[] | null;
            /** @description Nationalities, ISO 3166-1 alpha-2 in upper case. */
            nationalities?: string[] | null;
            /** @description Positions held, in the order in which the candidate sent them. */
            employmentHistory?: {
                /** @description Title of the position. */
                title: string;
                /**
                 * @description Name of the employer; empty if it is not stated.
                 * @default
                 */
                employer?: string;
                /** @description First month, `YYYY-MM`. */
                startMonth?: string | null;
                /** @description Last month, `YYYY-MM`; null for a position that is held now. */
                endMonth?: string | null;
                /**
                 * @description What the candidate did there; plain text, empty if it is not stated.
                 * @default
                 */
                description?: string;
            }[] | null;
            /** @description Courses of study, in the order in which the candidate sent them. */
            education?: {
                /**
                 * @description School or university; empty if it is not stated.
                 * @default
                 */
                school?: string;
                /**
                 * @description Degree, such as MSc; empty if it is not stated.
                 * @default
                 */
                degree?: string;
                /**
                 * @description Field of study; empty if it is not stated.
                 * @default
                 */
                field?: string;
                /** @description Year of the end, also a planned one. */
                endYear?: number | null;
            }[] | null;
        };
        /**
         * @description A section of a profile that CV search reads.
         * @enum {string}
         */
        ProfileSection: "headline" | "skills" | "summary" | "languages" | "employmentHistory" | "education";
        /** @description An employer that paid to read the profile. */
        ProfileView: {
            /**
             * Format: int32
             * @description Id of the employer.
             */
            employerId: number;
            /** @description Name of the employer. */
            employerName: string;
            /**
             * Format: date-time
             * @description When the employer last paid to read the profile.
             */
            unlockedAt: string;
        };
        /** @description One page of the list. */
        ProfileViewPage: {
            /** @description Number of all items that match, on every page the same. */
            total: number;
            /** @description Number of this page. */
            page: number;
            /** @description Most items of a page, as requested. */
            pageSize: number;
            /** @description The items of this page. */
            items: components["schemas"]["ProfileView"][];
        };
        /** @description A term of the query and the sections of the profile that contain it. */
        QueryMatch: {
            /** @description A term of your query: a word, a "quoted phrase" or a wildcard, without case and diacritics. Never the word that a wildcard matched. */
            term: string;
            /** @description The sections of the profile that contain it, of what rows and previews show: never `summary`, and of positions and education no employer, description or school. */
            sections: components["schemas"]["ProfileSection"][];
        };
        /** @description A word of a query that occurs nowhere, and the nearest words that do. */
        QuerySuggestion: {
            /** @description A word of your query, without case and diacritics, that no profile has. */
            term: string;
            /** @description 0-based position of the word, or of the phrase that contains it, in `query`. */
            position: number;
            /** @description The words of profiles that are spelt most like it, the nearest first; empty if none is near. */
            nearest: string[];
        };
        /**
         * @description The author's recommendation, from a clear no to a clear yes.
         * @enum {string}
         */
        Recommendation: "StrongNo" | "No" | "Hold" | "Yes" | "StrongYes";
        /** @description Who made a call: a user, an API key or both. Empty for calls from before this was recorded. */
        RecruiterActor: {
            /**
             * Format: int32
             * @description Id of the user; absent for a key without one.
             */
            userId?: number;
            /** @description Name of the user; absent while it cannot be read. */
            userName?: string;
            /**
             * Format: int32
             * @description Id of the API key; absent for a person in the portal.
             */
            keyId?: number;
            /** @description Name of the API key; absent while it cannot be read. */
            keyName?: string;
        };
        /**
         * @description JobPosting: jobs. Applications: applications, tags, notes, scorecards, events. CvSearch: CV search. Webhooks: webhook subscriptions and deliveries.
         * @enum {string}
         */
        RecruiterScope: "JobPosting" | "Applications" | "CvSearch" | "Webhooks";
        /**
         * @description Place of work: on site, partly remote or entirely remote.
         * @enum {string}
         */
        RemoteType: "OnSite" | "HybridRemote" | "FullyRemote";
        /**
         * @description What a salary is paid for.
         * @enum {string}
         */
        SalaryPeriod: "Hour" | "Day" | "Month" | "Year";
        /** @description One user's judgement of an application at one stage. Candidates never see it. */
        Scorecard: {
            /**
             * Format: int32
             * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
             */
            applicationId: number;
            /** @description Name of the stage, trimmed and case-folded. */
            stage: string;
            /**
             * Format: int32
             * @description Id of the user who stored the scorecard.
             */
            authorUserId: number;
            recommendation: components["schemas"]["Recommendation"];
            /** @description Comments on the whole; null if there are none. */
            comments: string | null;
            /** @description Points by criterion. */
            ratings: {
                /** @description What is rated, such as Communication. */
                criterion: string;
                /** @description Points, 1 (lowest) to 5 (highest). */
                score: number;
            }[];
            /**
             * Format: date-time
             * @description When the scorecard was first stored.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the scorecard was last stored.
             */
            updatedAt: string;
        };
        /** @description The whole scorecard: it replaces the one you stored for this stage before. */
        ScorecardDraft: {
            recommendation: components["schemas"]["Recommendation"];
            /** @description Comments on the whole; absent or null clears them. */
            comments?: string | null;
            /** @description Points by criterion, at most 50; absent or null clears them. */
            ratings?: {
                /** @description What is rated, such as Communication. */
                criterion: string;
                /** @description Points, 1 (lowest) to 5 (highest). */
                score: number;
            }[] | null;
        };
        /** @description What a scorecard is asked to rate. Scorecards may rate other criteria too, and keep theirs when the template changes. */
        ScorecardTemplate: {
            /** @description Id of the job whose own template it is; null for the template of the employer. */
            jobId: number | null;
            /** @description What the form of a scorecard offers, in this order. */
            criteria: {
                /** @description What is rated, such as Communication: the `criterion` of a rating. */
                name: string;
                /** @description What to look for, in one line; null if there is none. */
                hint: string | null;
            }[];
            /** @description Whether a user reads scorecards of others for a stage only once the own one for that stage is stored. It applies to keys with a user and to persons in the portal; a key without a user reads all. Lists of applications with `include=scorecards` leave out the same ones; `hasScorecard` and `reviewedBy` count them. */
            hideOthersUntilSubmitted: boolean;
        };
        /** @description The whole template: it replaces the one that is stored. */
        ScorecardTemplateDraft: {
            /** @description What the form of a scorecard offers, in this order, at most 50. */
            criteria: {
                /** @description What is rated, such as Communication: the `criterion` of a rating. */
                name: string;
                /** @description What to look for, in one line; absent, null or empty: none. */
                hint?: string | null;
            }[];
            /** @description Whether a user reads scorecards of others for a stage only once the own one for that stage is stored. It applies to keys with a user and to persons in the portal; a key without a user reads all. Lists of applications with `include=scorecards` leave out the same ones; `hasScorecard` and `reviewedBy` count them. False when it is absent or null. */
            hideOthersUntilSubmitted?: boolean | null;
        };
        /** @description An answer to one screening question. */
        ScreeningAnswer: {
            /**
             * Format: int32
             * @description Id of the screening question. It changes when the text, the type or the options of the question change.
             */
            questionId: number;
            /** @description A boolean, a number or a string, as the `type` of the question says. An empty string is no answer. */
            answer: string | number | boolean;
        };
        /** @description A question of the employer to everyone who applies to the job. */
        ScreeningQuestion: {
            /**
             * Format: int32
             * @description Id of the screening question. It changes when the text, the type or the options of the question change.
             */
            id: number;
            /** @description The question as candidates read it. */
            text: string;
            type: components["schemas"]["ScreeningQuestionType"];
            /** @description True if an apply without an answer is refused. */
            required: boolean;
            /** @description The answers to choose from; empty unless `type` is SingleChoice. */
            options: string[];
        };
        /**
         * @description Type of the answer. YesNo: a boolean. Text: a string. Number: a number. SingleChoice: one of `options`, spelled the same.
         * @enum {string}
         */
        ScreeningQuestionType: "YesNo" | "Text" | "Number" | "SingleChoice";
        /** @description The status to move to. */
        StatusChange: {
            /** @description The status to move to. */
            status: components["schemas"]["ApplicationStatus"];
            /** @description A note for the history of the application; candidates never see it. */
            note?: string | null;
            /** @description Why the application is rejected; goes with `status` Rejected only. */
            rejectionReason?: {
                /** @description One of your codes, as in `GET /api/v1/rejection-reasons`. */
                code: string;
                /** @description More about it, for your users; candidates never see it. Absent, null or empty: none. */
                text?: string | null;
            } | null;
            /** @description The status from which it is moved, as you read it: with another one it is not moved. Absent or null: it is moved from any. */
            expectedStatus?: components["schemas"]["ApplicationStatus"] | null;
        };
        /** @description The status before and after the change. */
        StatusChanged: {
            /**
             * Format: int32
             * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
             */
            id: number;
            /** @description The status before the change. */
            previousStatus: components["schemas"]["ApplicationStatus"];
            /** @description The status now. */
            status: components["schemas"]["ApplicationStatus"];
            /**
             * Format: date-time
             * @description When the status last changed.
             */
            changedAt: string;
        };
        /**
         * @description Active: events are delivered. Disabled: deliveries are held until it is enabled again.
         * @enum {string}
         */
        SubscriptionStatus: "Active" | "Disabled";
        /** @description A label of the employer on candidates. Other employers and candidates never see it. */
        Tag: {
            /** @description Label of the tag, trimmed and case-folded; it identifies the tag. */
            label: string;
            /** @description Number of the employer's candidates that have the tag. */
            usageCount: number;
        };
        /** @description The tag to assign. */
        TagAssignment: {
            /** @description Label of the tag. Trimmed and case-folded, so labels that differ in letter case only are one tag. In a path it is one percent-encoded segment. */
            label: string;
        };
        /** @description A candidate whose profile you unlocked. */
        UnlockedCandidate: {
            /**
             * Format: int32
             * @description Id of the candidate, as in applications and CV search results.
             */
            candidateId: number;
            /** @description The name; as in search results, masked, when reading the profile is not free any more. */
            name: string;
            /** @description Headline, with contact details masked when reading is not free any more; null if it is not stated. */
            headline: string | null;
            /**
             * Format: date-time
             * @description When you last paid for the profile.
             */
            unlockedAt: string;
            /**
             * Format: date-time
             * @description Until then reading the profile is free.
             */
            unlockedUntil: string;
            /** @description Who paid for it. */
            by: components["schemas"]["RecruiterActor"];
        };
        /** @description One page of unlocked candidates. */
        UnlockedCandidatePage: {
            /** @description The candidates of this page. */
            items: components["schemas"]["UnlockedCandidate"][];
            /** @description Pass it as `cursor` to read on; null on the last page. */
            nextCursor: string | null;
        };
        /** @description The full profile of an unlocked candidate. */
        UnlockedProfile: {
            /**
             * Format: int32
             * @description Id of the candidate, as in applications and CV search results.
             */
            id: number;
            /** @description Given name. */
            firstName: string;
            /** @description Family name. */
            lastName: string;
            /** @description E-mail address. Employers see it in applications and when they have unlocked the profile. */
            email: string;
            /** @description Phone number, as written by the candidate. Null if it is not stated. */
            phone: string | null;
            /** @description Address of a LinkedIn page, http or https. Null if it is not stated. */
            linkedInUrl: string | null;
            /** @description Address of a GitHub page, http or https. Null if it is not stated. */
            gitHubUrl: string | null;
            /** @description Address of a website of the candidate, http or https. Null if it is not stated. */
            websiteUrl: string | null;
            /** @description What the candidate does, in one line. CV search finds it and shows it in results. Null if it is not stated. */
            headline: string | null;
            /** @description The candidate in a few paragraphs of plain text. CV search finds it. Null if it is not stated. */
            summary: string | null;
            /** @description Street and number. Null if it is not stated. */
            street: string | null;
            /** @description City of residence. Null if it is not stated. */
            city: string | null;
            /** @description Region, state or province. Null if it is not stated. */
            region: string | null;
            /** @description Postal code. Null if it is not stated. */
            postalCode: string | null;
            /** @description Country of residence, ISO 3166-1 alpha-2 in upper case, such as `NO`. Null if it is not stated. */
            country: string | null;
            /** @description Whether the candidate looks for work. CV search shows it in results. Null if it is not stated. */
            careerStatus: components["schemas"]["CareerStatus"] | null;
            /** @description Lowest expected salary, a whole number of `expectedSalaryCurrency`; not above the highest. Null if it is not stated. */
            expectedSalaryMin: number | null;
            /** @description Highest expected salary, a whole number of `expectedSalaryCurrency`. Null if it is not stated. */
            expectedSalaryMax: number | null;
            /** @description Currency of the expected salary, ISO 4217 in upper case, such as `EUR`. Null if it is not stated. */
            expectedSalaryCurrency: string | null;
            /** @description Notice period in days. Null if it is not stated. */
            noticePeriodDays: number | null;
            /** @description Kinds of employment that the candidate looks for. */
            jobTypes: components["schemas"]["EmploymentType"][];
            /** @description Skills, each a few words. CV search finds them. */
            skills: string[];
            /** @description Languages that the candidate speaks. */
            languages: {
                /** @description Name of the language. */
                language: string;
                /** @description How well the candidate speaks it; Conversational if it was not stated. */
                level: components["schemas"]["LanguageLevel"];
            }[];
            /** @description Nationalities, ISO 3166-1 alpha-2 in upper case. */
            nationalities: string[];
            /** @description Positions held, in the order in which the candidate sent them. */
            employmentHistory: {
                /** @description Title of the position. */
                title: string;
                /** @description Name of the employer; empty if it is not stated. */
                employer: string;
                /** @description First month, `YYYY-MM`. Null if it is not stated. */
                startMonth: string | null;
                /** @description Last month, `YYYY-MM`; null for a position that is held now. */
                endMonth: string | null;
                /** @description What the candidate did there; plain text, empty if it is not stated. */
                description: string;
            }[];
            /** @description Courses of study, in the order in which the candidate sent them. */
            education: {
                /** @description School or university; empty if it is not stated. */
                school: string;
                /** @description Degree, such as MSc; empty if it is not stated. */
                degree: string;
                /** @description Field of study; empty if it is not stated. */
                field: string;
                /** @description Year of the end, also a planned one. Null if it is not stated. */
                endYear: number | null;
            }[];
            /** @description How much of the profile is filled in, 0 to 100: the sum of the weights of its sections. */
            completeness: number;
            /**
             * Format: date-time
             * @description When the profile was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a field of the profile last changed.
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the candidate was last active.
             */
            lastActiveAt: string;
            /**
             * Format: date-time
             * @description Until then reading this profile is free.
             */
            unlockedUntil: string;
        };
        /**
         * @description Role of the user in the portal. It does not change what an API key may do.
         * @enum {string}
         */
        UserRole: "EmployerAdmin" | "Recruiter" | "Interviewer";
        /** @description One page of the list. */
        WebhookDeliveryPage: {
            /** @description Number of all items that match, on every page the same. */
            total: number;
            /** @description Number of this page. */
            page: number;
            /** @description Most items of a page, as requested. */
            pageSize: number;
            /** @description The items of this page. */
            items: {
                /** @description Id of the delivery, the same in every attempt; sent as `X-Webhook-Delivery-Id`. */
                id: string;
                /** @description Id of the event, the same in every delivery of it. */
                eventId: string;
                /** @description Name of the event, also `webhook.test`. */
                event: string;
                status: components["schemas"]["DeliveryStatus"];
                /** @description Failed attempts since the delivery was started or redelivered. */
                failedAttempts: number;
                /** @description When the next attempt is due; null unless it is Pending. */
                nextAttemptAt: string | null;
                /** @description Status of the last response; null without a response. */
                lastStatusCode: number | null;
                /**
                 * Format: date-time
                 * @description When the delivery was created.
                 */
                createdAt: string;
            }[];
        };
        /**
         * @description Name of an event that employers subscribe to.
         * @enum {string}
         */
        WebhookEventType: "application.submitted" | "application.status_changed" | "job.expired" | "application.erased";
        /** @description A webhook subscription, without its secret. */
        WebhookSubscription: {
            /**
             * Format: int32
             * @description Id of the webhook subscription.
             */
            id: number;
            /** @description Address of the receiver: https, without credentials, a host name with a dot or a public address, port 443 or above 1023. */
            url: string;
            /** @description The events that are delivered. */
            events: components["schemas"]["WebhookEventType"][];
            status: components["schemas"]["SubscriptionStatus"];
            /**
             * Format: date-time
             * @description When the subscription was registered.
             */
            createdAt: string;
            /** @description Why it is disabled; null while it is Active. */
            disabledReason: string | null;
            /** @description Failed attempts in a row over all its deliveries; the tenth disables the subscription. */
            consecutiveFailures: number;
            /** @description Until when the secret before the last rotation signs deliveries too; null before the first rotation. */
            previousSecretUntil: string | null;
        };
        /** @description One page of the list. */
        WebhookSubscriptionPage: {
            /** @description Number of all items that match, on every page the same. */
            total: number;
            /** @description Number of this page. */
            page: number;
            /** @description Most items of a page, as requested. */
            pageSize: number;
            /** @description The items of this page. */
            items: {
                /**
                 * Format: int32
                 * @description Id of the webhook subscription.
                 */
                id: number;
                /** @description Address of the receiver: https, without credentials, a host name with a dot or a public address, port 443 or above 1023. */
                url: string;
                /** @description The events that are delivered. */
                events: components["schemas"]["WebhookEventType"][];
                status: components["schemas"]["SubscriptionStatus"];
                /**
                 * Format: date-time
                 * @description When the subscription was registered.
                 */
                createdAt: string;
                /** @description Why it is disabled; null while it is Active. */
                disabledReason: string | null;
                /** @description Failed attempts in a row over all its deliveries; the tenth disables the subscription. */
                consecutiveFailures: number;
                /** @description Until when the secret before the last rotation signs deliveries too; null before the first rotation. */
                previousSecretUntil: string | null;
                /** @description What `include` names; absent without it. */
                included?: {
                    /** @description The attempts of the last 24 hours by hour, and what waits. */
                    stats: {
                        /** @description Oldest first, also those without attempts. */
                        steps: {
                            /**
                             * Format: date-time
                             * @description When the hour or the UTC day begins.
                             */
                            startsAt: string;
                            /** @description Attempts that got a 2xx. */
                            succeeded: number;
                            /** @description All other attempts. */
                            failed: number;
                            /** @description Half of the attempts took at most this long, in ms, to within 10 %; null without attempts. */
                            p50Ms: number | null;
                            /** @description 95 % of the attempts took at most this long, in ms, to within 10 %; null without attempts. */
                            p95Ms: number | null;
                        }[];
                        /** @description The same over all of them. */
                        total: {
                            /** @description Attempts that got a 2xx. */
                            succeeded: number;
                            /** @description All other attempts. */
                            failed: number;
                            /** @description Half of the attempts took at most this long, in ms, to within 10 %; null without attempts. */
                            p50Ms: number | null;
                            /** @description 95 % of the attempts took at most this long, in ms, to within 10 %; null without attempts. */
                            p95Ms: number | null;
                        };
                        /** @description Deliveries that wait for an attempt, counted up to 10000. */
                        pending: number;
                        /** @description When the first of them is due, while the subscription is Active; null without any. */
                        nextAttemptAt: string | null;
                    };
                };
            }[];
        };
        /** @description A test of a webhook subscription. */
        WebhookTestEvent: {
            /**
             * Format: uuid
             * @description Id of the test event.
             */
            id: string;
            /**
             * @description Name of the event, as in `X-Webhook-Event`.
             * @constant
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When the test was requested.
             */
            timestamp: string;
            /** @description The subscription that is tested. */
            data: {
                /**
                 * Format: int32
                 * @description Id of the webhook subscription.
                 */
                subscriptionId: number;
            };
        };
    };
    responses: {
        /** @description `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running; retry later with the same key. */
        IdempotencyInProgressOfPaidCallReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "Retry-After": components["headers"]["Retry-After"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "idempotency_in_progress";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running; retry later with the same key. */
        IdempotencyInProgressReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "idempotency_in_progress";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
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
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "idempotency_key_reused";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency_key_reused`: This `Idempotency-Key` was used for a different request in the last 24 hours. */
        IdempotencyKeyReusedOfPaidCall: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "idempotency_key_reused";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
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
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "insufficient_scope";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `insufficient_scope`: The key is valid but lacks the scope. */
        InsufficientScopeOfPaidCall: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "insufficient_scope";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
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
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "insufficient_scope" | "unattributable";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
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
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "internal_error";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
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
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "invalid_request";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule. */
        InvalidRequestOfPaidCall: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "invalid_request";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule. */
        InvalidRequestReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "invalid_request";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `no_credits`: No credit is left of the kind that this call costs; nothing was debited. */
        NoCreditsOfPaidCall: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "no_credits";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
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
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "not_found";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `not_found`: The object does not exist or belongs to another owner; both cases get the same response. */
        NotFoundOfPaidCallReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "not_found";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `not_found`: The object does not exist or belongs to another owner; both cases get the same response. */
        NotFoundReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "not_found";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
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
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "payload_too_large";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `payload_too_large`: The body is larger than 1 MiB. */
        PayloadTooLargeOfPaidCall: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "payload_too_large";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
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
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "precondition_failed";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: Too many requests within a minute, or a daily budget of bytes or new keys is used up; retry after `Retry-After` seconds. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "rate_limited";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: Too many requests within a minute, or a daily budget of bytes or new keys is used up; retry after `Retry-After` seconds. */
        RateLimitedOfPaidCall: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "rate_limited";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
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
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "unavailable";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `unavailable`: A part of the service is temporarily unavailable; retry after `Retry-After` seconds. */
        UnavailableOfPaidCall: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "unavailable";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `unsupported_media_type`: The `Content-Type` is not JSON in UTF-8, or the body is compressed; `Accept-Encoding` then says `identity`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "unsupported_media_type";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
        /** @description `unsupported_media_type`: The `Content-Type` is not JSON in UTF-8, or the body is compressed; `Accept-Encoding` then says `identity`. */
        UnsupportedMediaTypeOfPaidCall: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                Link: components["headers"]["Link"];
                "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The codes of this response. New codes may be added.
                     * @enum {string}
                     */
                    code?: "unsupported_media_type";
                };
                "text/json": components["schemas"]["Error"];
                "text/plain": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
        IdempotencyKey: string;
        /** @description `dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return. With a body also `handling=strict`: refuse unknown fields. */
        PreferDryRun: string;
        /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
        PreferHandling: string;
        /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
        IfNoneMatch: string;
        /** @description The `ETag` you have read: 412 if the object was changed in the meantime. Absent: the change is made in any case. */
        IfMatch: string;
    };
    headers: {
        /**
         * @description Id of this request; quote it when you contact support.
         * @example 0b7d1c2e-58f4-4f6e-9d0a-7a3c5f1e2b90
         */
        "X-Request-Id": string;
        /**
         * @description Limit family, requests per window (`q`) and window in seconds (`w`).
         * @example "jobs";q=100;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description Limit family, requests left (`r`), and seconds until the full quota is available again (`t`).
         * @example "jobs";r=97;t=42
         */
        RateLimit: string;
        /**
         * @description Requests per minute.
         * @example 100
         */
        "X-RateLimit-Limit": number;
        /**
         * @description Requests left now.
         * @example 97
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description Seconds until the full quota is available again.
         * @example 42
         */
        "X-RateLimit-Reset": number;
        /**
         * @description Seconds to wait before the next try.
         * @example 12
         */
        "Retry-After": number;
        /**
         * @description Always `Bearer`.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description Version of this object, to send in `If-None-Match` or `If-Match`.
         * @example "x3VGz1mJ0b1mN8q2rT5uYw"
         */
        ETag: string;
        /**
         * @description `Accept`: it selects the representation.
         * @example Accept
         */
        Vary: string;
        /**
         * @description `<...>; rel="next"` of a list: address of the next page; absent on the last one. `<...>; rel="help"` of an error: address of what the guide says about its code.
         * @example </api/v1/me/jobs?limit=50&cursor=MTc3MjM1OTUwMDAwMC43>; rel="next"
         */
        Link: string;
        /**
         * @description Credits that this call cost: 0 for a refusal, a replay and a free read.
         * @example 1
         */
        "X-Credits-Cost": number;
        /**
         * @description Credits left now, of the kind that this call costs. Absent where the balance could not be read: 401, some 5xx.
         * @example 41
         */
        "X-Credits-Remaining": number;
        /**
         * @description The query as it was evaluated: AND written out, without case, diacritics and redundant parentheses; characters other than ASCII are percent-encoded as UTF-8. Decoded, it is a query with the same result. Absent when it would be longer than 2048 characters.
         * @example (baker OR "pastry chef") AND sourdough AND NOT intern*
         */
        "X-Query-Normalized": string;
        /**
         * @description The preferences of the request that were applied, separated by commas: `dry-run` when this is the result of a dry run, and nothing was done; `handling=strict` when unknown fields of the body are refused. Absent when none was.
         * @example dry-run
         */
        "Preference-Applied": string;
        /**
         * @description Fields of the body that this operation does not have, separated by commas; they had no effect. A nested field is named with its path, `employmentHistory.0.tilte`; other characters than letters, digits and `-_.!~*'()` are percent-encoded. At most 20. Absent when there is none.
         * @example employementType
         */
        "X-Ignored-Fields": string;
        /**
         * @description `true` when this is the stored response to an earlier request with the same `Idempotency-Key`; absent otherwise.
         * @example true
         */
        "Idempotency-Replayed": "true";
    };
}
export interface operations {
    "get-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the calling key may do. */
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
                    /**
                     * @example {
                     *       "id": 4,
                     *       "kind": "recruiter",
                     *       "name": "Recruiting system",
                     *       "userId": 3,
                     *       "scopes": [
                     *         "JobPosting",
                     *         "Applications",
                     *         "CvSearch",
                     *         "Webhooks"
                     *       ],
                     *       "expiresAt": null,
                     *       "limits": [
                     *         {
                     *           "family": "jobs",
                     *           "requestsPerMinute": 100
                     *         },
                     *         {
                     *           "family": "search",
                     *           "requestsPerMinute": 30
                     *         }
                     *       ],
                     *       "credits": {
                     *         "JobPosting": 9,
                     *         "CvSearch": 41,
                     *         "CvDownload": 5
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Key"];
                    "text/json": components["schemas"]["Key"];
                    "text/plain": components["schemas"]["Key"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
    "rotate-own-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 86400
                 *     }
                 */
                "application/json": {
                    /** @description Seconds for which the old key still works, at most 2592000 (30 days). Absent, null or 0: it is revoked at once. */
                    overlapSeconds?: number | null;
                } | null;
            };
        };
        responses: {
            /** @description The new key with its text. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 9,
                     *       "name": "Recruiting system",
                     *       "status": "Active",
                     *       "expiresAt": null,
                     *       "createdAt": "2026-03-01T12:00:00.000Z",
                     *       "lastUsedAt": null,
                     *       "scopes": [
                     *         "JobPosting",
                     *         "Applications"
                     *       ],
                     *       "userId": 3,
                     *       "apiKey": "pk_live_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: int32
                         * @description Id of the API key. It is not the key itself.
                         */
                        id: number;
                        /** @description Name of the key, as lists show it. */
                        name: string;
                        status: components["schemas"]["KeyStatus"];
                        /** @description When the key expires; null: never. */
                        expiresAt: string | null;
                        /**
                         * Format: date-time
                         * @description When the key was minted.
                         */
                        createdAt: string;
                        /** @description When the key was last used with success, visible within 5 seconds; null: never. */
                        lastUsedAt: string | null;
                        /** @description The last four characters of its text, to tell keys apart; null for keys of older releases. */
                        lastFour?: string | null;
                        /** @description The key that replaced this one when it was rotated; null: it was not. */
                        replacedBy?: number | null;
                        /** @description What the key may do. */
                        scopes: components["schemas"]["RecruiterScope"][];
                        /** @description Id of the user who is recorded as the author of notes and scorecards. Null: the key cannot write them; so it is once the user was removed. */
                        userId: number | null;
                        /** @description The key itself. It is shown only here and cannot be read again; only a hash is stored. */
                        apiKey: string;
                    } | {
                        /**
                         * Format: int32
                         * @description Id of the API key. It is not the key itself.
                         */
                        id: number;
                        /** @description Name of the key, as lists show it. */
                        name: string;
                        status: components["schemas"]["KeyStatus"];
                        /** @description When the key expires; null: never. */
                        expiresAt: string | null;
                        /**
                         * Format: date-time
                         * @description When the key was minted.
                         */
                        createdAt: string;
                        /** @description When the key was last used with success, visible within 5 seconds; null: never. */
                        lastUsedAt: string | null;
                        /** @description The last four characters of its text, to tell keys apart; null for keys of older releases. */
                        lastFour?: string | null;
                        /** @description The key that replaced this one when it was rotated; null: it was not. */
                        replacedBy?: number | null;
                        /** @description What the key may do. */
                        scopes: components["schemas"]["CandidateScope"][];
                        /** @description The key itself. It is shown only here and cannot be read again; only a hash is stored. */
                        apiKey: string;
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `invalid_state`: The key was revoked or expired while the request was on its way.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description `already_rotated`: The calling key was rotated before, and this is no repeat of that request.
             *
             *     `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running; retry later with the same key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "already_rotated" | "idempotency_in_progress";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description `rate_limited`: More requests within a minute than the limit, or 100 new keys of this owner since 00:00 UTC. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "rate_limited";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-key-usage": {
        parameters: {
            query?: {
                /**
                 * @description UTC days, the present one included.
                 * @example 7
                 */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calls of the calling key. */
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
                    /**
                     * @example {
                     *       "days": [
                     *         {
                     *           "date": "2026-03-01",
                     *           "family": "jobs",
                     *           "ok": 412,
                     *           "clientErrors": 3,
                     *           "rateLimited": 0,
                     *           "serverErrors": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Newest day first, the families of a day in alphabetical order. */
                        days: {
                            /**
                             * Format: date
                             * @description The UTC day.
                             */
                            date: string;
                            family: components["schemas"]["LimitFamily"];
                            /** @description Responses with status 2xx or 304. */
                            ok: number;
                            /** @description Responses with status 4xx other than 429. */
                            clientErrors: number;
                            /** @description Responses with status 429. */
                            rateLimited: number;
                            /** @description Responses with status 5xx. */
                            serverErrors: number;
                        }[];
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-jobs": {
        parameters: {
            query?: {
                /**
                 * @description Number of the page, from 1. Past the end `items` is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items of a page, at most 100. More is refused, never reduced.
                 * @example 50
                 */
                pageSize?: number;
                /**
                 * @description Only jobs with this status.
                 * @example Active
                 */
                status?: components["schemas"]["JobStatus"];
                /** @description Only jobs with exactly this reference; letter case matters. */
                reference?: string;
                /** @description Only jobs whose `updatedAt` is at or after this time. */
                updatedSince?: string;
                /** @description Only jobs whose `expiryDate` is before this time; with `status=Active` those that end soon. */
                expiresBefore?: string;
                /** @description Only jobs in whose title, reference or city for each of these words a word begins with it; letter case and accents do not matter. */
                q?: string;
                /** @description Order of the list; default `-createdAt`. A leading `-` is descending. Jobs without the date come last, `title` is without letter case and accents, `-applications` by the number of all applications; jobs that are equal come by id. */
                sort?: "-createdAt" | "-postedDate" | "expiryDate" | "title" | "-applications";
                /** @description The `nextCursor` of a page of this list, unchanged: returns the items that follow it. Send the same filters and the same `sort` with it. It goes with `page` 1 only, and costs the same however many came before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of jobs. */
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
                    /**
                     * @example {
                     *       "total": 1,
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "items": [
                     *         {
                     *           "id": 7,
                     *           "status": "Active",
                     *           "title": "Baker",
                     *           "reference": "BK-7",
                     *           "city": "Utrecht",
                     *           "country": "NL",
                     *           "employmentType": "FullTime",
                     *           "remoteType": "OnSite",
                     *           "salaryMin": 3000,
                     *           "salaryMax": 3600,
                     *           "salaryCurrency": "EUR",
                     *           "salaryPeriod": "Month",
                     *           "postedDate": "2026-03-01T09:05:00.000Z",
                     *           "expiryDate": "2026-04-01T00:00:00.000Z",
                     *           "createdAt": "2026-03-01T09:00:00.000Z",
                     *           "updatedAt": "2026-03-01T09:05:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["JobPage"];
                    "text/json": components["schemas"]["JobPage"];
                    "text/plain": components["schemas"]["JobPage"];
                };
            };
            /** @description `invalid_request`: A query parameter is unknown or invalid, `q` has no letter and no digit, or `cursor` comes with a `page` or another `sort`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
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
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Baker",
                 *       "reference": "BK-7",
                 *       "city": "Utrecht",
                 *       "country": "NL",
                 *       "employmentType": "FullTime",
                 *       "remoteType": "OnSite",
                 *       "salaryMin": 3000,
                 *       "salaryMax": 3600,
                 *       "salaryCurrency": "EUR",
                 *       "salaryPeriod": "Month",
                 *       "description": "Bread before sunrise, home by noon.",
                 *       "applyMethod": "PlatformApply"
                 *     }
                 */
                "application/json": components["schemas"]["JobDraft"];
            };
        };
        responses: {
            /** @description A job of the employer, with all its fields. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "status": "Draft",
                     *       "title": "Baker",
                     *       "reference": "BK-7",
                     *       "city": "Utrecht",
                     *       "country": "NL",
                     *       "employmentType": "FullTime",
                     *       "remoteType": "OnSite",
                     *       "salaryMin": 3000,
                     *       "salaryMax": 3600,
                     *       "salaryCurrency": "EUR",
                     *       "salaryPeriod": "Month",
                     *       "postedDate": null,
                     *       "expiryDate": null,
                     *       "createdAt": "2026-03-01T09:00:00.000Z",
                     *       "updatedAt": "2026-03-01T09:00:00.000Z",
                     *       "description": "Bread before sunrise, home by noon.",
                     *       "applyMethod": "PlatformApply",
                     *       "applyEmailAddress": null,
                     *       "applyUrl": null,
                     *       "screeningQuestions": []
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                    "text/json": components["schemas"]["Job"];
                    "text/plain": components["schemas"]["Job"];
                };
            };
            /**
             * @description `invalid_request`: A field is missing or invalid, `salaryMin` is above `salaryMax`, or a salary has no `salaryCurrency` or no `salaryPeriod`; what is stored counts too.
             *
             *     `invalid_state`: You have 20000 jobs already that were never published, those closed as Drafts included.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /**
             * @description `limit_reached`: A sandbox has 200 jobs already; only with a key of a sandbox.
             *
             *     `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running; retry later with the same key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "limit_reached" | "idempotency_in_progress";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
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
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A job of the employer, with all its fields. */
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
                    /**
                     * @example {
                     *       "id": 7,
                     *       "status": "Active",
                     *       "title": "Baker",
                     *       "reference": "BK-7",
                     *       "city": "Utrecht",
                     *       "country": "NL",
                     *       "employmentType": "FullTime",
                     *       "remoteType": "OnSite",
                     *       "salaryMin": 3000,
                     *       "salaryMax": 3600,
                     *       "salaryCurrency": "EUR",
                     *       "salaryPeriod": "Month",
                     *       "postedDate": "2026-03-01T09:05:00.000Z",
                     *       "expiryDate": "2026-04-01T00:00:00.000Z",
                     *       "createdAt": "2026-03-01T09:00:00.000Z",
                     *       "updatedAt": "2026-03-01T09:05:00.000Z",
                     *       "description": "Bread before sunrise, home by noon.",
                     *       "applyMethod": "PlatformApply",
                     *       "applyEmailAddress": null,
                     *       "applyUrl": null,
                     *       "screeningQuestions": []
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                    "text/json": components["schemas"]["Job"];
                    "text/plain": components["schemas"]["Job"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime. Absent: the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Head baker",
                 *       "remoteType": "HybridRemote",
                 *       "reference": null
                 *     }
                 */
                "application/json": components["schemas"]["JobPatch"];
            };
        };
        responses: {
            /** @description A job of the employer, with all its fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "status": "Draft",
                     *       "title": "Head baker",
                     *       "reference": "BK-7",
                     *       "city": "Utrecht",
                     *       "country": "NL",
                     *       "employmentType": "FullTime",
                     *       "remoteType": "HybridRemote",
                     *       "salaryMin": 3000,
                     *       "salaryMax": 3600,
                     *       "salaryCurrency": "EUR",
                     *       "salaryPeriod": "Month",
                     *       "postedDate": null,
                     *       "expiryDate": null,
                     *       "createdAt": "2026-03-01T09:00:00.000Z",
                     *       "updatedAt": "2026-03-01T09:00:00.000Z",
                     *       "description": "Bread before sunrise, home by noon.",
                     *       "applyMethod": "PlatformApply",
                     *       "applyEmailAddress": null,
                     *       "applyUrl": null,
                     *       "screeningQuestions": []
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                    "text/json": components["schemas"]["Job"];
                    "text/plain": components["schemas"]["Job"];
                };
            };
            /**
             * @description `invalid_request`: A field is missing or invalid, `salaryMin` is above `salaryMax`, or a salary has no `salaryCurrency` or no `salaryPeriod`; what is stored counts too.
             *
             *     `invalid_state`: The job is Closed or Expired, or it is Active and the change clears a field that publishing requires.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
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
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
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
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "duplicate-job": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A job of the employer, with all its fields. */
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
                    /**
                     * @example {
                     *       "id": 8,
                     *       "status": "Draft",
                     *       "title": "Baker",
                     *       "reference": null,
                     *       "city": "Utrecht",
                     *       "country": "NL",
                     *       "employmentType": "FullTime",
                     *       "remoteType": "OnSite",
                     *       "salaryMin": 3000,
                     *       "salaryMax": 3600,
                     *       "salaryCurrency": "EUR",
                     *       "salaryPeriod": "Month",
                     *       "postedDate": null,
                     *       "expiryDate": null,
                     *       "createdAt": "2026-03-01T09:00:00.000Z",
                     *       "updatedAt": "2026-03-01T09:00:00.000Z",
                     *       "description": "Bread before sunrise, home by noon.",
                     *       "applyMethod": "PlatformApply",
                     *       "applyEmailAddress": null,
                     *       "applyUrl": null,
                     *       "screeningQuestions": []
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                    "text/json": components["schemas"]["Job"];
                    "text/plain": components["schemas"]["Job"];
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `invalid_state`: You have 20000 jobs already that were never published, those closed as Drafts included.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `limit_reached`: A sandbox has 200 jobs already; only with a key of a sandbox.
             *
             *     `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running; retry later with the same key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "limit_reached" | "idempotency_in_progress";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
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
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return. With a body also `handling=strict`: refuse unknown fields. */
                Prefer?: components["parameters"]["PreferDryRun"];
            };
            path: {
                /**
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiryDate": "2026-04-01T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the job ends: in the future and at most 366 days ahead. ISO 8601 with `Z` or an offset. A later PUT does not change it.
                     */
                    expiryDate: string;
                };
            };
        };
        responses: {
            /**
             * @description A job of the employer, with all its fields.
             *
             *     With `Prefer: dry-run`: what the call would do; nothing is done.
             */
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
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                    "text/json": components["schemas"]["Job"];
                    "text/plain": components["schemas"]["Job"];
                };
            };
            /**
             * @description `invalid_request`: `expiryDate` is missing, not in the future, or more than 366 days ahead.
             *
             *     `invalid_state`: The job is Active, Closed or Expired, or a field that publishing requires is empty; `message` names the fields.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["NoCreditsOfPaidCall"];
            403: components["responses"]["InsufficientScopeOfPaidCall"];
            404: components["responses"]["NotFoundOfPaidCallReplayable"];
            409: components["responses"]["IdempotencyInProgressOfPaidCallReplayable"];
            413: components["responses"]["PayloadTooLargeOfPaidCall"];
            415: components["responses"]["UnsupportedMediaTypeOfPaidCall"];
            422: components["responses"]["IdempotencyKeyReusedOfPaidCall"];
            429: components["responses"]["RateLimitedOfPaidCall"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOfPaidCall"];
        };
    };
    "list-all-applications": {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Past the end `items` is empty. */
                page?: number;
                /** @description Items of a page, at most 100. More is refused, never reduced. */
                pageSize?: number;
                /** @description Words to find: each must begin a word of the name, the e-mail address or the headline, or the phone number, of which digits are compared. Case and accents make no difference. An erased candidate is not found. */
                q?: string;
                /** @description Only applications with this status. */
                status?: components["schemas"]["ApplicationStatus"];
                /**
                 * @description Order of the list. Default: `-appliedAt`, and `-updatedAt` with `updatedSince`.
                 * @example updatedAt
                 */
                sort?: components["schemas"]["ApplicationSort"];
                /** @description Only applications with at least this score of the AI assessment. */
                minScore?: number;
                /** @description Only applications whose candidate has this tag of yours. Repeat it, up to 5 times: the candidate has all of them. */
                tag?: string[];
                /** @description Only applications that are Rejected for the reason with this code, also one that left your list. */
                rejectionReason?: string;
                /** @description Only applications with this `isAiAssisted`. */
                isAiAssisted?: boolean;
                /** @description Only applications with at least one scorecard, or without any. */
                hasScorecard?: boolean;
                /** @description Only applications of which this user wrote a scorecard. */
                reviewedBy?: number;
                /** @description Only applications that were submitted at or after this time. */
                appliedSince?: string;
                /** @description Only applications that were submitted before this time. */
                appliedUntil?: string;
                /**
                 * @description Only applications whose status changed, that arrived, or whose candidate was erased, at or after this time.
                 * @example 2026-03-01T00:00:00Z
                 */
                updatedSince?: string;
                /** @description The `nextCursor` of a page of this list, unchanged: returns the items that follow it. It belongs to its `sort`, goes with `page` 1 only, and costs the same however many came before. */
                cursor?: string;
                /**
                 * @description What to return in `included` of each application: `tags`, `scorecards`, `assessment`, `address` and `counts`, separated by commas. Of scorecards one response has at most 500.
                 * @example tags,scorecards,assessment
                 */
                include?: string;
                /** @description Only applications to this job. */
                jobId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of applications. */
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
                    /**
                     * @example {
                     *       "total": 1,
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "items": [
                     *         {
                     *           "id": 31,
                     *           "jobId": 7,
                     *           "jobTitle": "Baker",
                     *           "jobReference": "BK-7",
                     *           "candidateId": 12,
                     *           "name": "Ada Lind",
                     *           "email": "ada.lind@example.com",
                     *           "headline": "Baker, ten years",
                     *           "status": "New",
                     *           "applicationType": "Api",
                     *           "isAiAssisted": true,
                     *           "appliedAt": "2026-03-01T10:00:00.000Z",
                     *           "updatedAt": "2026-03-01T10:00:00.000Z",
                     *           "erasedAt": null,
                     *           "tags": [
                     *             "night shift"
                     *           ],
                     *           "assessmentScore": 78,
                     *           "included": {
                     *             "tags": [
                     *               {
                     *                 "label": "night shift",
                     *                 "usageCount": 1
                     *               }
                     *             ],
                     *             "scorecards": [
                     *               {
                     *                 "applicationId": 31,
                     *                 "stage": "phone screen",
                     *                 "authorUserId": 3,
                     *                 "recommendation": "Yes",
                     *                 "comments": "Good hands, slow ovens.",
                     *                 "ratings": [
                     *                   {
                     *                     "criterion": "Sourdough",
                     *                     "score": 5
                     *                   }
                     *                 ],
                     *                 "createdAt": "2026-03-01T11:30:00.000Z",
                     *                 "updatedAt": "2026-03-01T11:30:00.000Z"
                     *               }
                     *             ],
                     *             "assessment": {
                     *               "score": 78,
                     *               "verdict": "Match",
                     *               "summary": "Match, 78 of 100. Gains most by Skills: The posting and the profile share sourdough. Loses most by Languages.",
                     *               "rubricScores": [
                     *                 {
                     *                   "criterion": "Skills",
                     *                   "score": 90,
                     *                   "rationale": "The posting and the profile share sourdough."
                     *                 },
                     *                 {
                     *                   "criterion": "Languages",
                     *                   "score": 60,
                     *                   "rationale": "The posting names Dutch."
                     *                 }
                     *               ],
                     *               "assessedAt": "2026-03-01T10:00:00.000Z",
                     *               "assessor": "rubric/1"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApplicationPage"];
                    "text/json": components["schemas"]["ApplicationPage"];
                    "text/plain": components["schemas"]["ApplicationPage"];
                };
            };
            /** @description `invalid_request`: A query parameter is unknown or invalid, `q` has no letter and no digit, or `cursor` comes with another `sort` or a `page`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "change-applications": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return. With a body also `handling=strict`: refuse unknown fields. */
                Prefer?: components["parameters"]["PreferDryRun"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         31,
                 *         32
                 *       ],
                 *       "status": "Rejected",
                 *       "note": "Closed on Friday.",
                 *       "rejectionReason": {
                 *         "code": "position-filled"
                 *       },
                 *       "addTags": [
                 *         "talent pool"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkChange"];
            };
        };
        responses: {
            /**
             * @description What became of each application.
             *
             *     With `Prefer: dry-run`: what the call would do; nothing is done.
             */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                    "text/json": components["schemas"]["BulkResult"];
                    "text/plain": components["schemas"]["BulkResult"];
                };
            };
            /** @description `invalid_request`: A field is invalid, `ids` has an id twice or more than 100 ids, or nothing is to be changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-application-changes": {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the last call, however long ago. Without it the list starts at the beginning. */
                cursor?: string;
                /**
                 * @description Applications of one response, at most 100.
                 * @example 50
                 */
                limit?: number;
                /** @description What to return in `included` of each application: `tags`, `scorecards`, `assessment`, `address` and `counts`, separated by commas. Of scorecards one response has at most 500. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The applications that changed after the cursor. */
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
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 31,
                     *           "jobId": 7,
                     *           "jobTitle": "Baker",
                     *           "jobReference": "BK-7",
                     *           "candidateId": 12,
                     *           "name": "Ada Lind",
                     *           "email": "ada.lind@example.com",
                     *           "headline": "Baker, ten years",
                     *           "status": "New",
                     *           "applicationType": "Api",
                     *           "isAiAssisted": true,
                     *           "appliedAt": "2026-03-01T10:00:00.000Z",
                     *           "updatedAt": "2026-03-01T10:00:00.000Z",
                     *           "erasedAt": null,
                     *           "tags": [
                     *             "night shift"
                     *           ],
                     *           "assessmentScore": 78
                     *         }
                     *       ],
                     *       "nextCursor": "MTc3MjM1OTIwMDAwMC4zMQ",
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["ApplicationSync"];
                    "text/json": components["schemas"]["ApplicationSync"];
                    "text/plain": components["schemas"]["ApplicationSync"];
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
    "count-applications": {
        parameters: {
            query: {
                /**
                 * @description Ids of the jobs, separated by commas, at most 100.
                 * @example 7,8
                 */
                jobIds: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers of applications. */
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
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "jobId": 7,
                     *           "total": 3,
                     *           "byStatus": {
                     *             "New": 2,
                     *             "Screened": 0,
                     *             "Shortlisted": 0,
                     *             "Interviewing": 1,
                     *             "Interviewed": 0,
                     *             "Offered": 0,
                     *             "Hired": 0,
                     *             "Rejected": 0,
                     *             "Withdrawn": 0
                     *           }
                     *         },
                     *         {
                     *           "jobId": 8,
                     *           "total": 0,
                     *           "byStatus": {
                     *             "New": 0,
                     *             "Screened": 0,
                     *             "Shortlisted": 0,
                     *             "Interviewing": 0,
                     *             "Interviewed": 0,
                     *             "Offered": 0,
                     *             "Hired": 0,
                     *             "Rejected": 0,
                     *             "Withdrawn": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description One for each job of the request, in its order. */
                        items: {
                            /** @description Number of applications. */
                            total: number;
                            /** @description Number of applications by their present status. */
                            byStatus: {
                                /** @description Applications that are New now. */
                                New: number;
                                /** @description Applications that are Screened now. */
                                Screened: number;
                                /** @description Applications that are Shortlisted now. */
                                Shortlisted: number;
                                /** @description Applications that are Interviewing now. */
                                Interviewing: number;
                                /** @description Applications that are Interviewed now. */
                                Interviewed: number;
                                /** @description Applications that are Offered now. */
                                Offered: number;
                                /** @description Applications that are Hired now. */
                                Hired: number;
                                /** @description Applications that are Rejected now. */
                                Rejected: number;
                                /** @description Applications that are Withdrawn now. */
                                Withdrawn: number;
                            };
                            /**
                             * Format: int32
                             * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                             */
                            jobId: number;
                        }[];
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /** @description `invalid_request`: `jobIds` is absent, has more than 100 ids, or something that is no id. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
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
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An application with contact details, answers and the profile. */
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
                    /**
                     * @example {
                     *       "id": 31,
                     *       "jobId": 7,
                     *       "jobTitle": "Baker",
                     *       "jobReference": "BK-7",
                     *       "candidateId": 12,
                     *       "name": "Ada Lind",
                     *       "email": "ada.lind@example.com",
                     *       "headline": "Baker, ten years",
                     *       "status": "New",
                     *       "applicationType": "Api",
                     *       "isAiAssisted": true,
                     *       "appliedAt": "2026-03-01T10:00:00.000Z",
                     *       "updatedAt": "2026-03-01T10:00:00.000Z",
                     *       "erasedAt": null,
                     *       "tags": [
                     *         "night shift"
                     *       ],
                     *       "assessmentScore": 78,
                     *       "phone": "+31 6 1234 5678",
                     *       "city": "Utrecht",
                     *       "country": "NL",
                     *       "coverLetter": "I would like to bake for you.",
                     *       "resumeUrl": null,
                     *       "screeningAnswers": [
                     *         {
                     *           "questionId": 7,
                     *           "question": "Can you start at 4 a.m.?",
                     *           "answer": true
                     *         }
                     *       ],
                     *       "profile": {
                     *         "id": 12,
                     *         "firstName": "Ada",
                     *         "lastName": "Lind",
                     *         "email": "ada.lind@example.com",
                     *         "phone": "+31 6 1234 5678",
                     *         "linkedInUrl": null,
                     *         "gitHubUrl": null,
                     *         "websiteUrl": null,
                     *         "headline": "Baker, ten years",
                     *         "summary": "Sourdough and pastry.",
                     *         "street": null,
                     *         "city": "Utrecht",
                     *         "region": null,
                     *         "postalCode": null,
                     *         "country": "NL",
                     *         "careerStatus": "OpenToOffers",
                     *         "expectedSalaryMin": 32000,
                     *         "expectedSalaryMax": 38000,
                     *         "expectedSalaryCurrency": "EUR",
                     *         "noticePeriodDays": 30,
                     *         "jobTypes": [
                     *           "FullTime"
                     *         ],
                     *         "skills": [
                     *           "Sourdough",
                     *           "Pastry"
                     *         ],
                     *         "languages": [
                     *           {
                     *             "language": "Dutch",
                     *             "level": "Fluent"
                     *           }
                     *         ],
                     *         "nationalities": [
                     *           "SE"
                     *         ],
                     *         "employmentHistory": [
                     *           {
                     *             "title": "Baker",
                     *             "employer": "Corner Bakery",
                     *             "startMonth": "2016-03",
                     *             "endMonth": null,
                     *             "description": ""
                     *           }
                     *         ],
                     *         "education": [
                     *           {
                     *             "school": "Bakery College",
                     *             "degree": "Diploma",
                     *             "field": "Baking",
                     *             "endYear": 2015
                     *           }
                     *         ],
                     *         "completeness": 87,
                     *         "createdAt": "2026-03-01T08:00:00.000Z",
                     *         "updatedAt": "2026-03-01T08:30:00.000Z"
                     *       },
                     *       "allowedTransitions": [
                     *         "Screened",
                     *         "Shortlisted",
                     *         "Interviewing",
                     *         "Interviewed",
                     *         "Offered",
                     *         "Hired",
                     *         "Rejected",
                     *         "Withdrawn"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Application"];
                    "text/json": components["schemas"]["Application"];
                    "text/plain": components["schemas"]["Application"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The automated assessment of an application, computed once when it arrives. */
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
                    /**
                     * @example {
                     *       "score": 78,
                     *       "verdict": "Match",
                     *       "summary": "Match, 78 of 100. Gains most by Skills: The posting and the profile share sourdough. Loses most by Languages.",
                     *       "rubricScores": [
                     *         {
                     *           "criterion": "Skills",
                     *           "score": 90,
                     *           "rationale": "The posting and the profile share sourdough."
                     *         },
                     *         {
                     *           "criterion": "Languages",
                     *           "score": 60,
                     *           "rationale": "The posting names Dutch."
                     *         }
                     *       ],
                     *       "assessedAt": "2026-03-01T10:00:00.000Z",
                     *       "assessor": "rubric/1"
                     *     }
                     */
                    "application/json": components["schemas"]["AiAssessment"];
                    "text/json": components["schemas"]["AiAssessment"];
                    "text/plain": components["schemas"]["AiAssessment"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
            /** @description `not_found`: The application does not exist, belongs to another employer, or is not assessed yet. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-application-history": {
        parameters: {
            query?: {
                /**
                 * @description Number of the page, from 1. Past the end `items` is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items of a page, at most 100. More is refused, never reduced.
                 * @example 50
                 */
                pageSize?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
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
                    /**
                     * @example {
                     *       "total": 1,
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "items": [
                     *         {
                     *           "id": 2,
                     *           "previousStatus": "New",
                     *           "status": "Shortlisted",
                     *           "note": "Call on Monday.",
                     *           "authorKeyId": 4,
                     *           "authorUserId": 3,
                     *           "changedBy": "Employer",
                     *           "changedAt": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ApplicationChangePage"];
                    "text/json": components["schemas"]["ApplicationChangePage"];
                    "text/plain": components["schemas"]["ApplicationChangePage"];
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
    "change-application-status": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
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
            /** @description The status before and after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 31,
                     *       "previousStatus": "New",
                     *       "status": "Shortlisted",
                     *       "changedAt": "2026-03-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StatusChanged"];
                    "text/json": components["schemas"]["StatusChanged"];
                    "text/plain": components["schemas"]["StatusChanged"];
                };
            };
            /**
             * @description `invalid_request`: A field is missing or invalid, `rejectionReason` comes with another status than Rejected, or its code is none of yours.
             *
             *     `invalid_state`: The history of the application has 1000 entries already, or the application is Rejected already, with another reason than this one.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `application_withdrawn`: Deprecated, no longer sent: an application can be moved after its candidate has withdrawn it.
             *
             *     `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running; retry later with the same key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "application_withdrawn" | "idempotency_in_progress";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: The application has neither the status `expectedStatus` nor already `status`: somebody moved it meanwhile. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "precondition_failed";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-applications": {
        parameters: {
            query?: {
                /**
                 * @description Number of the page, from 1. Past the end `items` is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items of a page, at most 100. More is refused, never reduced.
                 * @example 50
                 */
                pageSize?: number;
                /** @description Words to find: each must begin a word of the name, the e-mail address or the headline, or the phone number, of which digits are compared. Case and accents make no difference. An erased candidate is not found. */
                q?: string;
                /**
                 * @description Only applications with this status.
                 * @example New
                 */
                status?: components["schemas"]["ApplicationStatus"];
                /**
                 * @description Order of the list. Default: `-appliedAt`, and `-updatedAt` with `updatedSince`.
                 * @example -score
                 */
                sort?: components["schemas"]["ApplicationSort"];
                /**
                 * @description Only applications with at least this score of the AI assessment.
                 * @example 60
                 */
                minScore?: number;
                /** @description Only applications whose candidate has this tag of yours. Repeat it, up to 5 times: the candidate has all of them. */
                tag?: string[];
                /** @description Only applications that are Rejected for the reason with this code, also one that left your list. */
                rejectionReason?: string;
                /** @description Only applications with this `isAiAssisted`. */
                isAiAssisted?: boolean;
                /** @description Only applications with at least one scorecard, or without any. */
                hasScorecard?: boolean;
                /** @description Only applications of which this user wrote a scorecard. */
                reviewedBy?: number;
                /** @description Only applications that were submitted at or after this time. */
                appliedSince?: string;
                /** @description Only applications that were submitted before this time. */
                appliedUntil?: string;
                /** @description Only applications whose status changed, that arrived, or whose candidate was erased, at or after this time. */
                updatedSince?: string;
                /** @description The `nextCursor` of a page of this list, unchanged: returns the items that follow it. It belongs to its `sort`, goes with `page` 1 only, and costs the same however many came before. */
                cursor?: string;
                /** @description What to return in `included` of each application: `tags`, `scorecards`, `assessment`, `address` and `counts`, separated by commas. Of scorecards one response has at most 500. */
                include?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 * @example 7
                 */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of applications. */
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
                    /**
                     * @example {
                     *       "total": 1,
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "items": [
                     *         {
                     *           "id": 31,
                     *           "jobId": 7,
                     *           "jobTitle": "Baker",
                     *           "jobReference": "BK-7",
                     *           "candidateId": 12,
                     *           "name": "Ada Lind",
                     *           "email": "ada.lind@example.com",
                     *           "headline": "Baker, ten years",
                     *           "status": "New",
                     *           "applicationType": "Api",
                     *           "isAiAssisted": true,
                     *           "appliedAt": "2026-03-01T10:00:00.000Z",
                     *           "updatedAt": "2026-03-01T10:00:00.000Z",
                     *           "erasedAt": null,
                     *           "tags": [
                     *             "night shift"
                     *           ],
                     *           "assessmentScore": 78
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApplicationPage"];
                    "text/json": components["schemas"]["ApplicationPage"];
                    "text/plain": components["schemas"]["ApplicationPage"];
                };
            };
            /** @description `invalid_request`: A query parameter is unknown or invalid, `q` has no letter and no digit, or `cursor` comes with another `sort` or a `page`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-rejection-reasons": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your reasons to reject an application, in your order; empty until you have stored some. */
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
                    /**
                     * @example [
                     *       {
                     *         "code": "no-licence",
                     *         "label": "A licence is missing"
                     *       },
                     *       {
                     *         "code": "position-filled",
                     *         "label": "The position is filled"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        /** @description Name of the reason in requests, events and metrics; letters a to z, digits, - and _. */
                        code: string;
                        /** @description The reason in words, as your users read it. */
                        label: string;
                    }[];
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
    "replace-rejection-reasons": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime. Absent: the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "code": "no-licence",
                 *         "label": "A licence is missing"
                 *       },
                 *       {
                 *         "code": "position-filled",
                 *         "label": "The position is filled"
                 *       }
                 *     ]
                 */
                "application/json": {
                    /** @description Name of the reason in requests, events and metrics; letters a to z, digits, - and _. */
                    code: string;
                    /** @description The reason in words, as your users read it. */
                    label: string;
                }[];
            };
        };
        responses: {
            /** @description Your reasons to reject an application, in your order; empty until you have stored some. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "code": "no-licence",
                     *         "label": "A licence is missing"
                     *       },
                     *       {
                     *         "code": "position-filled",
                     *         "label": "The position is filled"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        /** @description Name of the reason in requests, events and metrics; letters a to z, digits, - and _. */
                        code: string;
                        /** @description The reason in words, as your users read it. */
                        label: string;
                    }[];
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-notes": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notes, newest first, without deleted ones. */
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
                    /**
                     * @example [
                     *       {
                     *         "id": 5,
                     *         "applicationId": 31,
                     *         "text": "Asked for a Tuesday.",
                     *         "level": "application",
                     *         "authorUserId": 3,
                     *         "createdAt": "2026-03-01T11:00:00.000Z",
                     *         "updatedAt": "2026-03-01T11:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Note"][];
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
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
            /** @description A note of the employer about an application or a candidate. Candidates never see it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "applicationId": 31,
                     *       "text": "Asked for a Tuesday.",
                     *       "level": "application",
                     *       "authorUserId": 3,
                     *       "createdAt": "2026-03-01T11:00:00.000Z",
                     *       "updatedAt": "2026-03-01T11:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Note"];
                    "text/json": components["schemas"]["Note"];
                    "text/plain": components["schemas"]["Note"];
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `invalid_state`: You have 500 notes about the candidate and their applications already; or 5000 with deleted ones.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrUnattributable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
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
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scorecards of all users and stages, newest first. */
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
                    /**
                     * @example [
                     *       {
                     *         "applicationId": 31,
                     *         "stage": "phone screen",
                     *         "authorUserId": 3,
                     *         "recommendation": "Yes",
                     *         "comments": "Good hands, slow ovens.",
                     *         "ratings": [
                     *           {
                     *             "criterion": "Sourdough",
                     *             "score": 5
                     *           }
                     *         ],
                     *         "createdAt": "2026-03-01T11:30:00.000Z",
                     *         "updatedAt": "2026-03-01T11:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Scorecard"][];
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
                /**
                 * @description Name of the stage, free text such as `phone screen`. Trimmed and case-folded, so names that differ in letter case only are one stage. In a path it is one percent-encoded segment.
                 * @example phone screen
                 */
                stage: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One user's judgement of an application at one stage. Candidates never see it. */
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
                    /**
                     * @example {
                     *       "applicationId": 31,
                     *       "stage": "phone screen",
                     *       "authorUserId": 3,
                     *       "recommendation": "Yes",
                     *       "comments": "Good hands, slow ovens.",
                     *       "ratings": [
                     *         {
                     *           "criterion": "Sourdough",
                     *           "score": 5
                     *         }
                     *       ],
                     *       "createdAt": "2026-03-01T11:30:00.000Z",
                     *       "updatedAt": "2026-03-01T11:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Scorecard"];
                    "text/json": components["schemas"]["Scorecard"];
                    "text/plain": components["schemas"]["Scorecard"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
            /** @description `not_found`: The application does not exist or belongs to another employer, or you have no scorecard for this stage. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "put-scorecard": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime. Absent: the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
                /**
                 * @description Name of the stage, free text such as `phone screen`. Trimmed and case-folded, so names that differ in letter case only are one stage. In a path it is one percent-encoded segment.
                 * @example phone screen
                 */
                stage: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
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
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `invalid_state`: The application has 200 scorecards already and this one is new.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
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
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
                /**
                 * @description Name of the stage, free text such as `phone screen`. Trimmed and case-folded, so names that differ in letter case only are one stage. In a path it is one percent-encoded segment.
                 * @example phone screen
                 */
                stage: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
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
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrUnattributable"];
            /** @description `not_found`: The application does not exist or belongs to another employer, or you have no scorecard for this stage. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["IdempotencyInProgressReplayable"];
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
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tags of the candidate in the order of their labels. */
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
                    /**
                     * @example [
                     *       {
                     *         "label": "night shift",
                     *         "usageCount": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Tag"][];
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
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
            /** @description A label of the employer on candidates. Other employers and candidates never see it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "label": "night shift",
                     *       "usageCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Tag"];
                    "text/json": components["schemas"]["Tag"];
                    "text/plain": components["schemas"]["Tag"];
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `invalid_state`: The candidate has 100 tags already, or the label is new and you have 2000 different tags.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
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
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
                /**
                 * @description Label of the tag. Trimmed and case-folded, so labels that differ in letter case only are one tag. In a path it is one percent-encoded segment.
                 * @example night shift
                 */
                label: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
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
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description `not_found`: The application does not exist or belongs to another employer, or its candidate does not have the tag. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-job-scorecard-template": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 * @example 7
                 */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a scorecard is asked to rate. Scorecards may rate other criteria too, and keep theirs when the template changes. */
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
                    /**
                     * @example {
                     *       "jobId": null,
                     *       "criteria": [
                     *         {
                     *           "name": "Sourdough",
                     *           "hint": "Ask for the last loaf that failed."
                     *         },
                     *         {
                     *           "name": "Works in a team",
                     *           "hint": null
                     *         }
                     *       ],
                     *       "hideOthersUntilSubmitted": true
                     *     }
                     */
                    "application/json": components["schemas"]["ScorecardTemplate"];
                    "text/json": components["schemas"]["ScorecardTemplate"];
                    "text/plain": components["schemas"]["ScorecardTemplate"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
    "replace-job-scorecard-template": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime. Absent: the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 * @example 7
                 */
                jobId: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "criteria": [
                 *         {
                 *           "name": "Sourdough",
                 *           "hint": "Ask for the last loaf that failed."
                 *         },
                 *         {
                 *           "name": "Works in a team",
                 *           "hint": null
                 *         }
                 *       ],
                 *       "hideOthersUntilSubmitted": true
                 *     }
                 */
                "application/json": components["schemas"]["ScorecardTemplateDraft"];
            };
        };
        responses: {
            /** @description What a scorecard is asked to rate. Scorecards may rate other criteria too, and keep theirs when the template changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": null,
                     *       "criteria": [
                     *         {
                     *           "name": "Sourdough",
                     *           "hint": "Ask for the last loaf that failed."
                     *         },
                     *         {
                     *           "name": "Works in a team",
                     *           "hint": null
                     *         }
                     *       ],
                     *       "hideOthersUntilSubmitted": true
                     *     }
                     */
                    "application/json": components["schemas"]["ScorecardTemplate"];
                    "text/json": components["schemas"]["ScorecardTemplate"];
                    "text/plain": components["schemas"]["ScorecardTemplate"];
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
    "delete-job-scorecard-template": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 * @example 7
                 */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
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
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description `not_found`: The job does not exist, belongs to another employer, or has no template of its own. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-note": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the note, as in `GET /api/v1/applications/{id}/notes`.
                 * @example 5
                 */
                noteId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A note of the employer about an application or a candidate. Candidates never see it. */
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
                    /**
                     * @example {
                     *       "id": 5,
                     *       "applicationId": 31,
                     *       "text": "Asked for a Tuesday.",
                     *       "level": "application",
                     *       "authorUserId": 3,
                     *       "createdAt": "2026-03-01T11:00:00.000Z",
                     *       "updatedAt": "2026-03-01T11:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Note"];
                    "text/json": components["schemas"]["Note"];
                    "text/plain": components["schemas"]["Note"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime. Absent: the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the note, as in `GET /api/v1/applications/{id}/notes`.
                 * @example 5
                 */
                noteId: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
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
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `insufficient_scope`: The key is valid but lacks the scope.
             *
             *     `unattributable`: The operation records its author, and the key has no user.
             *
             *     `not_author`: Another user wrote the note.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "insufficient_scope" | "unattributable" | "not_author";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
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
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the note, as in `GET /api/v1/applications/{id}/notes`.
                 * @example 5
                 */
                noteId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
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
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `insufficient_scope`: The key is valid but lacks the scope.
             *
             *     `unattributable`: The operation records its author, and the key has no user.
             *
             *     `not_author`: Another user wrote the note.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "insufficient_scope" | "unattributable" | "not_author";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-scorecard-template": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a scorecard is asked to rate. Scorecards may rate other criteria too, and keep theirs when the template changes. */
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
                    /**
                     * @example {
                     *       "jobId": null,
                     *       "criteria": [
                     *         {
                     *           "name": "Sourdough",
                     *           "hint": "Ask for the last loaf that failed."
                     *         },
                     *         {
                     *           "name": "Works in a team",
                     *           "hint": null
                     *         }
                     *       ],
                     *       "hideOthersUntilSubmitted": true
                     *     }
                     */
                    "application/json": components["schemas"]["ScorecardTemplate"];
                    "text/json": components["schemas"]["ScorecardTemplate"];
                    "text/plain": components["schemas"]["ScorecardTemplate"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
    "replace-scorecard-template": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime. Absent: the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "criteria": [
                 *         {
                 *           "name": "Sourdough",
                 *           "hint": "Ask for the last loaf that failed."
                 *         },
                 *         {
                 *           "name": "Works in a team",
                 *           "hint": null
                 *         }
                 *       ],
                 *       "hideOthersUntilSubmitted": true
                 *     }
                 */
                "application/json": components["schemas"]["ScorecardTemplateDraft"];
            };
        };
        responses: {
            /** @description What a scorecard is asked to rate. Scorecards may rate other criteria too, and keep theirs when the template changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": null,
                     *       "criteria": [
                     *         {
                     *           "name": "Sourdough",
                     *           "hint": "Ask for the last loaf that failed."
                     *         },
                     *         {
                     *           "name": "Works in a team",
                     *           "hint": null
                     *         }
                     *       ],
                     *       "hideOthersUntilSubmitted": true
                     *     }
                     */
                    "application/json": components["schemas"]["ScorecardTemplate"];
                    "text/json": components["schemas"]["ScorecardTemplate"];
                    "text/plain": components["schemas"]["ScorecardTemplate"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-tags": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your tags in the order of their labels; only those that a candidate has. */
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
                    /**
                     * @example [
                     *       {
                     *         "label": "night shift",
                     *         "usageCount": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Tag"][];
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return. With a body also `handling=strict`: refuse unknown fields. */
                Prefer?: components["parameters"]["PreferDryRun"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "(baker OR \"pastry chef\") AND sourdough NOT intern*",
                 *       "preferredCountryIds": [
                 *         528
                 *       ],
                 *       "activeWithinDays": 90,
                 *       "pageNumber": 1,
                 *       "pageSize": 20,
                 *       "facets": [
                 *         "country",
                 *         "careerStatus"
                 *       ],
                 *       "matches": true
                 *     }
                 */
                "application/json": components["schemas"]["CandidateSearch"];
            };
        };
        responses: {
            /**
             * @description One page of the matching candidates.
             *
             *     With `Prefer: dry-run`: what the call would do; nothing is done.
             */
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
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Query-Normalized": components["headers"]["X-Query-Normalized"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidatePage"];
                    "text/json": components["schemas"]["CandidatePage"];
                    "text/plain": components["schemas"]["CandidatePage"];
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `invalid_query`: `query` is empty, cannot be parsed, is too long, or would match an empty profile; `message` has the position.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_query";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["NoCreditsOfPaidCall"];
            403: components["responses"]["InsufficientScopeOfPaidCall"];
            409: components["responses"]["IdempotencyInProgressOfPaidCallReplayable"];
            413: components["responses"]["PayloadTooLargeOfPaidCall"];
            415: components["responses"]["UnsupportedMediaTypeOfPaidCall"];
            422: components["responses"]["IdempotencyKeyReusedOfPaidCall"];
            429: components["responses"]["RateLimitedOfPaidCall"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOfPaidCall"];
        };
    };
    "list-past-searches": {
        parameters: {
            query?: {
                /** @description The `nextCursor` of a page of this list, unchanged: returns the items that follow it. */
                cursor?: string;
                /**
                 * @description Items of a page, at most 100.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of past searches. */
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
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 6,
                     *           "query": "(baker OR \"pastry chef\") AND sourdough NOT intern*",
                     *           "preferredCountryIds": [
                     *             528
                     *           ],
                     *           "activeWithinDays": 90,
                     *           "total": 1,
                     *           "cost": 1,
                     *           "searchedAt": "2026-03-01T12:00:00.000Z",
                     *           "by": {
                     *             "userId": 3,
                     *             "userName": "Ines Vogt",
                     *             "keyId": 4,
                     *             "keyName": "ATS"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["PastSearchPage"];
                    "text/json": components["schemas"]["PastSearchPage"];
                    "text/plain": components["schemas"]["PastSearchPage"];
                };
            };
            /** @description `invalid_request`: A query parameter is unknown or invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "delete-past-searches": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
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
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-past-search": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the search, as in `GET /api/v1/candidates/searches`.
                 * @example 6
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A search that you paid for. All pages and repetitions of one query with the same filters are one. */
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
                    /**
                     * @example {
                     *       "id": 6,
                     *       "query": "(baker OR \"pastry chef\") AND sourdough NOT intern*",
                     *       "preferredCountryIds": [
                     *         528
                     *       ],
                     *       "activeWithinDays": 90,
                     *       "total": 1,
                     *       "cost": 1,
                     *       "searchedAt": "2026-03-01T12:00:00.000Z",
                     *       "by": {
                     *         "userId": 3,
                     *         "userName": "Ines Vogt",
                     *         "keyId": 4,
                     *         "keyName": "ATS"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PastSearch"];
                    "text/json": components["schemas"]["PastSearch"];
                    "text/plain": components["schemas"]["PastSearch"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
    "delete-past-search": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the search, as in `GET /api/v1/candidates/searches`.
                 * @example 6
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
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
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-unlocked-candidates": {
        parameters: {
            query?: {
                /**
                 * @description Only candidates in whose name or headline, as this list shows them, for each of these words a word begins with it; letter case and accents do not matter.
                 * @example ada bak
                 */
                q?: string;
                /** @description The `nextCursor` of a page of this list, unchanged: returns the items that follow it. */
                cursor?: string;
                /**
                 * @description Items of a page, at most 100.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of unlocked candidates. */
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
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "candidateId": 12,
                     *           "name": "Ada Lind",
                     *           "headline": "Baker, ten years",
                     *           "unlockedAt": "2026-03-01T12:30:00.000Z",
                     *           "unlockedUntil": "2026-03-31T12:30:00.000Z",
                     *           "by": {
                     *             "userId": 3,
                     *             "userName": "Ines Vogt",
                     *             "keyId": 4,
                     *             "keyName": "ATS"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["UnlockedCandidatePage"];
                    "text/json": components["schemas"]["UnlockedCandidatePage"];
                    "text/plain": components["schemas"]["UnlockedCandidatePage"];
                };
            };
            /** @description `invalid_request`: A query parameter is unknown or invalid, or `q` has no letter and no digit. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-candidate": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return. With a body also `handling=strict`: refuse unknown fields. */
                Prefer?: components["parameters"]["PreferDryRun"];
            };
            path: {
                /**
                 * @description Id of the candidate, as in applications and CV search results.
                 * @example 12
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description The full profile of an unlocked candidate.
             *
             *     With `Prefer: dry-run`: what the call would do; nothing is done.
             */
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
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnlockedProfile"];
                    "text/json": components["schemas"]["UnlockedProfile"];
                    "text/plain": components["schemas"]["UnlockedProfile"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
            400: components["responses"]["InvalidRequestOfPaidCall"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["NoCreditsOfPaidCall"];
            403: components["responses"]["InsufficientScopeOfPaidCall"];
            /** @description `not_found`: The candidate does not exist, is hidden from CV search, or has no valid consent; nothing is debited. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "X-Credits-Cost": components["headers"]["X-Credits-Cost"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimitedOfPaidCall"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOfPaidCall"];
        };
    };
    "preview-candidate": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the candidate, as in applications and CV search results.
                 * @example 12
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An anonymous preview of a profile. */
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
                    /**
                     * @example {
                     *       "candidateId": 12,
                     *       "name": "A*** L***",
                     *       "headline": "Baker, ten years",
                     *       "city": "Utrecht",
                     *       "country": "NL",
                     *       "skills": [
                     *         "Sourdough",
                     *         "Pastry"
                     *       ],
                     *       "yearsOfExperience": 10,
                     *       "careerStatus": "OpenToOffers",
                     *       "lastActiveAt": "2026-03-01T10:00:00.000Z",
                     *       "isUnlocked": false,
                     *       "applications": [],
                     *       "languages": [
                     *         {
                     *           "language": "Dutch",
                     *           "level": "Fluent"
                     *         }
                     *       ],
                     *       "employmentHistory": [
                     *         {
                     *           "title": "Baker",
                     *           "startMonth": "2016-03",
                     *           "endMonth": null
                     *         }
                     *       ],
                     *       "education": [
                     *         {
                     *           "degree": "Diploma",
                     *           "field": "Baking",
                     *           "endYear": 2015
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CandidatePreview"];
                    "text/json": components["schemas"]["CandidatePreview"];
                    "text/plain": components["schemas"]["CandidatePreview"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
            /** @description `not_found`: The candidate does not exist, is hidden from CV search, or has no valid consent; nothing is debited. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-credits": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Credits left by kind. A balance is always the sum of its ledger entries and never below 0. */
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
                    /**
                     * @example {
                     *       "JobPosting": 9,
                     *       "CvSearch": 41,
                     *       "CvDownload": 5
                     *     }
                     */
                    "application/json": components["schemas"]["CreditBalances"];
                    "text/json": components["schemas"]["CreditBalances"];
                    "text/plain": components["schemas"]["CreditBalances"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
                /**
                 * @description Number of the page, from 1. Past the end `items` is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items of a page, at most 100. More is refused, never reduced.
                 * @example 50
                 */
                pageSize?: number;
                /**
                 * @description Only entries of this kind.
                 * @example JobPosting
                 */
                kind?: components["schemas"]["CreditKind"];
                /** @description The `nextCursor` of a page of this list, unchanged: returns the items that follow it. Not together with `page`. Without `cursor` and `kind`, `page` reaches the newest 10000 entries. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the ledger, newest entry first. */
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
                    /**
                     * @example {
                     *       "total": 1,
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "items": [
                     *         {
                     *           "id": 41,
                     *           "kind": "JobPosting",
                     *           "amount": -1,
                     *           "cause": "publish-job 7",
                     *           "requestId": "0b7d1c2e-58f4-4f6e-9d0a-7a3c5f1e2b90",
                     *           "createdAt": "2026-03-01T09:05:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["CreditEntryPage"];
                    "text/json": components["schemas"]["CreditEntryPage"];
                    "text/plain": components["schemas"]["CreditEntryPage"];
                };
            };
            /** @description `invalid_request`: A parameter is invalid, `cursor` comes with `page`, or without `kind` the page lies beyond the newest 10000 entries. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
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
            /** @description Counts over all jobs and applications of the employer. A change shows within about a second. */
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
                    /**
                     * @example {
                     *       "jobs": {
                     *         "Draft": 0,
                     *         "Active": 1,
                     *         "Closed": 0,
                     *         "Expired": 0
                     *       },
                     *       "applications": {
                     *         "total": 1,
                     *         "byStatus": {
                     *           "New": 1,
                     *           "Screened": 0,
                     *           "Shortlisted": 0,
                     *           "Interviewing": 0,
                     *           "Interviewed": 0,
                     *           "Offered": 0,
                     *           "Hired": 0,
                     *           "Rejected": 0,
                     *           "Withdrawn": 0
                     *         }
                     *       },
                     *       "conversion": {
                     *         "Interviewing": 0,
                     *         "Offered": 0,
                     *         "Hired": 0
                     *       },
                     *       "medianSecondsInStatus": {
                     *         "New": null,
                     *         "Screened": null,
                     *         "Shortlisted": null,
                     *         "Interviewing": null,
                     *         "Interviewed": null,
                     *         "Offered": null,
                     *         "Hired": null,
                     *         "Rejected": null,
                     *         "Withdrawn": null
                     *       },
                     *       "rejectionReasons": [
                     *         {
                     *           "code": "no-licence",
                     *           "applications": 1
                     *         }
                     *       ],
                     *       "newestJobs": [
                     *         {
                     *           "jobId": 7,
                     *           "title": "Baker",
                     *           "status": "Active",
                     *           "applications": {
                     *             "total": 1,
                     *             "byStatus": {
                     *               "New": 1,
                     *               "Screened": 0,
                     *               "Shortlisted": 0,
                     *               "Interviewing": 0,
                     *               "Interviewed": 0,
                     *               "Offered": 0,
                     *               "Hired": 0,
                     *               "Rejected": 0,
                     *               "Withdrawn": 0
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "unlocksLast30Days": 1,
                     *       "credits": {
                     *         "JobPosting": 9,
                     *         "CvSearch": 41,
                     *         "CvDownload": 5
                     *       },
                     *       "asOf": "2026-03-01T13:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EmployerMetrics"];
                    "text/json": components["schemas"]["EmployerMetrics"];
                    "text/plain": components["schemas"]["EmployerMetrics"];
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
            /** @description The users, newest first. */
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
                    /**
                     * @example [
                     *       {
                     *         "id": 3,
                     *         "name": "Rex Vos",
                     *         "email": "rex.vos@example.com",
                     *         "role": "Recruiter",
                     *         "createdAt": "2026-03-01T08:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EmployerUser"][];
                    "text/json": unknown;
                    "text/plain": unknown;
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
                /** @description The `nextAfter` of the last call: returns the events that follow it. Without it the list starts at the oldest event. */
                after?: string;
                /** @description Names of events, separated by commas: only these are returned. Known: application.submitted, application.status_changed, job.expired, application.erased. Without it: application.submitted, application.status_changed, job.expired. `after` may be an event of any type, so the types may change from call to call. */
                types?: string;
                /** @description Starts at the first event of these types that happened at or after this time, and returns everything that follows it in the feed. Goes without `after`, unless `order` is `newest`; continue with `nextAfter`. */
                since?: string;
                /** @description `newest` is for people who look: the newest event first, `after` continues to older ones, and `since`, which goes with it, is where the list ends. To keep up with the feed, read it oldest first. */
                order?: "oldest" | "newest";
                /**
                 * @description Events of one response, at most 100.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events that follow `after`. */
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
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10",
                     *           "type": "application.submitted",
                     *           "timestamp": "2026-03-01T10:00:00.000Z",
                     *           "data": {
                     *             "applicationId": 31,
                     *             "jobPostId": 7,
                     *             "jobTitle": "Baker",
                     *             "candidateId": 12,
                     *             "appliedAt": "2026-03-01T10:00:00.000Z",
                     *             "applicationType": "Api"
                     *           }
                     *         },
                     *         {
                     *           "id": "7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10",
                     *           "type": "application.status_changed",
                     *           "timestamp": "2026-03-01T12:00:00.000Z",
                     *           "data": {
                     *             "applicationId": 31,
                     *             "previousStatus": "New",
                     *             "newStatus": "Shortlisted",
                     *             "changedAt": "2026-03-01T12:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "nextAfter": "7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10",
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["EventFeed"];
                    "text/json": components["schemas"]["EventFeed"];
                    "text/plain": components["schemas"]["EventFeed"];
                };
            };
            /** @description `invalid_request`: A parameter is invalid, `types` names an unknown event, `since` comes with `after`, or `after` is no event of your feed that is still stored. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-webhook-delivery": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the delivery.
                 * @example 5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery with its body and its attempts. */
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
                    /**
                     * @example {
                     *       "id": "5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11",
                     *       "eventId": "7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10",
                     *       "event": "application.submitted",
                     *       "status": "Succeeded",
                     *       "failedAttempts": 0,
                     *       "nextAttemptAt": null,
                     *       "lastStatusCode": 200,
                     *       "createdAt": "2026-03-01T10:00:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "startedAt": "2026-03-01T10:00:00.000Z",
                     *           "durationMs": 84,
                     *           "statusCode": 200,
                     *           "error": null,
                     *           "responseBody": "ok"
                     *         }
                     *       ],
                     *       "subscriptionId": 2,
                     *       "body": "{\"id\":\"7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10\",\"type\":\"application.submitted\",\"timestamp\":\"2026-03-01T10:00:00.000Z\",\"data\":{\"applicationId\":31,\"jobPostId\":7,\"jobTitle\":\"Baker\",\"candidateId\":12,\"appliedAt\":\"2026-03-01T10:00:00.000Z\",\"applicationType\":\"Api\"}}"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the delivery, the same in every attempt; sent as `X-Webhook-Delivery-Id`. */
                        id: string;
                        /** @description Id of the event, the same in every delivery of it. */
                        eventId: string;
                        /** @description Name of the event, also `webhook.test`. */
                        event: string;
                        status: components["schemas"]["DeliveryStatus"];
                        /** @description Failed attempts since the delivery was started or redelivered. */
                        failedAttempts: number;
                        /** @description When the next attempt is due; null unless it is Pending. */
                        nextAttemptAt: string | null;
                        /** @description Status of the last response; null without a response. */
                        lastStatusCode: number | null;
                        /**
                         * Format: date-time
                         * @description When the delivery was created.
                         */
                        createdAt: string;
                        /** @description The newest 100 attempts, first one first. */
                        attempts: {
                            /** @description Number of the attempt, from 1. */
                            number: number;
                            /**
                             * Format: date-time
                             * @description When the attempt started.
                             */
                            startedAt: string;
                            /** @description Duration in milliseconds. */
                            durationMs: number;
                            /** @description Status of the response; null without a response. */
                            statusCode: number | null;
                            /** @description Why there was no response, such as `timeout`; null with a response. */
                            error: string | null;
                            /** @description The first 4 KiB of the response; null without a response. */
                            responseBody: string | null;
                        }[];
                        /**
                         * Format: int32
                         * @description Id of the webhook subscription.
                         */
                        subscriptionId: number;
                        /** @description Whether it is Pending while its subscription is disabled: it is sent once that is enabled again. */
                        isHeld?: boolean;
                        /** @description The body of every attempt: JSON, these characters in UTF-8. */
                        body: string;
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
    "redeliver-webhook": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the delivery.
                 * @example 5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
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
                    /**
                     * @example {
                     *       "deliveryId": "5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the delivery, the same in every attempt; sent as `X-Webhook-Delivery-Id`. */
                        deliveryId: string;
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `invalid_state`: The delivery is not Pending and has had 1000 attempts.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-webhook-subscriptions": {
        parameters: {
            query?: {
                /**
                 * @description Number of the page, from 1. Past the end `items` is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items of a page, at most 100. More is refused, never reduced.
                 * @example 50
                 */
                pageSize?: number;
                /** @description `stats`: `included` of each has its attempts of the last 24 hours by hour. */
                include?: "stats";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
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
                    /**
                     * @example {
                     *       "total": 1,
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "items": [
                     *         {
                     *           "id": 2,
                     *           "url": "https://hooks.example.com/job-board",
                     *           "events": [
                     *             "application.submitted",
                     *             "job.expired"
                     *           ],
                     *           "status": "Active",
                     *           "createdAt": "2026-03-01T08:00:00.000Z",
                     *           "disabledReason": null,
                     *           "consecutiveFailures": 0,
                     *           "previousSecretUntil": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscriptionPage"];
                    "text/json": components["schemas"]["WebhookSubscriptionPage"];
                    "text/plain": components["schemas"]["WebhookSubscriptionPage"];
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
    "create-webhook-subscription": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/job-board",
                 *       "events": [
                 *         "application.submitted",
                 *         "job.expired"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Address of the receiver: https, without credentials, a host name with a dot or a public address, port 443 or above 1023. */
                    url: string;
                    /** @description The events to deliver, at least one. Absent or null: application.submitted, application.status_changed, job.expired. */
                    events?: components["schemas"]["WebhookEventType"][] | null;
                };
            };
        };
        responses: {
            /** @description The subscription with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "url": "https://hooks.example.com/job-board",
                     *       "events": [
                     *         "application.submitted",
                     *         "job.expired"
                     *       ],
                     *       "status": "Active",
                     *       "createdAt": "2026-03-01T08:00:00.000Z",
                     *       "signingSecret": "whsec_EXAMPLE"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: int32
                         * @description Id of the webhook subscription.
                         */
                        id: number;
                        /** @description Address of the receiver: https, without credentials, a host name with a dot or a public address, port 443 or above 1023. */
                        url: string;
                        /** @description The events that are delivered. */
                        events: components["schemas"]["WebhookEventType"][];
                        status: components["schemas"]["SubscriptionStatus"];
                        /**
                         * Format: date-time
                         * @description When the subscription was registered.
                         */
                        createdAt: string;
                        /** @description The key of the HMACs that sign deliveries: `whsec_` and the base64 of 32 random bytes. It is shown only here and cannot be read again. */
                        signingSecret: string;
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /** @description `invalid_request`: A field is invalid, or `url` is not https, has credentials, no host name with a dot, a port below 1024 other than 443, or names a private address. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `insufficient_scope`: The key lacks the scope Webhooks, or the scope of an event that is registered. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "insufficient_scope";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            /**
             * @description `limit_reached`: You have 20 webhook subscriptions already.
             *
             *     `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running; retry later with the same key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "limit_reached" | "idempotency_in_progress";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-webhook-subscription": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example 2
                 */
                subscriptionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook subscription, without its secret. */
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
                    /**
                     * @example {
                     *       "id": 2,
                     *       "url": "https://hooks.example.com/job-board",
                     *       "events": [
                     *         "application.submitted",
                     *         "job.expired"
                     *       ],
                     *       "status": "Active",
                     *       "createdAt": "2026-03-01T08:00:00.000Z",
                     *       "disabledReason": null,
                     *       "consecutiveFailures": 0,
                     *       "previousSecretUntil": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscription"];
                    "text/json": components["schemas"]["WebhookSubscription"];
                    "text/plain": components["schemas"]["WebhookSubscription"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
    "change-webhook-subscription": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime. Absent: the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example 2
                 */
                subscriptionId: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "application.submitted",
                 *         "job.expired"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Address of the receiver: https, without credentials, a host name with a dot or a public address, port 443 or above 1023. */
                    url?: string | null;
                    /** @description The events to deliver, at least one. */
                    events?: components["schemas"]["WebhookEventType"][] | null;
                };
            };
        };
        responses: {
            /** @description A webhook subscription, without its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "url": "https://hooks.example.com/job-board",
                     *       "events": [
                     *         "application.submitted",
                     *         "job.expired"
                     *       ],
                     *       "status": "Active",
                     *       "createdAt": "2026-03-01T08:00:00.000Z",
                     *       "disabledReason": null,
                     *       "consecutiveFailures": 0,
                     *       "previousSecretUntil": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscription"];
                    "text/json": components["schemas"]["WebhookSubscription"];
                    "text/plain": components["schemas"]["WebhookSubscription"];
                };
            };
            /** @description `invalid_request`: A field is invalid, or `url` is not https, has credentials, no host name with a dot, a port below 1024 other than 443, or names a private address. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `insufficient_scope`: The key lacks the scope Webhooks, or the scope of an event that is added or would go to another host. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "insufficient_scope";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "delete-webhook-subscription": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example 2
                 */
                subscriptionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
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
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-webhook-deliveries": {
        parameters: {
            query?: {
                /**
                 * @description Number of the page, from 1. Past the end `items` is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items of a page, at most 100. More is refused, never reduced.
                 * @example 50
                 */
                pageSize?: number;
                /**
                 * @description Only deliveries with this status.
                 * @example Succeeded
                 */
                status?: components["schemas"]["DeliveryStatus"];
                /**
                 * @description Only deliveries of this event, of the newest 10 000 that match the other filters.
                 * @example application.submitted
                 */
                event?: "application.submitted" | "application.status_changed" | "job.expired" | "application.erased" | "webhook.test";
                /** @description Only deliveries created from this time on. */
                since?: string;
                /** @description Only deliveries created before this time. */
                until?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example 2
                 */
                subscriptionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
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
                    /**
                     * @example {
                     *       "total": 1,
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "items": [
                     *         {
                     *           "id": "5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11",
                     *           "eventId": "7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10",
                     *           "event": "application.submitted",
                     *           "status": "Succeeded",
                     *           "failedAttempts": 0,
                     *           "nextAttemptAt": null,
                     *           "lastStatusCode": 200,
                     *           "createdAt": "2026-03-01T10:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                    "text/json": components["schemas"]["WebhookDeliveryPage"];
                    "text/plain": components["schemas"]["WebhookDeliveryPage"];
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
    "disable-webhook-subscription": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example 2
                 */
                subscriptionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook subscription, without its secret. */
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
                    /**
                     * @example {
                     *       "id": 2,
                     *       "url": "https://hooks.example.com/job-board",
                     *       "events": [
                     *         "application.submitted",
                     *         "job.expired"
                     *       ],
                     *       "status": "Disabled",
                     *       "createdAt": "2026-03-01T08:00:00.000Z",
                     *       "disabledReason": "disabled with an API key",
                     *       "consecutiveFailures": 0,
                     *       "previousSecretUntil": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscription"];
                    "text/json": components["schemas"]["WebhookSubscription"];
                    "text/plain": components["schemas"]["WebhookSubscription"];
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "enable-webhook-subscription": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example 2
                 */
                subscriptionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook subscription, without its secret. */
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
                    /**
                     * @example {
                     *       "id": 2,
                     *       "url": "https://hooks.example.com/job-board",
                     *       "events": [
                     *         "application.submitted",
                     *         "job.expired"
                     *       ],
                     *       "status": "Active",
                     *       "createdAt": "2026-03-01T08:00:00.000Z",
                     *       "disabledReason": null,
                     *       "consecutiveFailures": 0,
                     *       "previousSecretUntil": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscription"];
                    "text/json": components["schemas"]["WebhookSubscription"];
                    "text/plain": components["schemas"]["WebhookSubscription"];
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "recover-webhook-deliveries": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example 2
                 */
                subscriptionId: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-03-01T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Deliveries created from this time on.
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description What the call made due. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 12
                     *     }
                     */
                    "application/json": {
                        /** @description Number of deliveries that are due now. */
                        count: number;
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "replay-webhook-events": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example 2
                 */
                subscriptionId: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-03-01T00:00:00Z",
                 *       "types": [
                 *         "application.submitted"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Events that happened from this time on, within the last 30 days.
                     */
                    since: string;
                    /** @description Events that happened before this time. Absent or null: all until now. */
                    until?: string | null;
                    /** @description Only events of these types. Absent or null: those of the subscription. */
                    types?: components["schemas"]["WebhookEventType"][] | null;
                };
            };
        };
        responses: {
            /** @description What the call delivers again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 57
                     *     }
                     */
                    "application/json": {
                        /** @description Number of events that are delivered again. */
                        count: number;
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /**
             * @description `invalid_request`: A field is invalid, the range is empty or begins more than 30 days ago, or it has more than 100000 events.
             *
             *     `invalid_state`: An earlier replay to the subscription is not finished.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `insufficient_scope`: The key lacks the scope Webhooks, or the scope of one of `types` that the subscription does not have. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "insufficient_scope";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "rotate-webhook-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example 2
                 */
                subscriptionId: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 86400
                 *     }
                 */
                "application/json": {
                    /** @description Seconds for which deliveries are signed with the old secret too, at most 2592000 (30 days). Absent or null: 86400 (1 day). */
                    overlapSeconds?: number | null;
                } | null;
            };
        };
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signingSecret": "whsec_EXAMPLE"
                     *     }
                     */
                    "application/json": {
                        /** @description The key of the HMACs that sign deliveries: `whsec_` and the base64 of 32 random bytes. It is shown only here and cannot be read again. */
                        signingSecret: string;
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-webhook-stats": {
        parameters: {
            query?: {
                /**
                 * @description 24: by hour, the present one included. 168 and 720: the last 7 and 30 UTC days by day.
                 * @example 24
                 */
                hours?: 24 | 168 | 720;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example 2
                 */
                subscriptionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempts of the subscription, and what waits. */
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
                    /**
                     * @example {
                     *       "steps": [
                     *         {
                     *           "startsAt": "2026-03-01T10:00:00.000Z",
                     *           "succeeded": 41,
                     *           "failed": 1,
                     *           "p50Ms": 85,
                     *           "p95Ms": 430
                     *         },
                     *         {
                     *           "startsAt": "2026-03-01T11:00:00.000Z",
                     *           "succeeded": 0,
                     *           "failed": 0,
                     *           "p50Ms": null,
                     *           "p95Ms": null
                     *         }
                     *       ],
                     *       "total": {
                     *         "succeeded": 41,
                     *         "failed": 1,
                     *         "p50Ms": 85,
                     *         "p95Ms": 430
                     *       },
                     *       "pending": 1,
                     *       "nextAttemptAt": "2026-03-01T11:05:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Oldest first, also those without attempts. */
                        steps: {
                            /**
                             * Format: date-time
                             * @description When the hour or the UTC day begins.
                             */
                            startsAt: string;
                            /** @description Attempts that got a 2xx. */
                            succeeded: number;
                            /** @description All other attempts. */
                            failed: number;
                            /** @description Half of the attempts took at most this long, in ms, to within 10 %; null without attempts. */
                            p50Ms: number | null;
                            /** @description 95 % of the attempts took at most this long, in ms, to within 10 %; null without attempts. */
                            p95Ms: number | null;
                        }[];
                        /** @description The same over all of them. */
                        total: {
                            /** @description Attempts that got a 2xx. */
                            succeeded: number;
                            /** @description All other attempts. */
                            failed: number;
                            /** @description Half of the attempts took at most this long, in ms, to within 10 %; null without attempts. */
                            p50Ms: number | null;
                            /** @description 95 % of the attempts took at most this long, in ms, to within 10 %; null without attempts. */
                            p95Ms: number | null;
                        };
                        /** @description Deliveries that wait for an attempt, counted up to 10000. */
                        pending: number;
                        /** @description When the first of them is due, while the subscription is Active; null without any. */
                        nextAttemptAt: string | null;
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
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
    "test-webhook-subscription": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example 2
                 */
                subscriptionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery of the test event. */
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
                    /**
                     * @example {
                     *       "deliveryId": "5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the delivery, the same in every attempt; sent as `X-Webhook-Delivery-Id`. */
                        deliveryId: string;
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `invalid_state`: The subscription is Disabled.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "list-own-applications": {
        parameters: {
            query?: {
                /**
                 * @description Number of the page, from 1. Past the end `items` is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items of a page, at most 100. More is refused, never reduced.
                 * @example 50
                 */
                pageSize?: number;
                /**
                 * @description Only applications with this status.
                 * @example New
                 */
                status?: components["schemas"]["ApplicationStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
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
                    /**
                     * @example {
                     *       "total": 1,
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "items": [
                     *         {
                     *           "id": 31,
                     *           "jobId": 7,
                     *           "jobTitle": "Baker",
                     *           "employerName": "Utrecht Bakery",
                     *           "status": "New",
                     *           "appliedAt": "2026-03-01T10:00:00.000Z",
                     *           "updatedAt": "2026-03-01T10:00:00.000Z",
                     *           "coverLetter": "I would like to bake for you.",
                     *           "resumeUrl": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OwnApplicationPage"];
                    "text/json": components["schemas"]["OwnApplicationPage"];
                    "text/plain": components["schemas"]["OwnApplicationPage"];
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
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return. With a body also `handling=strict`: refuse unknown fields. */
                Prefer?: components["parameters"]["PreferDryRun"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jobId": 7,
                 *       "confirm": true,
                 *       "coverLetter": "I would like to bake for you.",
                 *       "screeningAnswers": [
                 *         {
                 *           "questionId": 7,
                 *           "answer": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Apply"];
            };
        };
        responses: {
            /** @description The application that was submitted, and the daily count. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isAiAssisted": true,
                     *       "aiAppliesUsedToday": 1,
                     *       "aiAppliesLimitPerDay": 10,
                     *       "application": {
                     *         "id": 31,
                     *         "jobId": 7,
                     *         "jobTitle": "Baker",
                     *         "employerName": "Utrecht Bakery",
                     *         "status": "New",
                     *         "appliedAt": "2026-03-01T10:00:00.000Z",
                     *         "updatedAt": "2026-03-01T10:00:00.000Z",
                     *         "coverLetter": "I would like to bake for you.",
                     *         "resumeUrl": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApplyResult"];
                    "text/json": components["schemas"]["ApplyResult"];
                    "text/plain": components["schemas"]["ApplyResult"];
                };
            };
            /**
             * @description `invalid_request`: A field is missing or invalid, or an answer is to a question that the job does not have or is repeated.
             *
             *     `invalid_state`: The job is Closed or Expired.
             *
             *     `confirmation_required`: `confirm` is absent or anything but true; checked before every other field.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state" | "confirmation_required";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description `insufficient_scope`: The key is valid but lacks the scope.
             *
             *     `consent_required`: The consent of the candidate to data processing has lapsed.
             *
             *     `screening_incomplete`: A required question has no answer, or an answer has the wrong type.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "insufficient_scope" | "consent_required" | "screening_incomplete";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The job does not exist or is a Draft, or your profile was erased. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            /**
             * @description `already_applied`: The candidate has applied to this job before, in any way.
             *
             *     `limit_reached`: The sandbox of the candidate has 2000 applications already; only in a sandbox.
             *
             *     `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running; retry later with the same key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "already_applied" | "limit_reached" | "idempotency_in_progress";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            /**
             * @description `rate_limited`: Too many requests within a minute, or a daily budget of bytes or new keys is used up; retry after `Retry-After` seconds.
             *
             *     `daily_apply_limit`: You have applied 10 times this UTC day; `Retry-After` is the time to 00:00 UTC.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "rate_limited" | "daily_apply_limit";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-own-application": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An application as its candidate reads it. */
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
                    /**
                     * @example {
                     *       "id": 31,
                     *       "jobId": 7,
                     *       "jobTitle": "Baker",
                     *       "employerName": "Utrecht Bakery",
                     *       "status": "New",
                     *       "appliedAt": "2026-03-01T10:00:00.000Z",
                     *       "updatedAt": "2026-03-01T10:00:00.000Z",
                     *       "coverLetter": "I would like to bake for you.",
                     *       "resumeUrl": null
                     *     }
                     */
                    "application/json": components["schemas"]["OwnApplication"];
                    "text/json": components["schemas"]["OwnApplication"];
                    "text/plain": components["schemas"]["OwnApplication"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
    "withdraw-own-application": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                 * @example 31
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An application as its candidate reads it. */
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
                    /**
                     * @example {
                     *       "id": 31,
                     *       "jobId": 7,
                     *       "jobTitle": "Baker",
                     *       "employerName": "Utrecht Bakery",
                     *       "status": "Withdrawn",
                     *       "appliedAt": "2026-03-01T10:00:00.000Z",
                     *       "updatedAt": "2026-03-01T12:00:00.000Z",
                     *       "coverLetter": "I would like to bake for you.",
                     *       "resumeUrl": null
                     *     }
                     */
                    "application/json": components["schemas"]["OwnApplication"];
                    "text/json": components["schemas"]["OwnApplication"];
                    "text/plain": components["schemas"]["OwnApplication"];
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /** @description `unavailable`: The application was submitted a moment ago and is still on its way to the employer, or a part of the service cannot be reached. */
            503: {
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
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "unavailable";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-open-jobs": {
        parameters: {
            query?: {
                /**
                 * @description Words to find in title, description and city, with AND, OR, NOT and parentheses as in CV search; no quoted phrases, no wildcards. Absent: all jobs.
                 * @example baker AND NOT pastry
                 */
                query?: string;
                /**
                 * @description Only jobs in this country, ISO 3166-1 alpha-2 in upper case, such as `NO`.
                 * @example NL
                 */
                country?: string;
                /**
                 * @description Only jobs in this city: its whole name; letter case and accents do not matter.
                 * @example Utrecht
                 */
                city?: string;
                /** @description Only jobs with this place of work. */
                remoteType?: components["schemas"]["RemoteType"];
                /** @description Only jobs of this kind. */
                employmentType?: components["schemas"]["EmploymentType"];
                /** @description The `nextCursor` of a page of this list, unchanged: returns the items that follow it. Send the same filters with it. */
                cursor?: string;
                /**
                 * @description Jobs of a page, at most 100.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of Active jobs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 7,
                     *           "title": "Baker",
                     *           "employerName": "Utrecht Bakery",
                     *           "city": "Utrecht",
                     *           "country": "NL",
                     *           "employmentType": "FullTime",
                     *           "remoteType": "OnSite",
                     *           "salaryMin": 3000,
                     *           "salaryMax": 3600,
                     *           "salaryCurrency": "EUR",
                     *           "salaryPeriod": "Month",
                     *           "postedAt": "2026-03-01T09:05:00.000Z",
                     *           "expiresAt": "2026-04-01T00:00:00.000Z",
                     *           "summary": "Bread before sunrise, home by noon."
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["OpenJobPage"];
                    "text/json": components["schemas"]["OpenJobPage"];
                    "text/plain": components["schemas"]["OpenJobPage"];
                    "application/ld+json": {
                        /**
                         * @description Type of the schema.org object.
                         * @constant
                         */
                        "@type": "ItemList";
                        /**
                         * @description Vocabulary of the object.
                         * @constant
                         */
                        "@context": "https://schema.org";
                        /** @description The jobs of this page. */
                        itemListElement: {
                            /**
                             * @description Type of the schema.org object.
                             * @constant
                             */
                            "@type": "ListItem";
                            /** @description Place on this page, from 1. */
                            position: number;
                            /** @description The job, with the beginning of its description. */
                            item: {
                                /**
                                 * @description Type of the schema.org object.
                                 * @constant
                                 */
                                "@type": "JobPosting";
                                /** @description Id of the job at this employer. */
                                identifier: {
                                    /**
                                     * @description Type of the schema.org object.
                                     * @constant
                                     */
                                    "@type": "PropertyValue";
                                    /** @description Name of the employer. */
                                    name: string;
                                    /** @description Id of the job, as text. */
                                    value: string;
                                };
                                /** @description Title of the job; plain text, not HTML. */
                                title: string;
                                /** @description HTML: paragraphs and line breaks; every other character that is special in HTML is escaped. */
                                description: string;
                                /**
                                 * Format: date-time
                                 * @description When the job was published.
                                 */
                                datePosted: string;
                                /**
                                 * Format: date-time
                                 * @description The `expiryDate` of the job.
                                 */
                                validThrough: string;
                                /**
                                 * @description Kind of employment as schema.org names it; OTHER for an apprenticeship.
                                 * @enum {string}
                                 */
                                employmentType: "FULL_TIME" | "PART_TIME" | "CONTRACTOR" | "TEMPORARY" | "INTERN" | "VOLUNTEER" | "OTHER";
                                /** @description The employer. */
                                hiringOrganization: {
                                    /**
                                     * @description Type of the schema.org object.
                                     * @constant
                                     */
                                    "@type": "Organization";
                                    /** @description Name of the employer. */
                                    name: string;
                                };
                                /** @description The salary; absent if the job states none. */
                                baseSalary?: {
                                    /**
                                     * @description Type of the schema.org object.
                                     * @constant
                                     */
                                    "@type": "MonetaryAmount";
                                    /** @description ISO 4217. */
                                    currency: string;
                                    /** @description The amount. */
                                    value: {
                                        /**
                                         * @description Type of the schema.org object.
                                         * @constant
                                         */
                                        "@type": "QuantitativeValue";
                                        /** @description The salary, where lowest and highest are the same. */
                                        value?: number;
                                        /** @description Lowest salary. */
                                        minValue?: number;
                                        /** @description Highest salary. */
                                        maxValue?: number;
                                        /**
                                         * @description What the salary is paid for.
                                         * @enum {string}
                                         */
                                        unitText: "HOUR" | "DAY" | "MONTH" | "YEAR";
                                    };
                                };
                                /** @description Place of work; absent for a fully remote job. */
                                jobLocation?: components["schemas"]["JobPostingPlace"];
                                /**
                                 * @description Present for a fully remote job only.
                                 * @constant
                                 */
                                jobLocationType?: "TELECOMMUTE";
                                /** @description Country in which applicants may live; present for a fully remote job only. */
                                applicantLocationRequirements?: {
                                    /**
                                     * @description Type of the schema.org object.
                                     * @constant
                                     */
                                    "@type": "Country";
                                    /** @description ISO 3166-1 alpha-2. */
                                    name: string;
                                };
                                /** @description True if candidates apply on this platform. */
                                directApply: boolean;
                            };
                        }[];
                    };
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `invalid_query`: `query` cannot be parsed, or has quotation marks or wildcards; `message` has the position.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_query";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
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
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An Active job as a candidate reads it before applying. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "title": "Baker",
                     *       "employerName": "Utrecht Bakery",
                     *       "city": "Utrecht",
                     *       "country": "NL",
                     *       "employmentType": "FullTime",
                     *       "remoteType": "OnSite",
                     *       "salaryMin": 3000,
                     *       "salaryMax": 3600,
                     *       "salaryCurrency": "EUR",
                     *       "salaryPeriod": "Month",
                     *       "postedAt": "2026-03-01T09:05:00.000Z",
                     *       "expiresAt": "2026-04-01T00:00:00.000Z",
                     *       "description": "Bread before sunrise, home by noon.",
                     *       "applyMethod": "PlatformApply",
                     *       "applyUrl": null,
                     *       "screeningQuestions": [
                     *         {
                     *           "id": 7,
                     *           "text": "Can you start at 4 a.m.?",
                     *           "type": "YesNo",
                     *           "required": true,
                     *           "options": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OpenJob"];
                    "text/json": components["schemas"]["OpenJob"];
                    "text/plain": components["schemas"]["OpenJob"];
                    "application/ld+json": components["schemas"]["JobPosting"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
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
    "list-screening-questions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 * @example 7
                 */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The questions in order; empty if the job has none. */
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
                    /**
                     * @example [
                     *       {
                     *         "id": 7,
                     *         "text": "Can you start at 4 a.m.?",
                     *         "type": "YesNo",
                     *         "required": true,
                     *         "options": []
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ScreeningQuestion"][];
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description `not_found`: The job does not exist or is a Draft. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "erase-me": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "confirm": true
                 *     }
                 */
                "application/json": {
                    /** @description Must be true: you want everything about you erased. */
                    confirm?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The erasure that was started, or was started before. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "erasureId": 1
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: int32
                         * @description Id of the erasure, as returned by the request that started it.
                         */
                        erasureId: number;
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `confirmation_required`: `confirm` is absent or anything but true; checked before every other field.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "confirmation_required";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description `not_found`: Your profile does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["IdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-consent": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candidate's consent to data processing. */
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
                    /**
                     * @example {
                     *       "consentExpiresAt": "2027-03-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Consent"];
                    "text/json": components["schemas"]["Consent"];
                    "text/plain": components["schemas"]["Consent"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
            /** @description `not_found`: Your profile was erased. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "renew-consent": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime. Absent: the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "confirm": true
                 *     }
                 */
                "application/json": {
                    /** @description Must be true: you agree to the processing of your data. */
                    confirm?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The candidate's consent to data processing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "consentExpiresAt": "2027-03-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Consent"];
                    "text/json": components["schemas"]["Consent"];
                    "text/plain": components["schemas"]["Consent"];
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `confirmation_required`: `confirm` is absent or anything but true; checked before every other field.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "confirmation_required";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description `not_found`: Your profile was erased. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
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
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
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
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description `not_found`: Your profile was erased. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["IdempotencyInProgressReplayable"];
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
            /** @description Everything that is stored about the candidate. */
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
                    /**
                     * @example {
                     *       "exportedAt": "2026-03-01T13:00:00.000Z",
                     *       "profile": {
                     *         "id": 12,
                     *         "firstName": "Ada",
                     *         "lastName": "Lind",
                     *         "email": "ada.lind@example.com",
                     *         "phone": "+31 6 1234 5678",
                     *         "linkedInUrl": null,
                     *         "gitHubUrl": null,
                     *         "websiteUrl": null,
                     *         "headline": "Baker, ten years",
                     *         "summary": "Sourdough and pastry.",
                     *         "street": null,
                     *         "city": "Utrecht",
                     *         "region": null,
                     *         "postalCode": null,
                     *         "country": "NL",
                     *         "careerStatus": "OpenToOffers",
                     *         "expectedSalaryMin": 32000,
                     *         "expectedSalaryMax": 38000,
                     *         "expectedSalaryCurrency": "EUR",
                     *         "noticePeriodDays": 30,
                     *         "jobTypes": [
                     *           "FullTime"
                     *         ],
                     *         "skills": [
                     *           "Sourdough",
                     *           "Pastry"
                     *         ],
                     *         "languages": [
                     *           {
                     *             "language": "Dutch",
                     *             "level": "Fluent"
                     *           }
                     *         ],
                     *         "nationalities": [
                     *           "SE"
                     *         ],
                     *         "employmentHistory": [
                     *           {
                     *             "title": "Baker",
                     *             "employer": "Corner Bakery",
                     *             "startMonth": "2016-03",
                     *             "endMonth": null,
                     *             "description": ""
                     *           }
                     *         ],
                     *         "education": [
                     *           {
                     *             "school": "Bakery College",
                     *             "degree": "Diploma",
                     *             "field": "Baking",
                     *             "endYear": 2015
                     *           }
                     *         ],
                     *         "completeness": 87,
                     *         "createdAt": "2026-03-01T08:00:00.000Z",
                     *         "updatedAt": "2026-03-01T08:30:00.000Z",
                     *         "isSearchable": true,
                     *         "consentExpiresAt": "2027-03-01T08:00:00.000Z",
                     *         "lastActiveAt": "2026-03-01T10:00:00.000Z"
                     *       },
                     *       "apiKeys": [
                     *         {
                     *           "id": 6,
                     *           "name": "My assistant",
                     *           "status": "Active",
                     *           "expiresAt": null,
                     *           "createdAt": "2026-03-01T08:00:00.000Z",
                     *           "lastUsedAt": "2026-03-01T10:00:00.000Z",
                     *           "scopes": [
                     *             "Profile",
                     *             "Applications",
                     *             "Apply"
                     *           ]
                     *         }
                     *       ],
                     *       "profileViews": [
                     *         {
                     *           "employerId": 1,
                     *           "employerName": "Utrecht Bakery",
                     *           "unlockedAt": "2026-03-01T12:30:00.000Z"
                     *         }
                     *       ],
                     *       "dailyApplies": [
                     *         {
                     *           "day": "2026-03-01",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "applications": [
                     *         {
                     *           "id": 31,
                     *           "jobId": 7,
                     *           "jobTitle": "Baker",
                     *           "employerName": "Utrecht Bakery",
                     *           "status": "New",
                     *           "appliedAt": "2026-03-01T10:00:00.000Z",
                     *           "updatedAt": "2026-03-01T10:00:00.000Z",
                     *           "coverLetter": "I would like to bake for you.",
                     *           "resumeUrl": null,
                     *           "employerId": 1,
                     *           "applicationType": "Api",
                     *           "isAiAssisted": true,
                     *           "screeningAnswers": [
                     *             {
                     *               "questionId": 7,
                     *               "question": "Can you start at 4 a.m.?",
                     *               "answer": true
                     *             }
                     *           ],
                     *           "profile": {
                     *             "id": 12,
                     *             "firstName": "Ada",
                     *             "lastName": "Lind",
                     *             "email": "ada.lind@example.com",
                     *             "phone": "+31 6 1234 5678",
                     *             "linkedInUrl": null,
                     *             "gitHubUrl": null,
                     *             "websiteUrl": null,
                     *             "headline": "Baker, ten years",
                     *             "summary": "Sourdough and pastry.",
                     *             "street": null,
                     *             "city": "Utrecht",
                     *             "region": null,
                     *             "postalCode": null,
                     *             "country": "NL",
                     *             "careerStatus": "OpenToOffers",
                     *             "expectedSalaryMin": 32000,
                     *             "expectedSalaryMax": 38000,
                     *             "expectedSalaryCurrency": "EUR",
                     *             "noticePeriodDays": 30,
                     *             "jobTypes": [
                     *               "FullTime"
                     *             ],
                     *             "skills": [
                     *               "Sourdough",
                     *               "Pastry"
                     *             ],
                     *             "languages": [
                     *               {
                     *                 "language": "Dutch",
                     *                 "level": "Fluent"
                     *               }
                     *             ],
                     *             "nationalities": [
                     *               "SE"
                     *             ],
                     *             "employmentHistory": [
                     *               {
                     *                 "title": "Baker",
                     *                 "employer": "Corner Bakery",
                     *                 "startMonth": "2016-03",
                     *                 "endMonth": null,
                     *                 "description": ""
                     *               }
                     *             ],
                     *             "education": [
                     *               {
                     *                 "school": "Bakery College",
                     *                 "degree": "Diploma",
                     *                 "field": "Baking",
                     *                 "endYear": 2015
                     *               }
                     *             ],
                     *             "completeness": 87,
                     *             "createdAt": "2026-03-01T08:00:00.000Z",
                     *             "updatedAt": "2026-03-01T08:30:00.000Z"
                     *           },
                     *           "statusHistory": [
                     *             {
                     *               "previousStatus": "New",
                     *               "status": "Shortlisted",
                     *               "changedAt": "2026-03-01T12:00:00.000Z"
                     *             }
                     *           ],
                     *           "assessment": {
                     *             "score": 78,
                     *             "verdict": "Match",
                     *             "summary": "Match, 78 of 100. Gains most by Skills: The posting and the profile share sourdough. Loses most by Languages.",
                     *             "rubricScores": [
                     *               {
                     *                 "criterion": "Skills",
                     *                 "score": 90,
                     *                 "rationale": "The posting and the profile share sourdough."
                     *               },
                     *               {
                     *                 "criterion": "Languages",
                     *                 "score": 60,
                     *                 "rationale": "The posting names Dutch."
                     *               }
                     *             ],
                     *             "assessedAt": "2026-03-01T10:00:00.000Z",
                     *             "assessor": "rubric/1"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OwnData"];
                    "text/json": components["schemas"]["OwnData"];
                    "text/plain": components["schemas"]["OwnData"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description `not_found`: Your profile was erased. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "get-profile": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have: 304 without a body if the object has not changed since. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The full profile of a candidate. */
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
                    /**
                     * @example {
                     *       "id": 12,
                     *       "firstName": "Ada",
                     *       "lastName": "Lind",
                     *       "email": "ada.lind@example.com",
                     *       "phone": "+31 6 1234 5678",
                     *       "linkedInUrl": null,
                     *       "gitHubUrl": null,
                     *       "websiteUrl": null,
                     *       "headline": "Baker, ten years",
                     *       "summary": "Sourdough and pastry.",
                     *       "street": null,
                     *       "city": "Utrecht",
                     *       "region": null,
                     *       "postalCode": null,
                     *       "country": "NL",
                     *       "careerStatus": "OpenToOffers",
                     *       "expectedSalaryMin": 32000,
                     *       "expectedSalaryMax": 38000,
                     *       "expectedSalaryCurrency": "EUR",
                     *       "noticePeriodDays": 30,
                     *       "jobTypes": [
                     *         "FullTime"
                     *       ],
                     *       "skills": [
                     *         "Sourdough",
                     *         "Pastry"
                     *       ],
                     *       "languages": [
                     *         {
                     *           "language": "Dutch",
                     *           "level": "Fluent"
                     *         }
                     *       ],
                     *       "nationalities": [
                     *         "SE"
                     *       ],
                     *       "employmentHistory": [
                     *         {
                     *           "title": "Baker",
                     *           "employer": "Corner Bakery",
                     *           "startMonth": "2016-03",
                     *           "endMonth": null,
                     *           "description": ""
                     *         }
                     *       ],
                     *       "education": [
                     *         {
                     *           "school": "Bakery College",
                     *           "degree": "Diploma",
                     *           "field": "Baking",
                     *           "endYear": 2015
                     *         }
                     *       ],
                     *       "completeness": 87,
                     *       "createdAt": "2026-03-01T08:00:00.000Z",
                     *       "updatedAt": "2026-03-01T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                    "text/json": components["schemas"]["Profile"];
                    "text/plain": components["schemas"]["Profile"];
                };
            };
            /** @description Not changed since the `ETag` in `If-None-Match`; no body. */
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
            /** @description `not_found`: Your profile was erased. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "update-profile": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` you have read: 412 if the object was changed in the meantime. Absent: the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "headline": "Baker, ten years",
                 *       "careerStatus": "OpenToOffers",
                 *       "skills": [
                 *         "Sourdough",
                 *         "Pastry"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ProfilePatch"];
            };
        };
        responses: {
            /** @description The full profile of a candidate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 12,
                     *       "firstName": "Ada",
                     *       "lastName": "Lind",
                     *       "email": "ada.lind@example.com",
                     *       "phone": "+31 6 1234 5678",
                     *       "linkedInUrl": null,
                     *       "gitHubUrl": null,
                     *       "websiteUrl": null,
                     *       "headline": "Baker, ten years",
                     *       "summary": "Sourdough and pastry.",
                     *       "street": null,
                     *       "city": "Utrecht",
                     *       "region": null,
                     *       "postalCode": null,
                     *       "country": "NL",
                     *       "careerStatus": "OpenToOffers",
                     *       "expectedSalaryMin": 32000,
                     *       "expectedSalaryMax": 38000,
                     *       "expectedSalaryCurrency": "EUR",
                     *       "noticePeriodDays": 30,
                     *       "jobTypes": [
                     *         "FullTime"
                     *       ],
                     *       "skills": [
                     *         "Sourdough",
                     *         "Pastry"
                     *       ],
                     *       "languages": [
                     *         {
                     *           "language": "Dutch",
                     *           "level": "Fluent"
                     *         }
                     *       ],
                     *       "nationalities": [
                     *         "SE"
                     *       ],
                     *       "employmentHistory": [
                     *         {
                     *           "title": "Baker",
                     *           "employer": "Corner Bakery",
                     *           "startMonth": "2016-03",
                     *           "endMonth": null,
                     *           "description": ""
                     *         }
                     *       ],
                     *       "education": [
                     *         {
                     *           "school": "Bakery College",
                     *           "degree": "Diploma",
                     *           "field": "Baking",
                     *           "endYear": 2015
                     *         }
                     *       ],
                     *       "completeness": 87,
                     *       "createdAt": "2026-03-01T08:00:00.000Z",
                     *       "updatedAt": "2026-03-01T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                    "text/json": components["schemas"]["Profile"];
                    "text/plain": components["schemas"]["Profile"];
                };
            };
            /** @description `invalid_request`: A field is invalid, `expectedSalaryMin` is above `expectedSalaryMax`, one of which may be stored, or the whole profile would be larger than 256 KiB. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description `not_found`: Your profile was erased. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
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
                /**
                 * @description Number of the page, from 1. Past the end `items` is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items of a page, at most 100. More is refused, never reduced.
                 * @example 50
                 */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
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
                    /**
                     * @example {
                     *       "total": 1,
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "items": [
                     *         {
                     *           "employerId": 1,
                     *           "employerName": "Utrecht Bakery",
                     *           "unlockedAt": "2026-03-01T12:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProfileViewPage"];
                    "text/json": components["schemas"]["ProfileViewPage"];
                    "text/plain": components["schemas"]["ProfileViewPage"];
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
    "read-sandbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox of the calling key, and how much it holds. */
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
                    /**
                     * @example {
                     *       "id": 31,
                     *       "employerId": 1,
                     *       "createdAt": "2026-03-01T08:00:00.000Z",
                     *       "resetAt": null,
                     *       "lastUsedAt": "2026-03-01T12:00:00.000Z",
                     *       "endsAt": "2026-05-30T12:00:00.000Z",
                     *       "candidates": 40,
                     *       "jobs": 2,
                     *       "applications": 12
                     *     }
                     */
                    "application/json": components["schemas"]["OwnSandbox"];
                    "text/json": components["schemas"]["OwnSandbox"];
                    "text/plain": components["schemas"]["OwnSandbox"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "apply-in-sandbox": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jobId": 7,
                 *       "count": 3
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: int32
                     * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                     */
                    jobId: number;
                    /** @description How many apply. Absent or null: 1. */
                    count?: number | null;
                    /** @description complete: every screening question is answered. missing: none is, so a required one refuses the applies. Absent or null: complete. */
                    screening?: "complete" | "missing" | null;
                };
            };
        };
        responses: {
            /** @description The applications; lists show them within a second. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "applicationId": 61,
                     *           "candidateId": 12
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Each application, in the order in which they were submitted. */
                        items: {
                            /**
                             * Format: int32
                             * @description Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.
                             */
                            applicationId: number;
                            /**
                             * Format: int32
                             * @description Id of the candidate, as in applications and CV search results.
                             */
                            candidateId: number;
                        }[];
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `invalid_state`: The job is Closed or Expired.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description `insufficient_scope`: The key is valid but lacks the scope.
             *
             *     `screening_incomplete`: `screening` is missing and the job has a required question.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "insufficient_scope" | "screening_incomplete";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The job does not exist, or is a Draft. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            /**
             * @description `limit_reached`: The sandbox would hold more applications or candidates than it may.
             *
             *     `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running; retry later with the same key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "limit_reached" | "idempotency_in_progress";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "reset-applies": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the candidate, as in applications and CV search results.
                 * @example 12
                 */
                candidateId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
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
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "lapse-consent": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the candidate, as in applications and CV search results.
                 * @example 12
                 */
                candidateId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
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
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "mint-sandbox-candidate-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the candidate, as in applications and CV search results.
                 * @example 12
                 */
                candidateId: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Candidate of a test",
                 *       "scopes": [
                 *         "Profile",
                 *         "Applications",
                 *         "Apply"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Name of the key, as lists show it. */
                    name: string;
                    /** @description What the key may do; at least one. They cannot be changed later. */
                    scopes: components["schemas"]["CandidateScope"][];
                };
            };
        };
        responses: {
            /** @description The new key with its text. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 6,
                     *       "name": "My assistant",
                     *       "status": "Active",
                     *       "expiresAt": null,
                     *       "createdAt": "2026-03-01T08:00:00.000Z",
                     *       "lastUsedAt": null,
                     *       "lastFour": "x7Lm",
                     *       "replacedBy": null,
                     *       "scopes": [
                     *         "Profile",
                     *         "Applications",
                     *         "Apply"
                     *       ],
                     *       "apiKey": "ck_live_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: int32
                         * @description Id of the API key. It is not the key itself.
                         */
                        id: number;
                        /** @description Name of the key, as lists show it. */
                        name: string;
                        status: components["schemas"]["KeyStatus"];
                        /** @description When the key expires; null: never. */
                        expiresAt: string | null;
                        /**
                         * Format: date-time
                         * @description When the key was minted.
                         */
                        createdAt: string;
                        /** @description When the key was last used with success, visible within 5 seconds; null: never. */
                        lastUsedAt: string | null;
                        /** @description The last four characters of its text, to tell keys apart; null for keys of older releases. */
                        lastFour?: string | null;
                        /** @description The key that replaced this one when it was rotated; null: it was not. */
                        replacedBy?: number | null;
                        /** @description What the key may do. */
                        scopes: components["schemas"]["CandidateScope"][];
                        /** @description The key itself. It is shown only here and cannot be read again; only a hash is stored. */
                        apiKey: string;
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "make-delivery-due": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the delivery.
                 * @example 5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
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
                    /**
                     * @example {
                     *       "deliveryId": "5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the delivery, the same in every attempt; sent as `X-Webhook-Delivery-Id`. */
                        deliveryId: string;
                    };
                    "text/json": unknown;
                    "text/plain": unknown;
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `invalid_state`: The delivery is not Pending, or its subscription is Disabled.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "simulate-failure": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": 503,
                 *       "path": "/api/v1/jobs",
                 *       "times": 2
                 *     }
                 */
                "application/json": {
                    /** @description 429, 503, or `timeout` for a response that never comes. */
                    status: 429 | 503 | "timeout";
                    /** @description Only calls whose path begins with this. Absent or null: all. */
                    path?: string | null;
                    /** @description Calls that fail, 0 to 100; 0 ends it. Absent or null: 1. */
                    times?: number | null;
                };
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "expire-job": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A job of the employer, with all its fields. */
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
                    /**
                     * @example {
                     *       "id": 7,
                     *       "status": "Active",
                     *       "title": "Baker",
                     *       "reference": "BK-7",
                     *       "city": "Utrecht",
                     *       "country": "NL",
                     *       "employmentType": "FullTime",
                     *       "remoteType": "OnSite",
                     *       "salaryMin": 3000,
                     *       "salaryMax": 3600,
                     *       "salaryCurrency": "EUR",
                     *       "salaryPeriod": "Month",
                     *       "postedDate": "2026-03-01T09:05:00.000Z",
                     *       "expiryDate": "2026-04-01T00:00:00.000Z",
                     *       "createdAt": "2026-03-01T09:00:00.000Z",
                     *       "updatedAt": "2026-03-01T09:05:00.000Z",
                     *       "description": "Bread before sunrise, home by noon.",
                     *       "applyMethod": "PlatformApply",
                     *       "applyEmailAddress": null,
                     *       "applyUrl": null,
                     *       "screeningQuestions": []
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                    "text/json": components["schemas"]["Job"];
                    "text/plain": components["schemas"]["Job"];
                };
            };
            /**
             * @description `invalid_request`: The body, a query parameter or a header is invalid; `message` names the field and the rule.
             *
             *     `invalid_state`: The job is not Active.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "invalid_request" | "invalid_state";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "reset-sandbox": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox of the calling key, and how much it holds. */
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
                    /**
                     * @example {
                     *       "id": 31,
                     *       "employerId": 1,
                     *       "createdAt": "2026-03-01T08:00:00.000Z",
                     *       "resetAt": null,
                     *       "lastUsedAt": "2026-03-01T12:00:00.000Z",
                     *       "endsAt": "2026-05-30T12:00:00.000Z",
                     *       "candidates": 40,
                     *       "jobs": 2,
                     *       "applications": 12
                     *     }
                     */
                    "application/json": components["schemas"]["OwnSandbox"];
                    "text/json": components["schemas"]["OwnSandbox"];
                    "text/plain": components["schemas"]["OwnSandbox"];
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `limit_reached`: The sandbox has had 50 resets since 00:00 UTC.
             *
             *     `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running; retry later with the same key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "limit_reached" | "idempotency_in_progress";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "simulate-receiver": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`. */
                Prefer?: components["parameters"]["PreferHandling"];
            };
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example 2
                 */
                subscriptionId: number;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, as application/json, text/json, application/*+json. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": 500,
                 *       "times": 2
                 *     }
                 */
                "application/json": {
                    /** @description Status of the answer, 200 to 599, or `timeout` for none. */
                    status: number | "timeout";
                    /** @description Milliseconds until the answer, 0 to 5000. Absent or null: 0. */
                    delayMs?: number | null;
                    /** @description Attempts that are answered so, 0 to 100. Absent or null: 1. */
                    times?: number | null;
                };
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "end-unlock": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals `invalid_state`, `not_found` and `already_applied`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the candidate, as in applications and CV search results.
                 * @example 12
                 */
                candidateId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
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
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description `not_found`: There is no such candidate, or the profile is not unlocked. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description The codes of this response. New codes may be added.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                    "text/json": components["schemas"]["Error"];
                    "text/plain": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["IdempotencyInProgressReplayable"];
            422: components["responses"]["IdempotencyKeyReused"];
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
            /** @description Every required dependency is available. `status` is `ready`, or `degraded` while a part that is not required is not available: requests are served, and `parts` says what is missing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A required dependency is not available, or the service stops. */
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
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret. Compare in constant time and reject a `t` more than 300 seconds from now. While a secret is being rotated there are two `v1`; accept either.
                 * @example t=1772355600,v1=5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f
                 */
                "X-Webhook-Signature": string;
                /**
                 * @description Name of the event, equal to `type` in the body.
                 * @example application.submitted
                 */
                "X-Webhook-Event": string;
                /**
                 * @description Id of the delivery, the same in every attempt.
                 * @example 5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11
                 */
                "X-Webhook-Delivery-Id": string;
                /**
                 * @description Id of the event, the same in every attempt. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example 9f1c2a54-6a0e-4a51-9d6e-0a8b3c1d2e4f
                 */
                "webhook-id"?: string;
                /**
                 * @description Time of the attempt in Unix seconds. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example 1772355600
                 */
                "webhook-timestamp"?: string;
                /**
                 * @description `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the bytes that the signing secret encodes in base64 after `whsec_`. While a secret is being rotated there are two, separated by a space; accept either. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example v1,XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX=
                 */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. Verify the signature over these bytes before you parse them. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10",
                 *       "type": "application.submitted",
                 *       "timestamp": "2026-03-01T10:00:00.000Z",
                 *       "data": {
                 *         "applicationId": 31,
                 *         "jobPostId": 7,
                 *         "jobTitle": "Baker",
                 *         "candidateId": 12,
                 *         "appliedAt": "2026-03-01T10:00:00.000Z",
                 *         "applicationType": "Api"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApplicationSubmittedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: it is sent again later, 8 times in all. `webhook.test` is not. */
            default: {
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
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret. Compare in constant time and reject a `t` more than 300 seconds from now. While a secret is being rotated there are two `v1`; accept either.
                 * @example t=1772355600,v1=5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f
                 */
                "X-Webhook-Signature": string;
                /**
                 * @description Name of the event, equal to `type` in the body.
                 * @example application.status_changed
                 */
                "X-Webhook-Event": string;
                /**
                 * @description Id of the delivery, the same in every attempt.
                 * @example 5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11
                 */
                "X-Webhook-Delivery-Id": string;
                /**
                 * @description Id of the event, the same in every attempt. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example 9f1c2a54-6a0e-4a51-9d6e-0a8b3c1d2e4f
                 */
                "webhook-id"?: string;
                /**
                 * @description Time of the attempt in Unix seconds. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example 1772355600
                 */
                "webhook-timestamp"?: string;
                /**
                 * @description `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the bytes that the signing secret encodes in base64 after `whsec_`. While a secret is being rotated there are two, separated by a space; accept either. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example v1,XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX=
                 */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. Verify the signature over these bytes before you parse them. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10",
                 *       "type": "application.status_changed",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "applicationId": 31,
                 *         "previousStatus": "New",
                 *         "newStatus": "Shortlisted",
                 *         "changedAt": "2026-03-01T12:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApplicationStatusChangedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: it is sent again later, 8 times in all. `webhook.test` is not. */
            default: {
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
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret. Compare in constant time and reject a `t` more than 300 seconds from now. While a secret is being rotated there are two `v1`; accept either.
                 * @example t=1772355600,v1=5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f
                 */
                "X-Webhook-Signature": string;
                /**
                 * @description Name of the event, equal to `type` in the body.
                 * @example job.expired
                 */
                "X-Webhook-Event": string;
                /**
                 * @description Id of the delivery, the same in every attempt.
                 * @example 5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11
                 */
                "X-Webhook-Delivery-Id": string;
                /**
                 * @description Id of the event, the same in every attempt. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example 9f1c2a54-6a0e-4a51-9d6e-0a8b3c1d2e4f
                 */
                "webhook-id"?: string;
                /**
                 * @description Time of the attempt in Unix seconds. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example 1772355600
                 */
                "webhook-timestamp"?: string;
                /**
                 * @description `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the bytes that the signing secret encodes in base64 after `whsec_`. While a secret is being rotated there are two, separated by a space; accept either. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example v1,XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX=
                 */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. Verify the signature over these bytes before you parse them. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10",
                 *       "type": "job.expired",
                 *       "timestamp": "2026-04-01T00:00:00.000Z",
                 *       "data": {
                 *         "jobPostId": 7,
                 *         "expiredAt": "2026-04-01T00:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["JobExpiredEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: it is sent again later, 8 times in all. `webhook.test` is not. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "application.erased": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret. Compare in constant time and reject a `t` more than 300 seconds from now. While a secret is being rotated there are two `v1`; accept either.
                 * @example t=1772355600,v1=5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f
                 */
                "X-Webhook-Signature": string;
                /**
                 * @description Name of the event, equal to `type` in the body.
                 * @example application.erased
                 */
                "X-Webhook-Event": string;
                /**
                 * @description Id of the delivery, the same in every attempt.
                 * @example 5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11
                 */
                "X-Webhook-Delivery-Id": string;
                /**
                 * @description Id of the event, the same in every attempt. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example 9f1c2a54-6a0e-4a51-9d6e-0a8b3c1d2e4f
                 */
                "webhook-id"?: string;
                /**
                 * @description Time of the attempt in Unix seconds. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example 1772355600
                 */
                "webhook-timestamp"?: string;
                /**
                 * @description `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the bytes that the signing secret encodes in base64 after `whsec_`. While a secret is being rotated there are two, separated by a space; accept either. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example v1,XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX=
                 */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. Verify the signature over these bytes before you parse them. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10",
                 *       "type": "application.erased",
                 *       "timestamp": "2026-06-01T08:00:00.100Z",
                 *       "data": {
                 *         "applicationId": 31,
                 *         "jobPostId": 7,
                 *         "erasedAt": "2026-06-01T08:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApplicationErasedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: it is sent again later, 8 times in all. `webhook.test` is not. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret. Compare in constant time and reject a `t` more than 300 seconds from now. While a secret is being rotated there are two `v1`; accept either.
                 * @example t=1772355600,v1=5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f
                 */
                "X-Webhook-Signature": string;
                /**
                 * @description Name of the event, equal to `type` in the body.
                 * @example webhook.test
                 */
                "X-Webhook-Event": string;
                /**
                 * @description Id of the delivery, the same in every attempt.
                 * @example 5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11
                 */
                "X-Webhook-Delivery-Id": string;
                /**
                 * @description Id of the event, the same in every attempt. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example 9f1c2a54-6a0e-4a51-9d6e-0a8b3c1d2e4f
                 */
                "webhook-id"?: string;
                /**
                 * @description Time of the attempt in Unix seconds. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example 1772355600
                 */
                "webhook-timestamp"?: string;
                /**
                 * @description `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the bytes that the signing secret encodes in base64 after `whsec_`. While a secret is being rotated there are two, separated by a space; accept either. One of the three headers of Standard Webhooks; missing while the signing secret has the older form, which does not end in `=`.
                 * @example v1,XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX=
                 */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. Verify the signature over these bytes before you parse them. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10",
                 *       "type": "webhook.test",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "subscriptionId": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: it is sent again later, 8 times in all. `webhook.test` is not. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
