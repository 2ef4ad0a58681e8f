# Printed from openapi/v1.json by `npm run openapi`: do not edit.
"""The types of the API, and one method per operation."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Unpack, cast

from .keywords import CallOptions, operation, repeated


AiAssessmentRubricScore = TypedDict(
    "AiAssessmentRubricScore",
    {
        "criterion": "str",
        "score": "int",
        "rationale": "str",
    },
)


AiAssessment = TypedDict(
    "AiAssessment",
    {
        "score": "int",
        "verdict": "AssessmentVerdict",
        "summary": "str",
        "rubricScores": "list[AiAssessmentRubricScore]",
        "assessedAt": "str",
        "assessor": "str",
    },
)


ApplicationRejectionReason = TypedDict(
    "ApplicationRejectionReason",
    {
        "code": "str",
        "text": "str | None",
    },
)


ApplicationScreeningAnswer = TypedDict(
    "ApplicationScreeningAnswer",
    {
        "questionId": "int",
        "question": "str",
        "answer": "str | float | bool",
    },
)


Application = TypedDict(
    "Application",
    {
        "id": "int",
        "jobId": "int",
        "jobTitle": "str",
        "jobReference": "str | None",
        "candidateId": "int",
        "name": "str",
        "email": "str",
        "headline": "str | None",
        "status": "ApplicationStatus",
        "applicationType": "ApplicationType",
        "isAiAssisted": "bool",
        "appliedAt": "str",
        "updatedAt": "str",
        "erasedAt": "str | None",
        "tags": "list[str]",
        "assessmentScore": "NotRequired[int | None]",
        "withdrawnAt": "NotRequired[str | None]",
        "rejectionReason": "NotRequired[ApplicationRejectionReason | None]",
        "phone": "str | None",
        "city": "str | None",
        "country": "str | None",
        "coverLetter": "str | None",
        "resumeUrl": "str | None",
        "screeningAnswers": "list[ApplicationScreeningAnswer]",
        "profile": "Profile",
        "allowedTransitions": "list[ApplicationStatus]",
    },
)


ApplicationChangeRejectionReason = TypedDict(
    "ApplicationChangeRejectionReason",
    {
        "code": "str",
        "text": "str | None",
    },
)


ApplicationChange = TypedDict(
    "ApplicationChange",
    {
        "id": "int",
        "previousStatus": "ApplicationStatus",
        "status": "ApplicationStatus",
        "note": "str | None",
        "authorKeyId": "int",
        "authorUserId": "int | None",
        "changedBy": "NotRequired[Literal[\"Employer\", \"Candidate\"]]",
        "rejectionReason": "NotRequired[ApplicationChangeRejectionReason | None]",
        "changedAt": "str",
    },
)


ApplicationChangePage = TypedDict(
    "ApplicationChangePage",
    {
        "total": "int",
        "page": "int",
        "pageSize": "int",
        "items": "list[ApplicationChange]",
    },
)


ApplicationErasedEventData = TypedDict(
    "ApplicationErasedEventData",
    {
        "applicationId": "int",
        "jobPostId": "int",
        "erasedAt": "str",
    },
)


ApplicationErasedEvent = TypedDict(
    "ApplicationErasedEvent",
    {
        "id": "str",
        "type": "Literal[\"application.erased\"]",
        "timestamp": "str",
        "data": "ApplicationErasedEventData",
    },
)


ApplicationPage = TypedDict(
    "ApplicationPage",
    {
        "total": "int",
        "page": "int",
        "pageSize": "int",
        "items": "list[ApplicationSummary]",
        "nextCursor": "NotRequired[str | None]",
    },
)


ApplicationStatusChangedEventDataRejectionReason = TypedDict(
    "ApplicationStatusChangedEventDataRejectionReason",
    {
        "code": "str",
    },
)


ApplicationStatusChangedEventData = TypedDict(
    "ApplicationStatusChangedEventData",
    {
        "applicationId": "int",
        "previousStatus": "ApplicationStatus",
        "newStatus": "ApplicationStatus",
        "changedAt": "str",
        "rejectionReason": "NotRequired[ApplicationStatusChangedEventDataRejectionReason]",
    },
)


ApplicationStatusChangedEvent = TypedDict(
    "ApplicationStatusChangedEvent",
    {
        "id": "str",
        "type": "Literal[\"application.status_changed\"]",
        "timestamp": "str",
        "data": "ApplicationStatusChangedEventData",
    },
)


ApplicationSubmittedEventData = TypedDict(
    "ApplicationSubmittedEventData",
    {
        "applicationId": "int",
        "jobPostId": "int",
        "jobTitle": "str",
        "candidateId": "int",
        "appliedAt": "str",
        "applicationType": "ApplicationType",
    },
)


ApplicationSubmittedEvent = TypedDict(
    "ApplicationSubmittedEvent",
    {
        "id": "str",
        "type": "Literal[\"application.submitted\"]",
        "timestamp": "str",
        "data": "ApplicationSubmittedEventData",
    },
)


ApplicationSummaryRejectionReason = TypedDict(
    "ApplicationSummaryRejectionReason",
    {
        "code": "str",
        "text": "str | None",
    },
)


ApplicationSummary = TypedDict(
    "ApplicationSummary",
    {
        "id": "int",
        "jobId": "int",
        "jobTitle": "str",
        "jobReference": "str | None",
        "candidateId": "int",
        "name": "str",
        "email": "str",
        "headline": "str | None",
        "status": "ApplicationStatus",
        "applicationType": "ApplicationType",
        "isAiAssisted": "bool",
        "appliedAt": "str",
        "updatedAt": "str",
        "erasedAt": "str | None",
        "tags": "list[str]",
        "assessmentScore": "NotRequired[int | None]",
        "withdrawnAt": "NotRequired[str | None]",
        "rejectionReason": "NotRequired[ApplicationSummaryRejectionReason | None]",
        "included": "NotRequired[IncludedObjects]",
    },
)


ApplicationSync = TypedDict(
    "ApplicationSync",
    {
        "items": "list[ApplicationSummary]",
        "nextCursor": "str",
        "hasMore": "bool",
    },
)


AppliedTo = TypedDict(
    "AppliedTo",
    {
        "id": "int",
        "jobId": "int",
        "jobTitle": "str",
        "status": "ApplicationStatus",
        "appliedAt": "str",
    },
)


Apply = TypedDict(
    "Apply",
    {
        "jobId": "int",
        "confirm": "NotRequired[bool | None]",
        "coverLetter": "NotRequired[str | None]",
        "resumeUrl": "NotRequired[str | None]",
        "screeningAnswers": "NotRequired[list[ScreeningAnswer] | None]",
    },
)


ApplyResult = TypedDict(
    "ApplyResult",
    {
        "isAiAssisted": "Literal[True]",
        "aiAppliesUsedToday": "int",
        "aiAppliesLimitPerDay": "int",
        "application": "OwnApplication",
    },
)


BulkChangeRejectionReason = TypedDict(
    "BulkChangeRejectionReason",
    {
        "code": "str",
        "text": "NotRequired[str | None]",
    },
)


BulkChange = TypedDict(
    "BulkChange",
    {
        "ids": "list[int]",
        "status": "NotRequired[ApplicationStatus | None]",
        "note": "NotRequired[str | None]",
        "rejectionReason": "NotRequired[BulkChangeRejectionReason | None]",
        "expectedStatus": "NotRequired[ApplicationStatus | None]",
        "addTags": "NotRequired[list[str] | None]",
        "removeTags": "NotRequired[list[str] | None]",
    },
)


BulkItem = TypedDict(
    "BulkItem",
    {
        "id": "int",
        "ok": "bool",
        "code": "NotRequired[str]",
        "message": "NotRequired[str]",
        "status": "NotRequired[ApplicationStatus]",
    },
)


BulkResult = TypedDict(
    "BulkResult",
    {
        "items": "list[BulkItem]",
    },
)


CandidateFacetsCountryItem = TypedDict(
    "CandidateFacetsCountryItem",
    {
        "value": "str | None",
        "count": "int",
    },
)


CandidateFacetsCareerStatu = TypedDict(
    "CandidateFacetsCareerStatu",
    {
        "value": "CareerStatus | None",
        "count": "int",
    },
)


CandidateFacets = TypedDict(
    "CandidateFacets",
    {
        "country": "NotRequired[list[CandidateFacetsCountryItem]]",
        "careerStatus": "NotRequired[list[CandidateFacetsCareerStatu]]",
    },
)


CandidateKey = TypedDict(
    "CandidateKey",
    {
        "id": "int",
        "name": "str",
        "status": "KeyStatus",
        "expiresAt": "str | None",
        "createdAt": "str",
        "lastUsedAt": "str | None",
        "lastFour": "NotRequired[str | None]",
        "replacedBy": "NotRequired[int | None]",
        "scopes": "list[CandidateScope]",
    },
)


CandidatePage = TypedDict(
    "CandidatePage",
    {
        "total": "int",
        "page": "int",
        "pageSize": "int",
        "items": "list[CandidateSummary]",
        "facets": "NotRequired[CandidateFacets]",
        "suggestions": "NotRequired[list[QuerySuggestion]]",
    },
)


CandidatePreviewLanguage = TypedDict(
    "CandidatePreviewLanguage",
    {
        "language": "str",
        "level": "LanguageLevel",
    },
)


CandidatePreviewEmploymentHistoryItem = TypedDict(
    "CandidatePreviewEmploymentHistoryItem",
    {
        "title": "str",
        "startMonth": "str | None",
        "endMonth": "str | None",
    },
)


CandidatePreviewEducationItem = TypedDict(
    "CandidatePreviewEducationItem",
    {
        "degree": "str",
        "field": "str",
        "endYear": "int | None",
    },
)


CandidatePreview = TypedDict(
    "CandidatePreview",
    {
        "candidateId": "int",
        "name": "str",
        "headline": "str | None",
        "city": "str | None",
        "country": "str | None",
        "skills": "list[str]",
        "yearsOfExperience": "int",
        "careerStatus": "CareerStatus | None",
        "lastActiveAt": "str",
        "isUnlocked": "bool",
        "applications": "NotRequired[list[AppliedTo]]",
        "languages": "list[CandidatePreviewLanguage]",
        "employmentHistory": "list[CandidatePreviewEmploymentHistoryItem]",
        "education": "list[CandidatePreviewEducationItem]",
    },
)


CandidateSearch = TypedDict(
    "CandidateSearch",
    {
        "query": "str",
        "preferredCountryIds": "NotRequired[list[int] | None]",
        "activeWithinDays": "NotRequired[int | None]",
        "pageNumber": "NotRequired[int | None]",
        "page": "NotRequired[int | None]",
        "pageSize": "NotRequired[int | None]",
        "facets": "NotRequired[list[CandidateFacet] | None]",
        "matches": "NotRequired[bool | None]",
    },
)


CandidateSummary = TypedDict(
    "CandidateSummary",
    {
        "candidateId": "int",
        "name": "str",
        "headline": "str | None",
        "city": "str | None",
        "country": "str | None",
        "skills": "list[str]",
        "yearsOfExperience": "int",
        "careerStatus": "CareerStatus | None",
        "lastActiveAt": "str",
        "isUnlocked": "bool",
        "applications": "NotRequired[list[AppliedTo]]",
        "matches": "NotRequired[list[QueryMatch]]",
    },
)


Consent = TypedDict(
    "Consent",
    {
        "consentExpiresAt": "str | None",
    },
)


CreditBalances = TypedDict(
    "CreditBalances",
    {
        "JobPosting": "int",
        "CvSearch": "int",
        "CvDownload": "int",
    },
)


CreditEntry = TypedDict(
    "CreditEntry",
    {
        "id": "int",
        "kind": "CreditKind",
        "amount": "int",
        "cause": "str",
        "requestId": "str",
        "createdAt": "str",
    },
)


CreditEntryPage = TypedDict(
    "CreditEntryPage",
    {
        "total": "int",
        "page": "int",
        "pageSize": "int",
        "items": "list[CreditEntry]",
        "nextCursor": "NotRequired[str | None]",
    },
)


DryRunResultCredits = TypedDict(
    "DryRunResultCredits",
    {
        "kind": "CreditKind",
        "cost": "int",
        "balance": "int",
    },
)


DryRunResultDailyApplies = TypedDict(
    "DryRunResultDailyApplies",
    {
        "used": "int",
        "limit": "int",
    },
)


DryRunResult = TypedDict(
    "DryRunResult",
    {
        "wouldSucceed": "Literal[True]",
        "status": "int",
        "credits": "DryRunResultCredits | None",
        "dailyApplies": "DryRunResultDailyApplies | None",
        "applications": "NotRequired[list[AppliedTo]]",
        "isReplay": "bool",
        "items": "NotRequired[list[BulkItem]]",
    },
)


EmployerMetricsJobs = TypedDict(
    "EmployerMetricsJobs",
    {
        "Draft": "int",
        "Active": "int",
        "Closed": "int",
        "Expired": "int",
    },
)


EmployerMetricsApplicationsByStatus = TypedDict(
    "EmployerMetricsApplicationsByStatus",
    {
        "New": "int",
        "Screened": "int",
        "Shortlisted": "int",
        "Interviewing": "int",
        "Interviewed": "int",
        "Offered": "int",
        "Hired": "int",
        "Rejected": "int",
        "Withdrawn": "int",
    },
)


EmployerMetricsApplications = TypedDict(
    "EmployerMetricsApplications",
    {
        "total": "int",
        "byStatus": "EmployerMetricsApplicationsByStatus",
    },
)


EmployerMetricsConversion = TypedDict(
    "EmployerMetricsConversion",
    {
        "Interviewing": "float | None",
        "Offered": "float | None",
        "Hired": "float | None",
    },
)


EmployerMetricsMedianSecondsInStatus = TypedDict(
    "EmployerMetricsMedianSecondsInStatus",
    {
        "New": "int | None",
        "Screened": "int | None",
        "Shortlisted": "int | None",
        "Interviewing": "int | None",
        "Interviewed": "int | None",
        "Offered": "int | None",
        "Hired": "int | None",
        "Rejected": "int | None",
        "Withdrawn": "int | None",
    },
)


EmployerMetricsRejectionReason = TypedDict(
    "EmployerMetricsRejectionReason",
    {
        "code": "str | None",
        "applications": "int",
    },
)


EmployerMetricsNewestJobApplicationsByStatus = TypedDict(
    "EmployerMetricsNewestJobApplicationsByStatus",
    {
        "New": "int",
        "Screened": "int",
        "Shortlisted": "int",
        "Interviewing": "int",
        "Interviewed": "int",
        "Offered": "int",
        "Hired": "int",
        "Rejected": "int",
        "Withdrawn": "int",
    },
)


EmployerMetricsNewestJobApplications = TypedDict(
    "EmployerMetricsNewestJobApplications",
    {
        "total": "int",
        "byStatus": "EmployerMetricsNewestJobApplicationsByStatus",
    },
)


EmployerMetricsNewestJob = TypedDict(
    "EmployerMetricsNewestJob",
    {
        "jobId": "int",
        "title": "str",
        "status": "JobStatus",
        "applications": "EmployerMetricsNewestJobApplications",
    },
)


EmployerMetricsCredits = TypedDict(
    "EmployerMetricsCredits",
    {
        "JobPosting": "int | None",
        "CvSearch": "int | None",
        "CvDownload": "int | None",
    },
)


EmployerMetrics = TypedDict(
    "EmployerMetrics",
    {
        "jobs": "EmployerMetricsJobs",
        "applications": "EmployerMetricsApplications",
        "conversion": "EmployerMetricsConversion",
        "medianSecondsInStatus": "EmployerMetricsMedianSecondsInStatus",
        "rejectionReasons": "NotRequired[list[EmployerMetricsRejectionReason]]",
        "newestJobs": "list[EmployerMetricsNewestJob]",
        "unlocksLast30Days": "int",
        "credits": "EmployerMetricsCredits",
        "asOf": "str",
    },
)


EmployerUser = TypedDict(
    "EmployerUser",
    {
        "id": "int",
        "name": "str",
        "email": "str",
        "role": "UserRole",
        "createdAt": "str",
    },
)


Error = TypedDict(
    "Error",
    {
        "code": "str",
        "message": "str",
    },
)


EventFeed = TypedDict(
    "EventFeed",
    {
        "items": "list[EventFeedItem]",
        "nextAfter": "str | None",
        "hasMore": "bool",
    },
)


IncludedObjectsAddress = TypedDict(
    "IncludedObjectsAddress",
    {
        "street": "str | None",
        "city": "str | None",
        "region": "str | None",
        "postalCode": "str | None",
        "country": "str | None",
    },
)


IncludedObjectsCounts = TypedDict(
    "IncludedObjectsCounts",
    {
        "notes": "int",
        "scorecards": "int",
    },
)


IncludedObjects = TypedDict(
    "IncludedObjects",
    {
        "tags": "NotRequired[list[Tag]]",
        "scorecards": "NotRequired[list[Scorecard] | None]",
        "assessment": "NotRequired[AiAssessment | None]",
        "address": "NotRequired[IncludedObjectsAddress]",
        "counts": "NotRequired[IncludedObjectsCounts]",
    },
)


Job = TypedDict(
    "Job",
    {
        "id": "int",
        "status": "JobStatus",
        "title": "str",
        "reference": "str | None",
        "city": "str | None",
        "country": "str | None",
        "employmentType": "EmploymentType | None",
        "remoteType": "RemoteType | None",
        "salaryMin": "NotRequired[float | None]",
        "salaryMax": "NotRequired[float | None]",
        "salaryCurrency": "NotRequired[str | None]",
        "salaryPeriod": "NotRequired[SalaryPeriod | None]",
        "postedDate": "str | None",
        "expiryDate": "str | None",
        "createdAt": "str",
        "updatedAt": "str",
        "description": "str | None",
        "applyMethod": "ApplyMethod | None",
        "applyEmailAddress": "str | None",
        "applyUrl": "str | None",
        "screeningQuestions": "NotRequired[list[ScreeningQuestion]]",
    },
)


JobDraftScreeningQuestion = TypedDict(
    "JobDraftScreeningQuestion",
    {
        "text": "str",
        "type": "ScreeningQuestionType",
        "required": "bool",
        "options": "NotRequired[list[str] | None]",
    },
)


JobDraft = TypedDict(
    "JobDraft",
    {
        "title": "str",
        "reference": "NotRequired[str | None]",
        "description": "NotRequired[str | None]",
        "city": "NotRequired[str | None]",
        "country": "NotRequired[Literal[\"\"] | str | None]",
        "employmentType": "NotRequired[Literal[\"\"] | EmploymentType | None]",
        "remoteType": "NotRequired[Literal[\"\"] | RemoteType | None]",
        "applyMethod": "NotRequired[Literal[\"\"] | ApplyMethod | None]",
        "applyEmailAddress": "NotRequired[Literal[\"\"] | str | None]",
        "applyUrl": "NotRequired[Literal[\"\"] | str | None]",
        "salaryMin": "NotRequired[Literal[\"\"] | float | None]",
        "salaryMax": "NotRequired[Literal[\"\"] | float | None]",
        "salaryCurrency": "NotRequired[Literal[\"\"] | str | None]",
        "salaryPeriod": "NotRequired[Literal[\"\"] | SalaryPeriod | None]",
        "screeningQuestions": "NotRequired[list[JobDraftScreeningQuestion] | None]",
    },
)


JobExpiredEventData = TypedDict(
    "JobExpiredEventData",
    {
        "jobPostId": "int",
        "expiredAt": "str",
    },
)


JobExpiredEvent = TypedDict(
    "JobExpiredEvent",
    {
        "id": "str",
        "type": "Literal[\"job.expired\"]",
        "timestamp": "str",
        "data": "JobExpiredEventData",
    },
)


JobPage = TypedDict(
    "JobPage",
    {
        "total": "int",
        "page": "int",
        "pageSize": "int",
        "items": "list[JobSummary]",
        "nextCursor": "NotRequired[str | None]",
    },
)


JobPatchScreeningQuestion = TypedDict(
    "JobPatchScreeningQuestion",
    {
        "text": "str",
        "type": "ScreeningQuestionType",
        "required": "bool",
        "options": "NotRequired[list[str] | None]",
    },
)


JobPatch = TypedDict(
    "JobPatch",
    {
        "title": "NotRequired[str | None]",
        "reference": "NotRequired[str | None]",
        "description": "NotRequired[str | None]",
        "city": "NotRequired[str | None]",
        "country": "NotRequired[Literal[\"\"] | str | None]",
        "employmentType": "NotRequired[Literal[\"\"] | EmploymentType | None]",
        "remoteType": "NotRequired[Literal[\"\"] | RemoteType | None]",
        "applyMethod": "NotRequired[Literal[\"\"] | ApplyMethod | None]",
        "applyEmailAddress": "NotRequired[Literal[\"\"] | str | None]",
        "applyUrl": "NotRequired[Literal[\"\"] | str | None]",
        "salaryMin": "NotRequired[Literal[\"\"] | float | None]",
        "salaryMax": "NotRequired[Literal[\"\"] | float | None]",
        "salaryCurrency": "NotRequired[Literal[\"\"] | str | None]",
        "salaryPeriod": "NotRequired[Literal[\"\"] | SalaryPeriod | None]",
        "screeningQuestions": "NotRequired[list[JobPatchScreeningQuestion] | None]",
    },
)


JobPostingIdentifier = TypedDict(
    "JobPostingIdentifier",
    {
        "@type": "Literal[\"PropertyValue\"]",
        "name": "str",
        "value": "str",
    },
)


JobPostingHiringOrganization = TypedDict(
    "JobPostingHiringOrganization",
    {
        "@type": "Literal[\"Organization\"]",
        "name": "str",
    },
)


JobPostingBaseSalaryValue = TypedDict(
    "JobPostingBaseSalaryValue",
    {
        "@type": "Literal[\"QuantitativeValue\"]",
        "value": "NotRequired[float]",
        "minValue": "NotRequired[float]",
        "maxValue": "NotRequired[float]",
        "unitText": "Literal[\"HOUR\", \"DAY\", \"MONTH\", \"YEAR\"]",
    },
)


JobPostingBaseSalary = TypedDict(
    "JobPostingBaseSalary",
    {
        "@type": "Literal[\"MonetaryAmount\"]",
        "currency": "str",
        "value": "JobPostingBaseSalaryValue",
    },
)


JobPostingApplicantLocationRequirements = TypedDict(
    "JobPostingApplicantLocationRequirements",
    {
        "@type": "Literal[\"Country\"]",
        "name": "str",
    },
)


JobPosting = TypedDict(
    "JobPosting",
    {
        "@type": "Literal[\"JobPosting\"]",
        "@context": "Literal[\"https://schema.org\"]",
        "identifier": "JobPostingIdentifier",
        "title": "str",
        "description": "str",
        "datePosted": "str",
        "validThrough": "str",
        "employmentType": "Literal[\"FULL_TIME\", \"PART_TIME\", \"CONTRACTOR\", \"TEMPORARY\", \"INTERN\", \"VOLUNTEER\", \"OTHER\"]",
        "hiringOrganization": "JobPostingHiringOrganization",
        "baseSalary": "NotRequired[JobPostingBaseSalary]",
        "jobLocation": "NotRequired[JobPostingPlace]",
        "jobLocationType": "NotRequired[Literal[\"TELECOMMUTE\"]]",
        "applicantLocationRequirements": "NotRequired[JobPostingApplicantLocationRequirements]",
        "directApply": "bool",
    },
)


JobPostingPlaceAddress = TypedDict(
    "JobPostingPlaceAddress",
    {
        "@type": "Literal[\"PostalAddress\"]",
        "addressLocality": "str",
        "addressCountry": "str",
    },
)


JobPostingPlace = TypedDict(
    "JobPostingPlace",
    {
        "@type": "Literal[\"Place\"]",
        "address": "JobPostingPlaceAddress",
    },
)


JobSummary = TypedDict(
    "JobSummary",
    {
        "id": "int",
        "status": "JobStatus",
        "title": "str",
        "reference": "str | None",
        "city": "str | None",
        "country": "str | None",
        "employmentType": "EmploymentType | None",
        "remoteType": "RemoteType | None",
        "salaryMin": "NotRequired[float | None]",
        "salaryMax": "NotRequired[float | None]",
        "salaryCurrency": "NotRequired[str | None]",
        "salaryPeriod": "NotRequired[SalaryPeriod | None]",
        "postedDate": "str | None",
        "expiryDate": "str | None",
        "createdAt": "str",
        "updatedAt": "str",
    },
)


KeyLimit = TypedDict(
    "KeyLimit",
    {
        "family": "LimitFamily",
        "requestsPerMinute": "int",
    },
)


Key = TypedDict(
    "Key",
    {
        "id": "int",
        "kind": "KeyKind",
        "name": "str",
        "userId": "int | None",
        "scopes": "list[str]",
        "expiresAt": "str | None",
        "limits": "list[KeyLimit]",
        "credits": "CreditBalances | None",
        "sandbox": "NotRequired[bool]",
    },
)


Note = TypedDict(
    "Note",
    {
        "id": "int",
        "applicationId": "int | None",
        "text": "str",
        "level": "NoteLevel",
        "authorUserId": "int",
        "createdAt": "str",
        "updatedAt": "str",
    },
)


NoteDraft = TypedDict(
    "NoteDraft",
    {
        "text": "str",
        "level": "NotRequired[NoteLevel | None]",
    },
)


NoteUpdate = TypedDict(
    "NoteUpdate",
    {
        "text": "str",
    },
)


OpenJob = TypedDict(
    "OpenJob",
    {
        "id": "int",
        "title": "str",
        "employerName": "str",
        "city": "str",
        "country": "str",
        "employmentType": "EmploymentType",
        "remoteType": "RemoteType",
        "salaryMin": "NotRequired[float | None]",
        "salaryMax": "NotRequired[float | None]",
        "salaryCurrency": "NotRequired[str | None]",
        "salaryPeriod": "NotRequired[SalaryPeriod | None]",
        "postedAt": "str",
        "expiresAt": "str",
        "description": "str",
        "applyMethod": "ApplyMethod",
        "applyUrl": "str | None",
        "screeningQuestions": "list[ScreeningQuestion]",
    },
)


OpenJobPage = TypedDict(
    "OpenJobPage",
    {
        "items": "list[OpenJobSummary]",
        "nextCursor": "str | None",
    },
)


OpenJobSummary = TypedDict(
    "OpenJobSummary",
    {
        "id": "int",
        "title": "str",
        "employerName": "str",
        "city": "str",
        "country": "str",
        "employmentType": "EmploymentType",
        "remoteType": "RemoteType",
        "salaryMin": "NotRequired[float | None]",
        "salaryMax": "NotRequired[float | None]",
        "salaryCurrency": "NotRequired[str | None]",
        "salaryPeriod": "NotRequired[SalaryPeriod | None]",
        "postedAt": "str",
        "expiresAt": "str",
        "summary": "str",
    },
)


OwnApplication = TypedDict(
    "OwnApplication",
    {
        "id": "int",
        "jobId": "int",
        "jobTitle": "str",
        "employerName": "str",
        "status": "ApplicationStatus",
        "appliedAt": "str",
        "updatedAt": "str",
        "withdrawnAt": "NotRequired[str]",
        "coverLetter": "str | None",
        "resumeUrl": "str | None",
    },
)


OwnApplicationPage = TypedDict(
    "OwnApplicationPage",
    {
        "total": "int",
        "page": "int",
        "pageSize": "int",
        "items": "list[OwnApplication]",
    },
)


OwnDataProfileLanguage = TypedDict(
    "OwnDataProfileLanguage",
    {
        "language": "str",
        "level": "LanguageLevel",
    },
)


OwnDataProfileEmploymentHistoryItem = TypedDict(
    "OwnDataProfileEmploymentHistoryItem",
    {
        "title": "str",
        "employer": "str",
        "startMonth": "str | None",
        "endMonth": "str | None",
        "description": "str",
    },
)


OwnDataProfileEducationItem = TypedDict(
    "OwnDataProfileEducationItem",
    {
        "school": "str",
        "degree": "str",
        "field": "str",
        "endYear": "int | None",
    },
)


OwnDataProfile = TypedDict(
    "OwnDataProfile",
    {
        "id": "int",
        "firstName": "str",
        "lastName": "str",
        "email": "str",
        "phone": "str | None",
        "linkedInUrl": "str | None",
        "gitHubUrl": "str | None",
        "websiteUrl": "str | None",
        "headline": "str | None",
        "summary": "str | None",
        "street": "str | None",
        "city": "str | None",
        "region": "str | None",
        "postalCode": "str | None",
        "country": "str | None",
        "careerStatus": "CareerStatus | None",
        "expectedSalaryMin": "int | None",
        "expectedSalaryMax": "int | None",
        "expectedSalaryCurrency": "str | None",
        "noticePeriodDays": "int | None",
        "jobTypes": "list[EmploymentType]",
        "skills": "list[str]",
        "languages": "list[OwnDataProfileLanguage]",
        "nationalities": "list[str]",
        "employmentHistory": "list[OwnDataProfileEmploymentHistoryItem]",
        "education": "list[OwnDataProfileEducationItem]",
        "completeness": "int",
        "createdAt": "str",
        "updatedAt": "str",
        "isSearchable": "bool",
        "consentExpiresAt": "str | None",
        "lastActiveAt": "str",
    },
)


OwnDataDailyApply = TypedDict(
    "OwnDataDailyApply",
    {
        "day": "str",
        "count": "int",
    },
)


OwnDataApplicationScreeningAnswer = TypedDict(
    "OwnDataApplicationScreeningAnswer",
    {
        "questionId": "int",
        "question": "str",
        "answer": "str | float | bool",
    },
)


OwnDataApplicationStatusHistoryItem = TypedDict(
    "OwnDataApplicationStatusHistoryItem",
    {
        "previousStatus": "ApplicationStatus",
        "status": "ApplicationStatus",
        "changedAt": "str",
    },
)


OwnDataApplication = TypedDict(
    "OwnDataApplication",
    {
        "id": "int",
        "jobId": "int",
        "jobTitle": "str",
        "employerName": "str",
        "status": "ApplicationStatus",
        "appliedAt": "str",
        "updatedAt": "str",
        "withdrawnAt": "NotRequired[str]",
        "coverLetter": "str | None",
        "resumeUrl": "str | None",
        "employerId": "int",
        "applicationType": "ApplicationType",
        "isAiAssisted": "bool",
        "screeningAnswers": "list[OwnDataApplicationScreeningAnswer]",
        "profile": "Profile | None",
        "statusHistory": "list[OwnDataApplicationStatusHistoryItem]",
        "assessment": "AiAssessment | None",
    },
)


OwnData = TypedDict(
    "OwnData",
    {
        "exportedAt": "str",
        "profile": "OwnDataProfile",
        "apiKeys": "list[CandidateKey]",
        "profileViews": "list[ProfileView]",
        "dailyApplies": "list[OwnDataDailyApply]",
        "applications": "list[OwnDataApplication]",
    },
)


OwnSandbox = TypedDict(
    "OwnSandbox",
    {
        "id": "int",
        "employerId": "int",
        "createdAt": "str",
        "resetAt": "str | None",
        "lastUsedAt": "str | None",
        "endsAt": "str",
        "candidates": "int",
        "jobs": "int",
        "applications": "int",
    },
)


PastSearch = TypedDict(
    "PastSearch",
    {
        "id": "int",
        "query": "str",
        "preferredCountryIds": "list[int]",
        "activeWithinDays": "int | None",
        "total": "int",
        "cost": "int",
        "searchedAt": "str",
        "by": "RecruiterActor",
    },
)


PastSearchPage = TypedDict(
    "PastSearchPage",
    {
        "items": "list[PastSearch]",
        "nextCursor": "str | None",
    },
)


ProblemError = TypedDict(
    "ProblemError",
    {
        "pointer": "str",
        "reason": "str",
    },
)


Problem = TypedDict(
    "Problem",
    {
        "type": "str",
        "title": "str",
        "status": "int",
        "detail": "str",
        "code": "str",
        "errors": "list[ProblemError]",
    },
)


ProfileLanguage = TypedDict(
    "ProfileLanguage",
    {
        "language": "str",
        "level": "LanguageLevel",
    },
)


ProfileEmploymentHistoryItem = TypedDict(
    "ProfileEmploymentHistoryItem",
    {
        "title": "str",
        "employer": "str",
        "startMonth": "str | None",
        "endMonth": "str | None",
        "description": "str",
    },
)


ProfileEducationItem = TypedDict(
    "ProfileEducationItem",
    {
        "school": "str",
        "degree": "str",
        "field": "str",
        "endYear": "int | None",
    },
)


Profile = TypedDict(
    "Profile",
    {
        "id": "int",
        "firstName": "str",
        "lastName": "str",
        "email": "str",
        "phone": "str | None",
        "linkedInUrl": "str | None",
        "gitHubUrl": "str | None",
        "websiteUrl": "str | None",
        "headline": "str | None",
        "summary": "str | None",
        "street": "str | None",
        "city": "str | None",
        "region": "str | None",
        "postalCode": "str | None",
        "country": "str | None",
        "careerStatus": "CareerStatus | None",
        "expectedSalaryMin": "int | None",
        "expectedSalaryMax": "int | None",
        "expectedSalaryCurrency": "str | None",
        "noticePeriodDays": "int | None",
        "jobTypes": "list[EmploymentType]",
        "skills": "list[str]",
        "languages": "list[ProfileLanguage]",
        "nationalities": "list[str]",
        "employmentHistory": "list[ProfileEmploymentHistoryItem]",
        "education": "list[ProfileEducationItem]",
        "completeness": "int",
        "createdAt": "str",
        "updatedAt": "str",
    },
)


ProfilePatchLanguage = TypedDict(
    "ProfilePatchLanguage",
    {
        "language": "str",
        "level": "NotRequired[LanguageLevel]",
    },
)


ProfilePatchEmploymentHistoryItem = TypedDict(
    "ProfilePatchEmploymentHistoryItem",
    {
        "title": "str",
        "employer": "NotRequired[str]",
        "startMonth": "NotRequired[str | None]",
        "endMonth": "NotRequired[str | None]",
        "description": "NotRequired[str]",
    },
)


ProfilePatchEducationItem = TypedDict(
    "ProfilePatchEducationItem",
    {
        "school": "NotRequired[str]",
        "degree": "NotRequired[str]",
        "field": "NotRequired[str]",
        "endYear": "NotRequired[int | None]",
    },
)


ProfilePatch = TypedDict(
    "ProfilePatch",
    {
        "firstName": "NotRequired[str | None]",
        "lastName": "NotRequired[str | None]",
        "email": "NotRequired[str | None]",
        "phone": "NotRequired[str | None]",
        "linkedInUrl": "NotRequired[Literal[\"\"] | str | None]",
        "gitHubUrl": "NotRequired[Literal[\"\"] | str | None]",
        "websiteUrl": "NotRequired[Literal[\"\"] | str | None]",
        "headline": "NotRequired[str | None]",
        "summary": "NotRequired[str | None]",
        "street": "NotRequired[str | None]",
        "city": "NotRequired[str | None]",
        "region": "NotRequired[str | None]",
        "postalCode": "NotRequired[str | None]",
        "country": "NotRequired[Literal[\"\"] | str | None]",
        "careerStatus": "NotRequired[Literal[\"\"] | CareerStatus | None]",
        "expectedSalaryMin": "NotRequired[Literal[\"\"] | int | None]",
        "expectedSalaryMax": "NotRequired[Literal[\"\"] | int | None]",
        "expectedSalaryCurrency": "NotRequired[Literal[\"\"] | str | None]",
        "noticePeriodDays": "NotRequired[Literal[\"\"] | int | None]",
        "jobTypes": "NotRequired[list[EmploymentType] | None]",
        "skills": "NotRequired[list[str] | None]",
        "languages": "NotRequired[list[ProfilePatchLanguage] | None]",
        "nationalities": "NotRequired[list[str] | None]",
        "employmentHistory": "NotRequired[list[ProfilePatchEmploymentHistoryItem] | None]",
        "education": "NotRequired[list[ProfilePatchEducationItem] | None]",
    },
)


ProfileView = TypedDict(
    "ProfileView",
    {
        "employerId": "int",
        "employerName": "str",
        "unlockedAt": "str",
    },
)


ProfileViewPage = TypedDict(
    "ProfileViewPage",
    {
        "total": "int",
        "page": "int",
        "pageSize": "int",
        "items": "list[ProfileView]",
    },
)


QueryMatch = TypedDict(
    "QueryMatch",
    {
        "term": "str",
        "sections": "list[ProfileSection]",
    },
)


QuerySuggestion = TypedDict(
    "QuerySuggestion",
    {
        "term": "str",
        "position": "int",
        "nearest": "list[str]",
    },
)


RecruiterActor = TypedDict(
    "RecruiterActor",
    {
        "userId": "NotRequired[int]",
        "userName": "NotRequired[str]",
        "keyId": "NotRequired[int]",
        "keyName": "NotRequired[str]",
    },
)


ScorecardRating = TypedDict(
    "ScorecardRating",
    {
        "criterion": "str",
        "score": "int",
    },
)


Scorecard = TypedDict(
    "Scorecard",
    {
        "applicationId": "int",
        "stage": "str",
        "authorUserId": "int",
        "recommendation": "Recommendation",
        "comments": "str | None",
        "ratings": "list[ScorecardRating]",
        "createdAt": "str",
        "updatedAt": "str",
    },
)


ScorecardDraftRating = TypedDict(
    "ScorecardDraftRating",
    {
        "criterion": "str",
        "score": "int",
    },
)


ScorecardDraft = TypedDict(
    "ScorecardDraft",
    {
        "recommendation": "Recommendation",
        "comments": "NotRequired[str | None]",
        "ratings": "NotRequired[list[ScorecardDraftRating] | None]",
    },
)


ScorecardTemplateCriteriaItem = TypedDict(
    "ScorecardTemplateCriteriaItem",
    {
        "name": "str",
        "hint": "str | None",
    },
)


ScorecardTemplate = TypedDict(
    "ScorecardTemplate",
    {
        "jobId": "int | None",
        "criteria": "list[ScorecardTemplateCriteriaItem]",
        "hideOthersUntilSubmitted": "bool",
    },
)


ScorecardTemplateDraftCriteriaItem = TypedDict(
    "ScorecardTemplateDraftCriteriaItem",
    {
        "name": "str",
        "hint": "NotRequired[str | None]",
    },
)


ScorecardTemplateDraft = TypedDict(
    "ScorecardTemplateDraft",
    {
        "criteria": "list[ScorecardTemplateDraftCriteriaItem]",
        "hideOthersUntilSubmitted": "NotRequired[bool | None]",
    },
)


ScreeningAnswer = TypedDict(
    "ScreeningAnswer",
    {
        "questionId": "int",
        "answer": "str | float | bool",
    },
)


ScreeningQuestion = TypedDict(
    "ScreeningQuestion",
    {
        "id": "int",
        "text": "str",
        "type": "ScreeningQuestionType",
        "required": "bool",
        "options": "list[str]",
    },
)


StatusChangeRejectionReason = TypedDict(
    "StatusChangeRejectionReason",
    {
        "code": "str",
        "text": "NotRequired[str | None]",
    },
)


StatusChange = TypedDict(
    "StatusChange",
    {
        "status": "ApplicationStatus",
        "note": "NotRequired[str | None]",
        "rejectionReason": "NotRequired[StatusChangeRejectionReason | None]",
        "expectedStatus": "NotRequired[ApplicationStatus | None]",
    },
)


StatusChanged = TypedDict(
    "StatusChanged",
    {
        "id": "int",
        "previousStatus": "ApplicationStatus",
        "status": "ApplicationStatus",
        "changedAt": "str",
    },
)


Tag = TypedDict(
    "Tag",
    {
        "label": "str",
        "usageCount": "int",
    },
)


TagAssignment = TypedDict(
    "TagAssignment",
    {
        "label": "str",
    },
)


UnlockedCandidate = TypedDict(
    "UnlockedCandidate",
    {
        "candidateId": "int",
        "name": "str",
        "headline": "str | None",
        "unlockedAt": "str",
        "unlockedUntil": "str",
        "by": "RecruiterActor",
    },
)


UnlockedCandidatePage = TypedDict(
    "UnlockedCandidatePage",
    {
        "items": "list[UnlockedCandidate]",
        "nextCursor": "str | None",
    },
)


UnlockedProfileLanguage = TypedDict(
    "UnlockedProfileLanguage",
    {
        "language": "str",
        "level": "LanguageLevel",
    },
)


UnlockedProfileEmploymentHistoryItem = TypedDict(
    "UnlockedProfileEmploymentHistoryItem",
    {
        "title": "str",
        "employer": "str",
        "startMonth": "str | None",
        "endMonth": "str | None",
        "description": "str",
    },
)


UnlockedProfileEducationItem = TypedDict(
    "UnlockedProfileEducationItem",
    {
        "school": "str",
        "degree": "str",
        "field": "str",
        "endYear": "int | None",
    },
)


UnlockedProfile = TypedDict(
    "UnlockedProfile",
    {
        "id": "int",
        "firstName": "str",
        "lastName": "str",
        "email": "str",
        "phone": "str | None",
        "linkedInUrl": "str | None",
        "gitHubUrl": "str | None",
        "websiteUrl": "str | None",
        "headline": "str | None",
        "summary": "str | None",
        "street": "str | None",
        "city": "str | None",
        "region": "str | None",
        "postalCode": "str | None",
        "country": "str | None",
        "careerStatus": "CareerStatus | None",
        "expectedSalaryMin": "int | None",
        "expectedSalaryMax": "int | None",
        "expectedSalaryCurrency": "str | None",
        "noticePeriodDays": "int | None",
        "jobTypes": "list[EmploymentType]",
        "skills": "list[str]",
        "languages": "list[UnlockedProfileLanguage]",
        "nationalities": "list[str]",
        "employmentHistory": "list[UnlockedProfileEmploymentHistoryItem]",
        "education": "list[UnlockedProfileEducationItem]",
        "completeness": "int",
        "createdAt": "str",
        "updatedAt": "str",
        "lastActiveAt": "str",
        "unlockedUntil": "str",
    },
)


WebhookDeliveryPageItem = TypedDict(
    "WebhookDeliveryPageItem",
    {
        "id": "str",
        "eventId": "str",
        "event": "str",
        "status": "DeliveryStatus",
        "failedAttempts": "int",
        "nextAttemptAt": "str | None",
        "lastStatusCode": "int | None",
        "createdAt": "str",
    },
)


WebhookDeliveryPage = TypedDict(
    "WebhookDeliveryPage",
    {
        "total": "int",
        "page": "int",
        "pageSize": "int",
        "items": "list[WebhookDeliveryPageItem]",
    },
)


WebhookSubscription = TypedDict(
    "WebhookSubscription",
    {
        "id": "int",
        "url": "str",
        "events": "list[WebhookEventType]",
        "status": "SubscriptionStatus",
        "createdAt": "str",
        "disabledReason": "str | None",
        "consecutiveFailures": "int",
        "previousSecretUntil": "str | None",
    },
)


WebhookSubscriptionPageItemIncludedStatsStep = TypedDict(
    "WebhookSubscriptionPageItemIncludedStatsStep",
    {
        "startsAt": "str",
        "succeeded": "int",
        "failed": "int",
        "p50Ms": "int | None",
        "p95Ms": "int | None",
    },
)


WebhookSubscriptionPageItemIncludedStatsTotal = TypedDict(
    "WebhookSubscriptionPageItemIncludedStatsTotal",
    {
        "succeeded": "int",
        "failed": "int",
        "p50Ms": "int | None",
        "p95Ms": "int | None",
    },
)


WebhookSubscriptionPageItemIncludedStats = TypedDict(
    "WebhookSubscriptionPageItemIncludedStats",
    {
        "steps": "list[WebhookSubscriptionPageItemIncludedStatsStep]",
        "total": "WebhookSubscriptionPageItemIncludedStatsTotal",
        "pending": "int",
        "nextAttemptAt": "str | None",
    },
)


WebhookSubscriptionPageItemIncluded = TypedDict(
    "WebhookSubscriptionPageItemIncluded",
    {
        "stats": "WebhookSubscriptionPageItemIncludedStats",
    },
)


WebhookSubscriptionPageItem = TypedDict(
    "WebhookSubscriptionPageItem",
    {
        "id": "int",
        "url": "str",
        "events": "list[WebhookEventType]",
        "status": "SubscriptionStatus",
        "createdAt": "str",
        "disabledReason": "str | None",
        "consecutiveFailures": "int",
        "previousSecretUntil": "str | None",
        "included": "NotRequired[WebhookSubscriptionPageItemIncluded]",
    },
)


WebhookSubscriptionPage = TypedDict(
    "WebhookSubscriptionPage",
    {
        "total": "int",
        "page": "int",
        "pageSize": "int",
        "items": "list[WebhookSubscriptionPageItem]",
    },
)


WebhookTestEventData = TypedDict(
    "WebhookTestEventData",
    {
        "subscriptionId": "int",
    },
)


WebhookTestEvent = TypedDict(
    "WebhookTestEvent",
    {
        "id": "str",
        "type": "Literal[\"webhook.test\"]",
        "timestamp": "str",
        "data": "WebhookTestEventData",
    },
)


RotateOwnKeyBody = TypedDict(
    "RotateOwnKeyBody",
    {
        "overlapSeconds": "NotRequired[int | None]",
    },
)


RotateOwnKeyResult = TypedDict(
    "RotateOwnKeyResult",
    {
        "id": "int",
        "name": "str",
        "status": "KeyStatus",
        "expiresAt": "str | None",
        "createdAt": "str",
        "lastUsedAt": "str | None",
        "lastFour": "NotRequired[str | None]",
        "replacedBy": "NotRequired[int | None]",
        "scopes": "list[RecruiterScope]",
        "userId": "int | None",
        "apiKey": "str",
    },
)


RotateOwnKeyResultFields = TypedDict(
    "RotateOwnKeyResultFields",
    {
        "id": "int",
        "name": "str",
        "status": "KeyStatus",
        "expiresAt": "str | None",
        "createdAt": "str",
        "lastUsedAt": "str | None",
        "lastFour": "NotRequired[str | None]",
        "replacedBy": "NotRequired[int | None]",
        "scopes": "list[CandidateScope]",
        "apiKey": "str",
    },
)


GetKeyUsageResultDay = TypedDict(
    "GetKeyUsageResultDay",
    {
        "date": "str",
        "family": "LimitFamily",
        "ok": "int",
        "clientErrors": "int",
        "rateLimited": "int",
        "serverErrors": "int",
    },
)


GetKeyUsageResult = TypedDict(
    "GetKeyUsageResult",
    {
        "days": "list[GetKeyUsageResultDay]",
    },
)


PublishJobBody = TypedDict(
    "PublishJobBody",
    {
        "expiryDate": "str",
    },
)


CountApplicationsResultItemByStatus = TypedDict(
    "CountApplicationsResultItemByStatus",
    {
        "New": "int",
        "Screened": "int",
        "Shortlisted": "int",
        "Interviewing": "int",
        "Interviewed": "int",
        "Offered": "int",
        "Hired": "int",
        "Rejected": "int",
        "Withdrawn": "int",
    },
)


CountApplicationsResultItem = TypedDict(
    "CountApplicationsResultItem",
    {
        "total": "int",
        "byStatus": "CountApplicationsResultItemByStatus",
        "jobId": "int",
    },
)


CountApplicationsResult = TypedDict(
    "CountApplicationsResult",
    {
        "items": "list[CountApplicationsResultItem]",
    },
)


ListRejectionReasonsResultItem = TypedDict(
    "ListRejectionReasonsResultItem",
    {
        "code": "str",
        "label": "str",
    },
)


ReplaceRejectionReasonsBodyItem = TypedDict(
    "ReplaceRejectionReasonsBodyItem",
    {
        "code": "str",
        "label": "str",
    },
)


ReplaceRejectionReasonsResultItem = TypedDict(
    "ReplaceRejectionReasonsResultItem",
    {
        "code": "str",
        "label": "str",
    },
)


GetWebhookDeliveryResultAttempt = TypedDict(
    "GetWebhookDeliveryResultAttempt",
    {
        "number": "int",
        "startedAt": "str",
        "durationMs": "int",
        "statusCode": "int | None",
        "error": "str | None",
        "responseBody": "str | None",
    },
)


GetWebhookDeliveryResult = TypedDict(
    "GetWebhookDeliveryResult",
    {
        "id": "str",
        "eventId": "str",
        "event": "str",
        "status": "DeliveryStatus",
        "failedAttempts": "int",
        "nextAttemptAt": "str | None",
        "lastStatusCode": "int | None",
        "createdAt": "str",
        "attempts": "list[GetWebhookDeliveryResultAttempt]",
        "subscriptionId": "int",
        "isHeld": "NotRequired[bool]",
        "body": "str",
    },
)


RedeliverWebhookResult = TypedDict(
    "RedeliverWebhookResult",
    {
        "deliveryId": "str",
    },
)


CreateWebhookSubscriptionBody = TypedDict(
    "CreateWebhookSubscriptionBody",
    {
        "url": "str",
        "events": "NotRequired[list[WebhookEventType] | None]",
    },
)


CreateWebhookSubscriptionResult = TypedDict(
    "CreateWebhookSubscriptionResult",
    {
        "id": "int",
        "url": "str",
        "events": "list[WebhookEventType]",
        "status": "SubscriptionStatus",
        "createdAt": "str",
        "signingSecret": "str",
    },
)


ChangeWebhookSubscriptionBody = TypedDict(
    "ChangeWebhookSubscriptionBody",
    {
        "url": "NotRequired[str | None]",
        "events": "NotRequired[list[WebhookEventType] | None]",
    },
)


RecoverWebhookDeliveriesBody = TypedDict(
    "RecoverWebhookDeliveriesBody",
    {
        "since": "str",
    },
)


RecoverWebhookDeliveriesResult = TypedDict(
    "RecoverWebhookDeliveriesResult",
    {
        "count": "int",
    },
)


ReplayWebhookEventsBody = TypedDict(
    "ReplayWebhookEventsBody",
    {
        "since": "str",
        "until": "NotRequired[str | None]",
        "types": "NotRequired[list[WebhookEventType] | None]",
    },
)


ReplayWebhookEventsResult = TypedDict(
    "ReplayWebhookEventsResult",
    {
        "count": "int",
    },
)


RotateWebhookSecretBody = TypedDict(
    "RotateWebhookSecretBody",
    {
        "overlapSeconds": "NotRequired[int | None]",
    },
)


RotateWebhookSecretResult = TypedDict(
    "RotateWebhookSecretResult",
    {
        "signingSecret": "str",
    },
)


GetWebhookStatsResultStep = TypedDict(
    "GetWebhookStatsResultStep",
    {
        "startsAt": "str",
        "succeeded": "int",
        "failed": "int",
        "p50Ms": "int | None",
        "p95Ms": "int | None",
    },
)


GetWebhookStatsResultTotal = TypedDict(
    "GetWebhookStatsResultTotal",
    {
        "succeeded": "int",
        "failed": "int",
        "p50Ms": "int | None",
        "p95Ms": "int | None",
    },
)


GetWebhookStatsResult = TypedDict(
    "GetWebhookStatsResult",
    {
        "steps": "list[GetWebhookStatsResultStep]",
        "total": "GetWebhookStatsResultTotal",
        "pending": "int",
        "nextAttemptAt": "str | None",
    },
)


TestWebhookSubscriptionResult = TypedDict(
    "TestWebhookSubscriptionResult",
    {
        "deliveryId": "str",
    },
)


EraseMeBody = TypedDict(
    "EraseMeBody",
    {
        "confirm": "NotRequired[bool | None]",
    },
)


EraseMeResult = TypedDict(
    "EraseMeResult",
    {
        "erasureId": "int",
    },
)


RenewConsentBody = TypedDict(
    "RenewConsentBody",
    {
        "confirm": "NotRequired[bool | None]",
    },
)


ApplyInSandboxBody = TypedDict(
    "ApplyInSandboxBody",
    {
        "jobId": "int",
        "count": "NotRequired[int | None]",
        "screening": "NotRequired[Literal[\"complete\", \"missing\"] | None]",
    },
)


ApplyInSandboxResultItem = TypedDict(
    "ApplyInSandboxResultItem",
    {
        "applicationId": "int",
        "candidateId": "int",
    },
)


ApplyInSandboxResult = TypedDict(
    "ApplyInSandboxResult",
    {
        "items": "list[ApplyInSandboxResultItem]",
    },
)


MintSandboxCandidateKeyBody = TypedDict(
    "MintSandboxCandidateKeyBody",
    {
        "name": "str",
        "scopes": "list[CandidateScope]",
    },
)


MintSandboxCandidateKeyResult = TypedDict(
    "MintSandboxCandidateKeyResult",
    {
        "id": "int",
        "name": "str",
        "status": "KeyStatus",
        "expiresAt": "str | None",
        "createdAt": "str",
        "lastUsedAt": "str | None",
        "lastFour": "NotRequired[str | None]",
        "replacedBy": "NotRequired[int | None]",
        "scopes": "list[CandidateScope]",
        "apiKey": "str",
    },
)


MakeDeliveryDueResult = TypedDict(
    "MakeDeliveryDueResult",
    {
        "deliveryId": "str",
    },
)


SimulateFailureBody = TypedDict(
    "SimulateFailureBody",
    {
        "status": "Literal[429] | Literal[503] | Literal[\"timeout\"]",
        "path": "NotRequired[str | None]",
        "times": "NotRequired[int | None]",
    },
)


SimulateReceiverBody = TypedDict(
    "SimulateReceiverBody",
    {
        "status": "int | Literal[\"timeout\"]",
        "delayMs": "NotRequired[int | None]",
        "times": "NotRequired[int | None]",
    },
)


ApplicationSort = Literal["-appliedAt", "appliedAt", "-updatedAt", "updatedAt", "-score", "score", "name", "-name"]


ApplicationStatus = Literal["New", "Screened", "Shortlisted", "Interviewing", "Interviewed", "Offered", "Hired", "Rejected", "Withdrawn"]


ApplicationType = Literal["Api", "Web", "Email"]


ApplyMethod = Literal["EmailApply", "PlatformApply", "ExternalApply"]


AssessmentVerdict = Literal["StrongMatch", "Match", "PartialMatch", "WeakMatch"]


CandidateFacet = Literal["country", "careerStatus"]


CandidateScope = Literal["Profile", "Applications", "Apply"]


CareerStatus = Literal["ActivelyLooking", "OpenToOffers", "NotLooking"]


CreditKind = Literal["JobPosting", "CvSearch", "CvDownload"]


DeliveryStatus = Literal["Pending", "Succeeded", "DeadLettered", "Cancelled"]


EmploymentType = Literal["FullTime", "PartTime", "Contract", "Temporary", "Internship", "Apprenticeship", "Volunteer"]


JobStatus = Literal["Draft", "Active", "Closed", "Expired"]


KeyKind = Literal["recruiter", "candidate"]


KeyStatus = Literal["Active", "PendingApproval", "Revoked", "Expired"]


LanguageLevel = Literal["Basic", "Conversational", "Fluent", "Native"]


LimitFamily = Literal["jobs", "applications", "me", "employer", "search", "candidates"]


NoteLevel = Literal["application", "candidate"]


ProfileSection = Literal["headline", "skills", "summary", "languages", "employmentHistory", "education"]


Recommendation = Literal["StrongNo", "No", "Hold", "Yes", "StrongYes"]


RecruiterScope = Literal["JobPosting", "Applications", "CvSearch", "Webhooks"]


RemoteType = Literal["OnSite", "HybridRemote", "FullyRemote"]


SalaryPeriod = Literal["Hour", "Day", "Month", "Year"]


ScreeningQuestionType = Literal["YesNo", "Text", "Number", "SingleChoice"]


SubscriptionStatus = Literal["Active", "Disabled"]


UserRole = Literal["EmployerAdmin", "Recruiter", "Interviewer"]


WebhookEventType = Literal["application.submitted", "application.status_changed", "job.expired", "application.erased"]


EventFeedItem = ApplicationSubmittedEvent | ApplicationStatusChangedEvent | JobExpiredEvent | ApplicationErasedEvent


WebhookEvent = ApplicationSubmittedEvent | ApplicationStatusChangedEvent | JobExpiredEvent | ApplicationErasedEvent | WebhookTestEvent


class Operations:
    """One method per operation, named by its operationId."""

    strict: bool = False

    def call(self, method: str, path: str, *args: Any, **parts: Any) -> Any:
        raise NotImplementedError

    @operation
    def get_key(
        self,
        **options: Unpack[CallOptions],
    ) -> Key:
        """Read the scopes, limits and credits of the calling key."""
        return cast("Key", self.call("GET", "/api/v1/key", **options))

    @operation
    def rotate_own_key(
        self,
        body: RotateOwnKeyBody | None = None,
        **options: Unpack[CallOptions],
    ) -> RotateOwnKeyResult | RotateOwnKeyResultFields:
        """Replace the calling key with a new one of the same rights."""
        return cast("RotateOwnKeyResult | RotateOwnKeyResultFields", self.call("POST", "/api/v1/key/rotate", body=body, **options))

    @operation
    def get_key_usage(
        self,
        *,
        days: int | None = None,
        **options: Unpack[CallOptions],
    ) -> GetKeyUsageResult:
        """Read how many calls the calling key has made, by day and limit family."""
        return cast("GetKeyUsageResult", self.call("GET", "/api/v1/key/usage", query={"days": days}, **options))

    @operation
    def list_jobs(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        status: JobStatus | None = None,
        reference: str | None = None,
        updated_since: str | None = None,
        expires_before: str | None = None,
        q: str | None = None,
        sort: Literal["-createdAt", "-postedDate", "expiryDate", "title", "-applications"] | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> JobPage:
        """List your jobs, newest first."""
        return cast("JobPage", self.call("GET", "/api/v1/jobs", query={"page": page, "pageSize": page_size, "status": status, "reference": reference, "updatedSince": updated_since, "expiresBefore": expires_before, "q": q, "sort": sort, "cursor": cursor}, **options))

    @operation
    def create_job(
        self,
        body: JobDraft,
        **options: Unpack[CallOptions],
    ) -> Job:
        """Create a draft."""
        return cast("Job", self.call("POST", "/api/v1/jobs", body=body, **options))

    @operation
    def get_job(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> Job:
        """Read one job with its full description."""
        return cast("Job", self.call("GET", "/api/v1/jobs/{id}", path_params={"id": id}, **options))

    @operation
    def update_job(
        self,
        id: int,
        body: JobPatch | None = None,
        **options: Unpack[CallOptions],
    ) -> Job:
        """Change any subset of the mutable fields of a Draft or Active job."""
        return cast("Job", self.call("PUT", "/api/v1/jobs/{id}", path_params={"id": id}, body=body, **options))

    @operation
    def close_job(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> None:
        """Close a job; its applications remain."""
        self.call("DELETE", "/api/v1/jobs/{id}", path_params={"id": id}, **options)

    @operation
    def duplicate_job(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> Job:
        """Create a draft from one of your jobs."""
        return cast("Job", self.call("POST", "/api/v1/jobs/{id}/duplicate", path_params={"id": id}, **options))

    @operation
    def publish_job(
        self,
        id: int,
        body: PublishJobBody,
        **options: Unpack[CallOptions],
    ) -> Job:
        """Publish a draft until its expiryDate."""
        return cast("Job", self.call("POST", "/api/v1/jobs/{id}/publish", path_params={"id": id}, body=body, **options))

    @operation
    def list_all_applications(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        q: str | None = None,
        status: ApplicationStatus | None = None,
        sort: ApplicationSort | None = None,
        min_score: int | None = None,
        tag: list[str] | None = None,
        rejection_reason: str | None = None,
        is_ai_assisted: bool | None = None,
        has_scorecard: bool | None = None,
        reviewed_by: int | None = None,
        applied_since: str | None = None,
        applied_until: str | None = None,
        updated_since: str | None = None,
        cursor: str | None = None,
        include: str | None = None,
        job_id: int | None = None,
        **options: Unpack[CallOptions],
    ) -> ApplicationPage:
        """List the applications to all of your jobs, newest first."""
        return cast("ApplicationPage", self.call("GET", "/api/v1/applications", query={"page": page, "pageSize": page_size, "q": q, "status": status, "sort": sort, "minScore": min_score, "tag": repeated(tag), "rejectionReason": rejection_reason, "isAiAssisted": is_ai_assisted, "hasScorecard": has_scorecard, "reviewedBy": reviewed_by, "appliedSince": applied_since, "appliedUntil": applied_until, "updatedSince": updated_since, "cursor": cursor, "include": include, "jobId": job_id}, **options))

    @operation
    def change_applications(
        self,
        body: BulkChange,
        **options: Unpack[CallOptions],
    ) -> BulkResult:
        """Move, tag or note up to 100 applications."""
        return cast("BulkResult", self.call("POST", "/api/v1/applications/bulk", body=body, **options))

    @operation
    def list_application_changes(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        include: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ApplicationSync:
        """List new and moved applications of all your jobs, in the order of their changes."""
        return cast("ApplicationSync", self.call("GET", "/api/v1/applications/changes", query={"cursor": cursor, "limit": limit, "include": include}, **options))

    @operation
    def count_applications(
        self,
        *,
        job_ids: str | None = None,
        **options: Unpack[CallOptions],
    ) -> CountApplicationsResult:
        """Count the applications to some of your jobs, by status."""
        return cast("CountApplicationsResult", self.call("GET", "/api/v1/applications/counts", query={"jobIds": job_ids}, **options))

    @operation
    def get_application(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> Application:
        """Read one application."""
        return cast("Application", self.call("GET", "/api/v1/applications/{id}", path_params={"id": id}, **options))

    @operation
    def get_ai_assessment(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> AiAssessment:
        """Read the AI assessment of an application, which is computed once when it arrives."""
        return cast("AiAssessment", self.call("GET", "/api/v1/applications/{id}/ai-assessment", path_params={"id": id}, **options))

    @operation
    def list_application_history(
        self,
        id: int,
        *,
        page: int | None = None,
        page_size: int | None = None,
        **options: Unpack[CallOptions],
    ) -> ApplicationChangePage:
        """List the changes of status of an application, newest first."""
        return cast("ApplicationChangePage", self.call("GET", "/api/v1/applications/{id}/history", path_params={"id": id}, query={"page": page, "pageSize": page_size}, **options))

    @operation
    def change_application_status(
        self,
        id: int,
        body: StatusChange,
        **options: Unpack[CallOptions],
    ) -> StatusChanged:
        """Move an application to another status."""
        return cast("StatusChanged", self.call("POST", "/api/v1/applications/{id}/status", path_params={"id": id}, body=body, **options))

    @operation
    def list_applications(
        self,
        job_id: int,
        *,
        page: int | None = None,
        page_size: int | None = None,
        q: str | None = None,
        status: ApplicationStatus | None = None,
        sort: ApplicationSort | None = None,
        min_score: int | None = None,
        tag: list[str] | None = None,
        rejection_reason: str | None = None,
        is_ai_assisted: bool | None = None,
        has_scorecard: bool | None = None,
        reviewed_by: int | None = None,
        applied_since: str | None = None,
        applied_until: str | None = None,
        updated_since: str | None = None,
        cursor: str | None = None,
        include: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ApplicationPage:
        """List the applications to one of your jobs, newest first."""
        return cast("ApplicationPage", self.call("GET", "/api/v1/jobs/{jobId}/applications", path_params={"jobId": job_id}, query={"page": page, "pageSize": page_size, "q": q, "status": status, "sort": sort, "minScore": min_score, "tag": repeated(tag), "rejectionReason": rejection_reason, "isAiAssisted": is_ai_assisted, "hasScorecard": has_scorecard, "reviewedBy": reviewed_by, "appliedSince": applied_since, "appliedUntil": applied_until, "updatedSince": updated_since, "cursor": cursor, "include": include}, **options))

    @operation
    def list_rejection_reasons(
        self,
        **options: Unpack[CallOptions],
    ) -> list[ListRejectionReasonsResultItem]:
        """List your reasons to reject an application."""
        return cast("list[ListRejectionReasonsResultItem]", self.call("GET", "/api/v1/rejection-reasons", **options))

    @operation
    def replace_rejection_reasons(
        self,
        body: list[ReplaceRejectionReasonsBodyItem],
        **options: Unpack[CallOptions],
    ) -> list[ReplaceRejectionReasonsResultItem]:
        """Replace your reasons to reject an application."""
        return cast("list[ReplaceRejectionReasonsResultItem]", self.call("PUT", "/api/v1/rejection-reasons", body=body, **options))

    @operation
    def list_notes(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> list[Note]:
        """List the notes about an application and its candidate, newest first."""
        return cast("list[Note]", self.call("GET", "/api/v1/applications/{id}/notes", path_params={"id": id}, **options))

    @operation
    def create_note(
        self,
        id: int,
        body: NoteDraft,
        **options: Unpack[CallOptions],
    ) -> Note:
        """Write a note about an application or its candidate."""
        return cast("Note", self.call("POST", "/api/v1/applications/{id}/notes", path_params={"id": id}, body=body, **options))

    @operation
    def list_scorecards(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> list[Scorecard]:
        """List the scorecards of an application, newest first."""
        return cast("list[Scorecard]", self.call("GET", "/api/v1/applications/{id}/scorecards", path_params={"id": id}, **options))

    @operation
    def get_scorecard(
        self,
        id: int,
        stage: str,
        **options: Unpack[CallOptions],
    ) -> Scorecard:
        """Read your scorecard for a stage."""
        return cast("Scorecard", self.call("GET", "/api/v1/applications/{id}/scorecards/{stage}", path_params={"id": id, "stage": stage}, **options))

    @operation
    def put_scorecard(
        self,
        id: int,
        stage: str,
        body: ScorecardDraft,
        **options: Unpack[CallOptions],
    ) -> None:
        """Store your scorecard for a stage."""
        self.call("PUT", "/api/v1/applications/{id}/scorecards/{stage}", path_params={"id": id, "stage": stage}, body=body, **options)

    @operation
    def delete_scorecard(
        self,
        id: int,
        stage: str,
        **options: Unpack[CallOptions],
    ) -> None:
        """Delete your scorecard for a stage."""
        self.call("DELETE", "/api/v1/applications/{id}/scorecards/{stage}", path_params={"id": id, "stage": stage}, **options)

    @operation
    def list_application_tags(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> list[Tag]:
        """List the tags of the candidate behind an application."""
        return cast("list[Tag]", self.call("GET", "/api/v1/applications/{id}/tags", path_params={"id": id}, **options))

    @operation
    def assign_tag(
        self,
        id: int,
        body: TagAssignment,
        **options: Unpack[CallOptions],
    ) -> Tag:
        """Tag the candidate behind an application."""
        return cast("Tag", self.call("POST", "/api/v1/applications/{id}/tags", path_params={"id": id}, body=body, **options))

    @operation
    def remove_tag(
        self,
        id: int,
        label: str,
        **options: Unpack[CallOptions],
    ) -> None:
        """Remove a tag from the candidate behind an application."""
        self.call("DELETE", "/api/v1/applications/{id}/tags/{label}", path_params={"id": id, "label": label}, **options)

    @operation
    def get_job_scorecard_template(
        self,
        job_id: int,
        **options: Unpack[CallOptions],
    ) -> ScorecardTemplate:
        """Read the scorecard template of one of your jobs."""
        return cast("ScorecardTemplate", self.call("GET", "/api/v1/jobs/{jobId}/scorecard-template", path_params={"jobId": job_id}, **options))

    @operation
    def replace_job_scorecard_template(
        self,
        job_id: int,
        body: ScorecardTemplateDraft,
        **options: Unpack[CallOptions],
    ) -> ScorecardTemplate:
        """Give one of your jobs a scorecard template of its own, or replace it."""
        return cast("ScorecardTemplate", self.call("PUT", "/api/v1/jobs/{jobId}/scorecard-template", path_params={"jobId": job_id}, body=body, **options))

    @operation
    def delete_job_scorecard_template(
        self,
        job_id: int,
        **options: Unpack[CallOptions],
    ) -> None:
        """Delete the own scorecard template of one of your jobs."""
        self.call("DELETE", "/api/v1/jobs/{jobId}/scorecard-template", path_params={"jobId": job_id}, **options)

    @operation
    def get_note(
        self,
        note_id: int,
        **options: Unpack[CallOptions],
    ) -> Note:
        """Read one note."""
        return cast("Note", self.call("GET", "/api/v1/notes/{noteId}", path_params={"noteId": note_id}, **options))

    @operation
    def update_note(
        self,
        note_id: int,
        body: NoteUpdate,
        **options: Unpack[CallOptions],
    ) -> None:
        """Change the text of a note that you wrote."""
        self.call("PUT", "/api/v1/notes/{noteId}", path_params={"noteId": note_id}, body=body, **options)

    @operation
    def delete_note(
        self,
        note_id: int,
        **options: Unpack[CallOptions],
    ) -> None:
        """Delete a note that you wrote."""
        self.call("DELETE", "/api/v1/notes/{noteId}", path_params={"noteId": note_id}, **options)

    @operation
    def get_scorecard_template(
        self,
        **options: Unpack[CallOptions],
    ) -> ScorecardTemplate:
        """Read your scorecard template."""
        return cast("ScorecardTemplate", self.call("GET", "/api/v1/scorecard-template", **options))

    @operation
    def replace_scorecard_template(
        self,
        body: ScorecardTemplateDraft,
        **options: Unpack[CallOptions],
    ) -> ScorecardTemplate:
        """Replace your scorecard template."""
        return cast("ScorecardTemplate", self.call("PUT", "/api/v1/scorecard-template", body=body, **options))

    @operation
    def list_tags(
        self,
        **options: Unpack[CallOptions],
    ) -> list[Tag]:
        """List your tags, each with the number of candidates that have it."""
        return cast("list[Tag]", self.call("GET", "/api/v1/tags", **options))

    @operation
    def search_candidates(
        self,
        body: CandidateSearch,
        **options: Unpack[CallOptions],
    ) -> CandidatePage:
        """Search candidates with a boolean query."""
        return cast("CandidatePage", self.call("POST", "/api/v1/candidates/search", body=body, **options))

    @operation
    def list_past_searches(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> PastSearchPage:
        """List your searches of the last 90 days, last made first; free."""
        return cast("PastSearchPage", self.call("GET", "/api/v1/candidates/searches", query={"cursor": cursor, "limit": limit}, **options))

    @operation
    def delete_past_searches(
        self,
        **options: Unpack[CallOptions],
    ) -> None:
        """Remove all your searches from the list; free."""
        self.call("DELETE", "/api/v1/candidates/searches", **options)

    @operation
    def get_past_search(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> PastSearch:
        """Read one of your searches of the last 90 days; free."""
        return cast("PastSearch", self.call("GET", "/api/v1/candidates/searches/{id}", path_params={"id": id}, **options))

    @operation
    def delete_past_search(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> None:
        """Remove one of your searches from the list; free."""
        self.call("DELETE", "/api/v1/candidates/searches/{id}", path_params={"id": id}, **options)

    @operation
    def list_unlocked_candidates(
        self,
        *,
        q: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> UnlockedCandidatePage:
        """List the candidates whom you unlocked, last paid first; free."""
        return cast("UnlockedCandidatePage", self.call("GET", "/api/v1/candidates/unlocks", query={"q": q, "cursor": cursor, "limit": limit}, **options))

    @operation
    def get_candidate(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> UnlockedProfile:
        """Read a full profile with e-mail; unlocks it for 30 days."""
        return cast("UnlockedProfile", self.call("GET", "/api/v1/candidates/{id}", path_params={"id": id}, **options))

    @operation
    def preview_candidate(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> CandidatePreview:
        """Read an anonymous preview of a profile; free."""
        return cast("CandidatePreview", self.call("GET", "/api/v1/candidates/{id}/preview", path_params={"id": id}, **options))

    @operation
    def get_credits(
        self,
        **options: Unpack[CallOptions],
    ) -> CreditBalances:
        """Read your credit balances."""
        return cast("CreditBalances", self.call("GET", "/api/v1/employer/credits", **options))

    @operation
    def list_credit_entries(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        kind: CreditKind | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> CreditEntryPage:
        """Read your credit ledger."""
        return cast("CreditEntryPage", self.call("GET", "/api/v1/employer/credits/entries", query={"page": page, "pageSize": page_size, "kind": kind, "cursor": cursor}, **options))

    @operation
    def get_employer_metrics(
        self,
        **options: Unpack[CallOptions],
    ) -> EmployerMetrics:
        """Read the metrics of your employer."""
        return cast("EmployerMetrics", self.call("GET", "/api/v1/employer/metrics", **options))

    @operation
    def list_employer_users(
        self,
        **options: Unpack[CallOptions],
    ) -> list[EmployerUser]:
        """List the users of your employer."""
        return cast("list[EmployerUser]", self.call("GET", "/api/v1/employer/users", **options))

    @operation
    def list_events(
        self,
        *,
        after: str | None = None,
        types: str | None = None,
        since: str | None = None,
        order: Literal["oldest", "newest"] | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> EventFeed:
        """Read your events of the last 30 days, oldest first; each is also sent as a webhook."""
        return cast("EventFeed", self.call("GET", "/api/v1/events", query={"after": after, "types": types, "since": since, "order": order, "limit": limit}, **options))

    @operation
    def get_webhook_delivery(
        self,
        delivery_id: str,
        **options: Unpack[CallOptions],
    ) -> GetWebhookDeliveryResult:
        """Read one delivery with its attempts."""
        return cast("GetWebhookDeliveryResult", self.call("GET", "/api/v1/webhook-deliveries/{deliveryId}", path_params={"deliveryId": delivery_id}, **options))

    @operation
    def redeliver_webhook(
        self,
        delivery_id: str,
        **options: Unpack[CallOptions],
    ) -> RedeliverWebhookResult:
        """Deliver again, under the same delivery id."""
        return cast("RedeliverWebhookResult", self.call("POST", "/api/v1/webhook-deliveries/{deliveryId}/redeliver", path_params={"deliveryId": delivery_id}, **options))

    @operation
    def list_webhook_subscriptions(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        include: Literal["stats"] | None = None,
        **options: Unpack[CallOptions],
    ) -> WebhookSubscriptionPage:
        """List your webhook subscriptions, newest first."""
        return cast("WebhookSubscriptionPage", self.call("GET", "/api/v1/webhook-subscriptions", query={"page": page, "pageSize": page_size, "include": include}, **options))

    @operation
    def create_webhook_subscription(
        self,
        body: CreateWebhookSubscriptionBody,
        **options: Unpack[CallOptions],
    ) -> CreateWebhookSubscriptionResult:
        """Register an endpoint for signed webhooks."""
        return cast("CreateWebhookSubscriptionResult", self.call("POST", "/api/v1/webhook-subscriptions", body=body, **options))

    @operation
    def get_webhook_subscription(
        self,
        subscription_id: int,
        **options: Unpack[CallOptions],
    ) -> WebhookSubscription:
        """Read one webhook subscription."""
        return cast("WebhookSubscription", self.call("GET", "/api/v1/webhook-subscriptions/{subscriptionId}", path_params={"subscriptionId": subscription_id}, **options))

    @operation
    def change_webhook_subscription(
        self,
        subscription_id: int,
        body: ChangeWebhookSubscriptionBody | None = None,
        **options: Unpack[CallOptions],
    ) -> WebhookSubscription:
        """Change the URL or the events of a webhook subscription."""
        return cast("WebhookSubscription", self.call("PUT", "/api/v1/webhook-subscriptions/{subscriptionId}", path_params={"subscriptionId": subscription_id}, body=body, **options))

    @operation
    def delete_webhook_subscription(
        self,
        subscription_id: int,
        **options: Unpack[CallOptions],
    ) -> None:
        """Delete a webhook subscription."""
        self.call("DELETE", "/api/v1/webhook-subscriptions/{subscriptionId}", path_params={"subscriptionId": subscription_id}, **options)

    @operation
    def list_webhook_deliveries(
        self,
        subscription_id: int,
        *,
        page: int | None = None,
        page_size: int | None = None,
        status: DeliveryStatus | None = None,
        event: Literal["application.submitted", "application.status_changed", "job.expired", "application.erased", "webhook.test"] | None = None,
        since: str | None = None,
        until: str | None = None,
        **options: Unpack[CallOptions],
    ) -> WebhookDeliveryPage:
        """List the deliveries of a subscription, newest first."""
        return cast("WebhookDeliveryPage", self.call("GET", "/api/v1/webhook-subscriptions/{subscriptionId}/deliveries", path_params={"subscriptionId": subscription_id}, query={"page": page, "pageSize": page_size, "status": status, "event": event, "since": since, "until": until}, **options))

    @operation
    def disable_webhook_subscription(
        self,
        subscription_id: int,
        **options: Unpack[CallOptions],
    ) -> WebhookSubscription:
        """Disable a webhook subscription; deliveries are held."""
        return cast("WebhookSubscription", self.call("POST", "/api/v1/webhook-subscriptions/{subscriptionId}/disable", path_params={"subscriptionId": subscription_id}, **options))

    @operation
    def enable_webhook_subscription(
        self,
        subscription_id: int,
        **options: Unpack[CallOptions],
    ) -> WebhookSubscription:
        """Enable a webhook subscription again; held deliveries go out."""
        return cast("WebhookSubscription", self.call("POST", "/api/v1/webhook-subscriptions/{subscriptionId}/enable", path_params={"subscriptionId": subscription_id}, **options))

    @operation
    def recover_webhook_deliveries(
        self,
        subscription_id: int,
        body: RecoverWebhookDeliveriesBody,
        **options: Unpack[CallOptions],
    ) -> RecoverWebhookDeliveriesResult:
        """Deliver everything again that was given up since a time."""
        return cast("RecoverWebhookDeliveriesResult", self.call("POST", "/api/v1/webhook-subscriptions/{subscriptionId}/recover", path_params={"subscriptionId": subscription_id}, body=body, **options))

    @operation
    def replay_webhook_events(
        self,
        subscription_id: int,
        body: ReplayWebhookEventsBody,
        **options: Unpack[CallOptions],
    ) -> ReplayWebhookEventsResult:
        """Deliver the events of a time range again, as new deliveries."""
        return cast("ReplayWebhookEventsResult", self.call("POST", "/api/v1/webhook-subscriptions/{subscriptionId}/replay", path_params={"subscriptionId": subscription_id}, body=body, **options))

    @operation
    def rotate_webhook_secret(
        self,
        subscription_id: int,
        body: RotateWebhookSecretBody | None = None,
        **options: Unpack[CallOptions],
    ) -> RotateWebhookSecretResult:
        """Replace the signing secret."""
        return cast("RotateWebhookSecretResult", self.call("POST", "/api/v1/webhook-subscriptions/{subscriptionId}/rotate-secret", path_params={"subscriptionId": subscription_id}, body=body, **options))

    @operation
    def get_webhook_stats(
        self,
        subscription_id: int,
        *,
        hours: Literal[24, 168, 720] | None = None,
        **options: Unpack[CallOptions],
    ) -> GetWebhookStatsResult:
        """Count the attempts of a subscription by hour or day, with their durations."""
        return cast("GetWebhookStatsResult", self.call("GET", "/api/v1/webhook-subscriptions/{subscriptionId}/stats", path_params={"subscriptionId": subscription_id}, query={"hours": hours}, **options))

    @operation
    def test_webhook_subscription(
        self,
        subscription_id: int,
        **options: Unpack[CallOptions],
    ) -> TestWebhookSubscriptionResult:
        """Send a signed webhook.test event."""
        return cast("TestWebhookSubscriptionResult", self.call("POST", "/api/v1/webhook-subscriptions/{subscriptionId}/test", path_params={"subscriptionId": subscription_id}, **options))

    @operation
    def list_own_applications(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        status: ApplicationStatus | None = None,
        **options: Unpack[CallOptions],
    ) -> OwnApplicationPage:
        """List your applications, newest first."""
        return cast("OwnApplicationPage", self.call("GET", "/api/v1/me/applications", query={"page": page, "pageSize": page_size, "status": status}, **options))

    @operation
    def apply(
        self,
        body: Apply,
        **options: Unpack[CallOptions],
    ) -> ApplyResult:
        """Apply to one job."""
        return cast("ApplyResult", self.call("POST", "/api/v1/me/applications", body=body, **options))

    @operation
    def get_own_application(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> OwnApplication:
        """Read one of your applications."""
        return cast("OwnApplication", self.call("GET", "/api/v1/me/applications/{id}", path_params={"id": id}, **options))

    @operation
    def withdraw_own_application(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> OwnApplication:
        """Withdraw one of your applications."""
        return cast("OwnApplication", self.call("POST", "/api/v1/me/applications/{id}/withdraw", path_params={"id": id}, **options))

    @operation
    def list_open_jobs(
        self,
        *,
        query: str | None = None,
        country: str | None = None,
        city: str | None = None,
        remote_type: RemoteType | None = None,
        employment_type: EmploymentType | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> OpenJobPage:
        """Find jobs that you can apply to, newest first."""
        return cast("OpenJobPage", self.call("GET", "/api/v1/me/jobs", query={"query": query, "country": country, "city": city, "remoteType": remote_type, "employmentType": employment_type, "cursor": cursor, "limit": limit}, **options))

    @operation
    def get_open_job(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> OpenJob:
        """Read one job that you can apply to, with its screening questions."""
        return cast("OpenJob", self.call("GET", "/api/v1/me/jobs/{id}", path_params={"id": id}, **options))

    @operation
    def list_screening_questions(
        self,
        job_id: int,
        **options: Unpack[CallOptions],
    ) -> list[ScreeningQuestion]:
        """Read the screening questions of a job."""
        return cast("list[ScreeningQuestion]", self.call("GET", "/api/v1/me/jobs/{jobId}/screening-questions", path_params={"jobId": job_id}, **options))

    @operation
    def erase_me(
        self,
        body: EraseMeBody | None = None,
        **options: Unpack[CallOptions],
    ) -> EraseMeResult:
        """Erase your profile and everything about you; final, and ends your keys."""
        return cast("EraseMeResult", self.call("DELETE", "/api/v1/me", body=body, **options))

    @operation
    def get_consent(
        self,
        **options: Unpack[CallOptions],
    ) -> Consent:
        """Read until when your consent to data processing lasts."""
        return cast("Consent", self.call("GET", "/api/v1/me/consent", **options))

    @operation
    def renew_consent(
        self,
        body: RenewConsentBody | None = None,
        **options: Unpack[CallOptions],
    ) -> Consent:
        """Renew your consent to data processing for 365 days from now."""
        return cast("Consent", self.call("PUT", "/api/v1/me/consent", body=body, **options))

    @operation
    def withdraw_consent(
        self,
        **options: Unpack[CallOptions],
    ) -> None:
        """Withdraw your consent to data processing."""
        self.call("DELETE", "/api/v1/me/consent", **options)

    @operation
    def export_own_data(
        self,
        **options: Unpack[CallOptions],
    ) -> OwnData:
        """Read everything that is stored about you."""
        return cast("OwnData", self.call("GET", "/api/v1/me/export", **options))

    @operation
    def get_profile(
        self,
        **options: Unpack[CallOptions],
    ) -> Profile:
        """Read your profile."""
        return cast("Profile", self.call("GET", "/api/v1/me/profile", **options))

    @operation
    def update_profile(
        self,
        body: ProfilePatch | None = None,
        **options: Unpack[CallOptions],
    ) -> Profile:
        """Change parts of your profile."""
        return cast("Profile", self.call("PUT", "/api/v1/me/profile", body=body, **options))

    @operation
    def list_profile_views(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        **options: Unpack[CallOptions],
    ) -> ProfileViewPage:
        """List which employers unlocked your profile, newest first."""
        return cast("ProfileViewPage", self.call("GET", "/api/v1/me/profile-views", query={"page": page, "pageSize": page_size}, **options))

    @operation
    def read_sandbox(
        self,
        **options: Unpack[CallOptions],
    ) -> OwnSandbox:
        """Read the sandbox of the calling key."""
        return cast("OwnSandbox", self.call("GET", "/api/v1/sandbox", **options))

    @operation
    def apply_in_sandbox(
        self,
        body: ApplyInSandboxBody,
        **options: Unpack[CallOptions],
    ) -> ApplyInSandboxResult:
        """Let candidates of the sandbox apply to a job."""
        return cast("ApplyInSandboxResult", self.call("POST", "/api/v1/sandbox/applications", body=body, **options))

    @operation
    def reset_applies(
        self,
        candidate_id: int,
        **options: Unpack[CallOptions],
    ) -> None:
        """Set the applies of a candidate of today to 0."""
        self.call("POST", "/api/v1/sandbox/candidates/{candidateId}/applies/reset", path_params={"candidateId": candidate_id}, **options)

    @operation
    def lapse_consent(
        self,
        candidate_id: int,
        **options: Unpack[CallOptions],
    ) -> None:
        """Let the consent of a candidate lapse now."""
        self.call("POST", "/api/v1/sandbox/candidates/{candidateId}/consent/lapse", path_params={"candidateId": candidate_id}, **options)

    @operation
    def mint_sandbox_candidate_key(
        self,
        candidate_id: int,
        body: MintSandboxCandidateKeyBody,
        **options: Unpack[CallOptions],
    ) -> MintSandboxCandidateKeyResult:
        """Mint a key of a candidate of the sandbox."""
        return cast("MintSandboxCandidateKeyResult", self.call("POST", "/api/v1/sandbox/candidates/{candidateId}/keys", path_params={"candidateId": candidate_id}, body=body, **options))

    @operation
    def make_delivery_due(
        self,
        delivery_id: str,
        **options: Unpack[CallOptions],
    ) -> MakeDeliveryDueResult:
        """Make the next attempt of a pending delivery due now."""
        return cast("MakeDeliveryDueResult", self.call("POST", "/api/v1/sandbox/deliveries/{deliveryId}/due", path_params={"deliveryId": delivery_id}, **options))

    @operation
    def simulate_failure(
        self,
        body: SimulateFailureBody,
        **options: Unpack[CallOptions],
    ) -> None:
        """Let the next calls of this key fail."""
        self.call("POST", "/api/v1/sandbox/fail", body=body, **options)

    @operation
    def expire_job(
        self,
        id: int,
        **options: Unpack[CallOptions],
    ) -> Job:
        """Let an active job expire now."""
        return cast("Job", self.call("POST", "/api/v1/sandbox/jobs/{id}/expire", path_params={"id": id}, **options))

    @operation
    def reset_sandbox(
        self,
        **options: Unpack[CallOptions],
    ) -> OwnSandbox:
        """Begin again with a new sandbox under the same keys."""
        return cast("OwnSandbox", self.call("POST", "/api/v1/sandbox/reset", **options))

    @operation
    def simulate_receiver(
        self,
        subscription_id: int,
        body: SimulateReceiverBody,
        **options: Unpack[CallOptions],
    ) -> None:
        """Answer the next deliveries of a subscription in place of its receiver."""
        self.call("POST", "/api/v1/sandbox/subscriptions/{subscriptionId}/receiver", path_params={"subscriptionId": subscription_id}, body=body, **options)

    @operation
    def end_unlock(
        self,
        candidate_id: int,
        **options: Unpack[CallOptions],
    ) -> None:
        """End the free days of an unlocked profile now."""
        self.call("POST", "/api/v1/sandbox/unlocks/{candidateId}/end", path_params={"candidateId": candidate_id}, **options)

    @operation
    def health(
        self,
        **options: Unpack[CallOptions],
    ) -> None:
        """Check whether the service is ready."""
        self.call("GET", "/healthz/ready", **options)
