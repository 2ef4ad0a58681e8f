# Printed from openapi/v1.json by `npm run openapi`: do not edit.
"""The types of the API, and one method per operation."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


AiAssessment = TypedDict(
    "AiAssessment",
    {
        "score": "int",
        "verdict": "AssessmentVerdict",
        "summary": "str",
        "rubricScores": "list[dict[str, Any]]",
        "assessedAt": "str",
        "assessor": "str",
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
        "tags": "list[str]",
        "assessmentScore": "NotRequired[int | None]",
        "phone": "str | None",
        "city": "str | None",
        "country": "str | None",
        "coverLetter": "str | None",
        "resumeUrl": "str | None",
        "screeningAnswers": "list[dict[str, Any]]",
        "profile": "Profile",
        "allowedTransitions": "list[ApplicationStatus]",
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


ApplicationStatusChangedEvent = TypedDict(
    "ApplicationStatusChangedEvent",
    {
        "id": "str",
        "type": "Literal[\"application.status_changed\"]",
        "timestamp": "str",
        "data": "dict[str, Any]",
    },
)


ApplicationSubmittedEvent = TypedDict(
    "ApplicationSubmittedEvent",
    {
        "id": "str",
        "type": "Literal[\"application.submitted\"]",
        "timestamp": "str",
        "data": "dict[str, Any]",
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
        "tags": "list[str]",
        "assessmentScore": "NotRequired[int | None]",
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


CandidateFacets = TypedDict(
    "CandidateFacets",
    {
        "country": "NotRequired[list[dict[str, Any]]]",
        "careerStatus": "NotRequired[list[dict[str, Any]]]",
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
        "languages": "list[dict[str, Any]]",
        "employmentHistory": "list[dict[str, Any]]",
        "education": "list[dict[str, Any]]",
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


DryRunResult = TypedDict(
    "DryRunResult",
    {
        "wouldSucceed": "Literal[True]",
        "status": "int",
        "credits": "dict[str, Any] | None",
        "dailyApplies": "dict[str, Any] | None",
        "isReplay": "bool",
    },
)


EmployerMetrics = TypedDict(
    "EmployerMetrics",
    {
        "jobs": "dict[str, Any]",
        "applications": "dict[str, Any]",
        "conversion": "dict[str, Any]",
        "medianSecondsInStatus": "dict[str, Any]",
        "newestJobs": "list[dict[str, Any]]",
        "unlocksLast30Days": "int",
        "credits": "dict[str, Any]",
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
        "items": "list[ApplicationSubmittedEvent | ApplicationStatusChangedEvent | JobExpiredEvent]",
        "nextAfter": "str | None",
        "hasMore": "bool",
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
        "postedDate": "str | None",
        "expiryDate": "str | None",
        "createdAt": "str",
        "updatedAt": "str",
        "description": "str | None",
        "applyMethod": "ApplyMethod | None",
        "applyEmailAddress": "str | None",
        "applyUrl": "str | None",
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
    },
)


JobExpiredEvent = TypedDict(
    "JobExpiredEvent",
    {
        "id": "str",
        "type": "Literal[\"job.expired\"]",
        "timestamp": "str",
        "data": "dict[str, Any]",
    },
)


JobPage = TypedDict(
    "JobPage",
    {
        "total": "int",
        "page": "int",
        "pageSize": "int",
        "items": "list[JobSummary]",
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
    },
)


JobPosting = TypedDict(
    "JobPosting",
    {
        "@type": "Literal[\"JobPosting\"]",
        "@context": "Literal[\"https://schema.org\"]",
        "identifier": "dict[str, Any]",
        "title": "str",
        "description": "str",
        "datePosted": "str",
        "validThrough": "str",
        "employmentType": "Literal[\"FULL_TIME\", \"PART_TIME\", \"CONTRACTOR\", \"TEMPORARY\", \"INTERN\", \"VOLUNTEER\", \"OTHER\"]",
        "hiringOrganization": "dict[str, Any]",
        "jobLocation": "NotRequired[JobPostingPlace]",
        "jobLocationType": "NotRequired[Literal[\"TELECOMMUTE\"]]",
        "applicantLocationRequirements": "NotRequired[dict[str, Any]]",
        "directApply": "bool",
    },
)


JobPostingPlace = TypedDict(
    "JobPostingPlace",
    {
        "@type": "Literal[\"Place\"]",
        "address": "dict[str, Any]",
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
        "postedDate": "str | None",
        "expiryDate": "str | None",
        "createdAt": "str",
        "updatedAt": "str",
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
        "limits": "list[dict[str, Any]]",
        "credits": "CreditBalances | None",
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


OwnData = TypedDict(
    "OwnData",
    {
        "exportedAt": "str",
        "profile": "dict[str, Any]",
        "apiKeys": "list[CandidateKey]",
        "profileViews": "list[ProfileView]",
        "dailyApplies": "list[dict[str, Any]]",
        "applications": "list[dict[str, Any]]",
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
        "errors": "list[dict[str, Any]]",
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
        "languages": "list[dict[str, Any]]",
        "nationalities": "list[str]",
        "employmentHistory": "list[dict[str, Any]]",
        "education": "list[dict[str, Any]]",
        "completeness": "int",
        "createdAt": "str",
        "updatedAt": "str",
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
        "careerStatus": "NotRequired[CareerStatus | None]",
        "expectedSalaryMin": "NotRequired[int | None]",
        "expectedSalaryMax": "NotRequired[int | None]",
        "expectedSalaryCurrency": "NotRequired[str | None]",
        "noticePeriodDays": "NotRequired[int | None]",
        "jobTypes": "NotRequired[list[EmploymentType] | None]",
        "skills": "NotRequired[list[str] | None]",
        "languages": "NotRequired[list[dict[str, Any]] | None]",
        "nationalities": "NotRequired[list[str] | None]",
        "employmentHistory": "NotRequired[list[dict[str, Any]] | None]",
        "education": "NotRequired[list[dict[str, Any]] | None]",
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


Scorecard = TypedDict(
    "Scorecard",
    {
        "applicationId": "int",
        "stage": "str",
        "authorUserId": "int",
        "recommendation": "Recommendation",
        "comments": "str | None",
        "ratings": "list[dict[str, Any]]",
        "createdAt": "str",
        "updatedAt": "str",
    },
)


ScorecardDraft = TypedDict(
    "ScorecardDraft",
    {
        "recommendation": "Recommendation",
        "comments": "NotRequired[str | None]",
        "ratings": "NotRequired[list[dict[str, Any]] | None]",
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


StatusChange = TypedDict(
    "StatusChange",
    {
        "status": "ApplicationStatus",
        "note": "NotRequired[str | None]",
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
        "languages": "list[dict[str, Any]]",
        "nationalities": "list[str]",
        "employmentHistory": "list[dict[str, Any]]",
        "education": "list[dict[str, Any]]",
        "completeness": "int",
        "createdAt": "str",
        "updatedAt": "str",
        "lastActiveAt": "str",
        "unlockedUntil": "str",
    },
)


WebhookTestEvent = TypedDict(
    "WebhookTestEvent",
    {
        "id": "str",
        "type": "Literal[\"webhook.test\"]",
        "timestamp": "str",
        "data": "dict[str, Any]",
    },
)


ApplicationSort = Literal["-appliedAt", "appliedAt", "-updatedAt", "updatedAt"]


ApplicationStatus = Literal["New", "Screened", "Shortlisted", "Interviewing", "Interviewed", "Offered", "Hired", "Rejected", "Withdrawn"]


ApplicationType = Literal["Api", "Web", "Email"]


ApplyMethod = Literal["EmailApply", "PlatformApply", "ExternalApply"]


AssessmentVerdict = Literal["StrongMatch", "Match", "PartialMatch", "WeakMatch"]


CandidateFacet = Literal["country", "careerStatus"]


CandidateScope = Literal["Profile", "Applications", "Apply"]


CareerStatus = Literal["ActivelyLooking", "OpenToOffers", "NotLooking"]


CreditKind = Literal["JobPosting", "CvSearch", "CvDownload"]


EmploymentType = Literal["FullTime", "PartTime", "Contract", "Temporary", "Internship", "Apprenticeship", "Volunteer"]


JobStatus = Literal["Draft", "Active", "Closed", "Expired"]


KeyKind = Literal["recruiter", "candidate"]


KeyStatus = Literal["Active", "PendingApproval", "Revoked", "Expired"]


LanguageLevel = Literal["Basic", "Conversational", "Fluent", "Native"]


LimitFamily = Literal["jobs", "applications", "me", "employer", "search", "candidates"]


NoteLevel = Literal["application", "candidate"]


ProfileSection = Literal["headline", "skills", "summary", "languages", "employmentHistory", "education"]


Recommendation = Literal["StrongNo", "No", "Hold", "Yes", "StrongYes"]


RemoteType = Literal["OnSite", "HybridRemote", "FullyRemote"]


ScreeningQuestionType = Literal["YesNo", "Text", "Number", "SingleChoice"]


UserRole = Literal["EmployerAdmin", "Recruiter", "Interviewer"]


class Operations:
    """One method per operation, named by its operationId."""

    def call(self, method: str, path: str, **parts: Any) -> Any:
        raise NotImplementedError

    def get_key(
        self,
        **options: Any,
    ) -> Key:
        """Read the scopes, limits and credits of the calling key."""
        return self.call("GET", "/api/v1/key", **options)

    def list_jobs(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        status: JobStatus | None = None,
        **options: Any,
    ) -> JobPage:
        """List your jobs, newest first."""
        return self.call("GET", "/api/v1/jobs", query={"page": page, "pageSize": page_size, "status": status}, **options)

    def create_job(
        self,
        body: JobDraft,
        **options: Any,
    ) -> Job:
        """Create a draft."""
        return self.call("POST", "/api/v1/jobs", body=body, **options)

    def get_job(
        self,
        id: int,
        **options: Any,
    ) -> Job:
        """Read one job with its full description."""
        return self.call("GET", "/api/v1/jobs/{id}", path_params={"id": id}, **options)

    def update_job(
        self,
        id: int,
        body: JobPatch | None = None,
        **options: Any,
    ) -> Job:
        """Change any subset of the mutable fields of a Draft or Active job."""
        return self.call("PUT", "/api/v1/jobs/{id}", path_params={"id": id}, body=body, **options)

    def close_job(
        self,
        id: int,
        **options: Any,
    ) -> None:
        """Close a job; its applications remain."""
        return self.call("DELETE", "/api/v1/jobs/{id}", path_params={"id": id}, **options)

    def publish_job(
        self,
        id: int,
        body: dict[str, Any],
        **options: Any,
    ) -> Job:
        """Publish a draft until its expiryDate."""
        return self.call("POST", "/api/v1/jobs/{id}/publish", path_params={"id": id}, body=body, **options)

    def list_application_changes(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Any,
    ) -> ApplicationSync:
        """List new and moved applications of all your jobs, in the order of their changes."""
        return self.call("GET", "/api/v1/applications/changes", query={"cursor": cursor, "limit": limit}, **options)

    def get_application(
        self,
        id: int,
        **options: Any,
    ) -> Application:
        """Read one application."""
        return self.call("GET", "/api/v1/applications/{id}", path_params={"id": id}, **options)

    def get_ai_assessment(
        self,
        id: int,
        **options: Any,
    ) -> AiAssessment:
        """Read the AI assessment of an application, which is computed once when it arrives."""
        return self.call("GET", "/api/v1/applications/{id}/ai-assessment", path_params={"id": id}, **options)

    def list_application_history(
        self,
        id: int,
        *,
        page: int | None = None,
        page_size: int | None = None,
        **options: Any,
    ) -> ApplicationChangePage:
        """List the changes of status of an application, newest first."""
        return self.call("GET", "/api/v1/applications/{id}/history", path_params={"id": id}, query={"page": page, "pageSize": page_size}, **options)

    def change_application_status(
        self,
        id: int,
        body: StatusChange,
        **options: Any,
    ) -> StatusChanged:
        """Move an application to another status."""
        return self.call("POST", "/api/v1/applications/{id}/status", path_params={"id": id}, body=body, **options)

    def list_applications(
        self,
        job_id: int,
        *,
        page: int | None = None,
        page_size: int | None = None,
        status: ApplicationStatus | None = None,
        sort: ApplicationSort | None = None,
        updated_since: str | None = None,
        cursor: str | None = None,
        **options: Any,
    ) -> ApplicationPage:
        """List the applications to one of your jobs, newest first."""
        return self.call("GET", "/api/v1/jobs/{jobId}/applications", path_params={"jobId": job_id}, query={"page": page, "pageSize": page_size, "status": status, "sort": sort, "updatedSince": updated_since, "cursor": cursor}, **options)

    def list_notes(
        self,
        id: int,
        **options: Any,
    ) -> list[Note]:
        """List the notes about an application and its candidate, newest first."""
        return self.call("GET", "/api/v1/applications/{id}/notes", path_params={"id": id}, **options)

    def create_note(
        self,
        id: int,
        body: NoteDraft,
        **options: Any,
    ) -> Note:
        """Write a note about an application or its candidate."""
        return self.call("POST", "/api/v1/applications/{id}/notes", path_params={"id": id}, body=body, **options)

    def list_scorecards(
        self,
        id: int,
        **options: Any,
    ) -> list[Scorecard]:
        """List the scorecards of an application, newest first."""
        return self.call("GET", "/api/v1/applications/{id}/scorecards", path_params={"id": id}, **options)

    def get_scorecard(
        self,
        id: int,
        stage: str,
        **options: Any,
    ) -> Scorecard:
        """Read your scorecard for a stage."""
        return self.call("GET", "/api/v1/applications/{id}/scorecards/{stage}", path_params={"id": id, "stage": stage}, **options)

    def put_scorecard(
        self,
        id: int,
        stage: str,
        body: ScorecardDraft,
        **options: Any,
    ) -> None:
        """Store your scorecard for a stage."""
        return self.call("PUT", "/api/v1/applications/{id}/scorecards/{stage}", path_params={"id": id, "stage": stage}, body=body, **options)

    def delete_scorecard(
        self,
        id: int,
        stage: str,
        **options: Any,
    ) -> None:
        """Delete your scorecard for a stage."""
        return self.call("DELETE", "/api/v1/applications/{id}/scorecards/{stage}", path_params={"id": id, "stage": stage}, **options)

    def list_application_tags(
        self,
        id: int,
        **options: Any,
    ) -> list[Tag]:
        """List the tags of the candidate behind an application."""
        return self.call("GET", "/api/v1/applications/{id}/tags", path_params={"id": id}, **options)

    def assign_tag(
        self,
        id: int,
        body: TagAssignment,
        **options: Any,
    ) -> Tag:
        """Tag the candidate behind an application."""
        return self.call("POST", "/api/v1/applications/{id}/tags", path_params={"id": id}, body=body, **options)

    def remove_tag(
        self,
        id: int,
        label: str,
        **options: Any,
    ) -> None:
        """Remove a tag from the candidate behind an application."""
        return self.call("DELETE", "/api/v1/applications/{id}/tags/{label}", path_params={"id": id, "label": label}, **options)

    def get_note(
        self,
        note_id: int,
        **options: Any,
    ) -> Note:
        """Read one note."""
        return self.call("GET", "/api/v1/notes/{noteId}", path_params={"noteId": note_id}, **options)

    def update_note(
        self,
        note_id: int,
        body: NoteUpdate,
        **options: Any,
    ) -> None:
        """Change the text of a note that you wrote."""
        return self.call("PUT", "/api/v1/notes/{noteId}", path_params={"noteId": note_id}, body=body, **options)

    def delete_note(
        self,
        note_id: int,
        **options: Any,
    ) -> None:
        """Delete a note that you wrote."""
        return self.call("DELETE", "/api/v1/notes/{noteId}", path_params={"noteId": note_id}, **options)

    def list_tags(
        self,
        **options: Any,
    ) -> list[Tag]:
        """List your tags, each with the number of candidates that have it."""
        return self.call("GET", "/api/v1/tags", **options)

    def search_candidates(
        self,
        body: CandidateSearch,
        **options: Any,
    ) -> CandidatePage:
        """Search candidates with a boolean query."""
        return self.call("POST", "/api/v1/candidates/search", body=body, **options)

    def get_candidate(
        self,
        id: int,
        **options: Any,
    ) -> UnlockedProfile:
        """Read a full profile with e-mail; unlocks it for 30 days."""
        return self.call("GET", "/api/v1/candidates/{id}", path_params={"id": id}, **options)

    def preview_candidate(
        self,
        id: int,
        **options: Any,
    ) -> CandidatePreview:
        """Read an anonymous preview of a profile; free."""
        return self.call("GET", "/api/v1/candidates/{id}/preview", path_params={"id": id}, **options)

    def get_credits(
        self,
        **options: Any,
    ) -> CreditBalances:
        """Read your credit balances."""
        return self.call("GET", "/api/v1/employer/credits", **options)

    def list_credit_entries(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        kind: CreditKind | None = None,
        cursor: str | None = None,
        **options: Any,
    ) -> CreditEntryPage:
        """Read your credit ledger."""
        return self.call("GET", "/api/v1/employer/credits/entries", query={"page": page, "pageSize": page_size, "kind": kind, "cursor": cursor}, **options)

    def get_employer_metrics(
        self,
        **options: Any,
    ) -> EmployerMetrics:
        """Read the metrics of your employer."""
        return self.call("GET", "/api/v1/employer/metrics", **options)

    def list_employer_users(
        self,
        **options: Any,
    ) -> list[EmployerUser]:
        """List the users of your employer."""
        return self.call("GET", "/api/v1/employer/users", **options)

    def list_events(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        **options: Any,
    ) -> EventFeed:
        """Read your events of the last 30 days, oldest first; each is also sent as a webhook."""
        return self.call("GET", "/api/v1/events", query={"after": after, "limit": limit}, **options)

    def list_own_applications(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        status: ApplicationStatus | None = None,
        **options: Any,
    ) -> OwnApplicationPage:
        """List your applications, newest first."""
        return self.call("GET", "/api/v1/me/applications", query={"page": page, "pageSize": page_size, "status": status}, **options)

    def apply(
        self,
        body: Apply,
        **options: Any,
    ) -> ApplyResult:
        """Apply to one job."""
        return self.call("POST", "/api/v1/me/applications", body=body, **options)

    def get_own_application(
        self,
        id: int,
        **options: Any,
    ) -> OwnApplication:
        """Read one of your applications."""
        return self.call("GET", "/api/v1/me/applications/{id}", path_params={"id": id}, **options)

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
        **options: Any,
    ) -> OpenJobPage:
        """Find jobs that you can apply to, newest first."""
        return self.call("GET", "/api/v1/me/jobs", query={"query": query, "country": country, "city": city, "remoteType": remote_type, "employmentType": employment_type, "cursor": cursor, "limit": limit}, **options)

    def get_open_job(
        self,
        id: int,
        **options: Any,
    ) -> OpenJob:
        """Read one job that you can apply to, with its screening questions."""
        return self.call("GET", "/api/v1/me/jobs/{id}", path_params={"id": id}, **options)

    def list_screening_questions(
        self,
        job_id: int,
        **options: Any,
    ) -> list[ScreeningQuestion]:
        """Read the screening questions of a job."""
        return self.call("GET", "/api/v1/me/jobs/{jobId}/screening-questions", path_params={"jobId": job_id}, **options)

    def erase_me(
        self,
        body: dict[str, Any] | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """Erase your profile and everything about you; final, and ends your keys."""
        return self.call("DELETE", "/api/v1/me", body=body, **options)

    def get_consent(
        self,
        **options: Any,
    ) -> Consent:
        """Read until when your consent to data processing lasts."""
        return self.call("GET", "/api/v1/me/consent", **options)

    def renew_consent(
        self,
        body: dict[str, Any] | None = None,
        **options: Any,
    ) -> Consent:
        """Renew your consent to data processing for 365 days from now."""
        return self.call("PUT", "/api/v1/me/consent", body=body, **options)

    def withdraw_consent(
        self,
        **options: Any,
    ) -> None:
        """Withdraw your consent to data processing."""
        return self.call("DELETE", "/api/v1/me/consent", **options)

    def export_own_data(
        self,
        **options: Any,
    ) -> OwnData:
        """Read everything that is stored about you."""
        return self.call("GET", "/api/v1/me/export", **options)

    def get_profile(
        self,
        **options: Any,
    ) -> Profile:
        """Read your profile."""
        return self.call("GET", "/api/v1/me/profile", **options)

    def update_profile(
        self,
        body: ProfilePatch | None = None,
        **options: Any,
    ) -> Profile:
        """Change parts of your profile."""
        return self.call("PUT", "/api/v1/me/profile", body=body, **options)

    def list_profile_views(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        **options: Any,
    ) -> ProfileViewPage:
        """List which employers unlocked your profile, newest first."""
        return self.call("GET", "/api/v1/me/profile-views", query={"page": page, "pageSize": page_size}, **options)

    def health(
        self,
        **options: Any,
    ) -> None:
        """Check whether the service is ready."""
        return self.call("GET", "/healthz/ready", **options)
