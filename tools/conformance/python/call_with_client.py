"""Calls a running stack with the generated client: reads, reads an error, and searches after a dry run."""

import os

from generated import AuthenticatedClient
from generated.api.jobs import get_job, list_jobs
from generated.api.cv_search import search_candidates
from generated.models import CandidatePage, CandidateSearch, DryRunResult, Job

api = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"])

jobs = list_jobs.sync(client=api, page_size=5)
assert jobs is not None and jobs.items, jobs
first = jobs.items[0]

job = get_job.sync(first.id, client=api)
assert isinstance(job, Job) and job.title == first.title, job

missing = get_job.sync(2_000_000_000, client=api)
assert missing is not None and missing.code == "not_found", missing

search = CandidateSearch(query="welder")
estimate = search_candidates.sync(client=api, body=search, prefer="dry-run")
assert isinstance(estimate, DryRunResult) and estimate.would_succeed and estimate.credits_.cost == 1, estimate
page = search_candidates.sync(client=api, body=search)
assert isinstance(page, CandidatePage) and page.page == 1, page

print(f"Python: {jobs.total} jobs, the first is {first.title!r}")
