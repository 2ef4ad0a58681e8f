// Calls a running stack with the generated client: reads, reads an error, and searches after a dry run.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.com/jobboard-client/client"
)

func main() {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	api, err := client.NewClientWithResponses(os.Getenv("BASE_URL"), client.WithRequestEditorFn(authorize))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	pageSize := 5
	jobs, err := api.ListJobsWithResponse(ctx, &client.ListJobsParams{PageSize: &pageSize})
	if err != nil {
		log.Fatal(err)
	}
	if jobs.JSON200 == nil || len(jobs.JSON200.Items) == 0 {
		log.Fatalf("list-jobs: %s: %s", jobs.Status(), jobs.Body)
	}
	first := jobs.JSON200.Items[0]
	job, err := api.GetJobWithResponse(ctx, first.Id, nil)
	if err != nil {
		log.Fatal(err)
	}
	if job.JSON200 == nil || job.JSON200.Title != first.Title {
		log.Fatalf("get-job: %s: %s", job.Status(), job.Body)
	}
	missing, err := api.GetJobWithResponse(ctx, 2_000_000_000, nil)
	if err != nil {
		log.Fatal(err)
	}
	if missing.JSON404 == nil || missing.JSON404.Code != "not_found" {
		log.Fatalf("get-job: %s: %s", missing.Status(), missing.Body)
	}
	search := client.CandidateSearch{Query: "welder"}
	dryRun := "dry-run"
	dry, err := api.SearchCandidatesWithResponse(ctx, &client.SearchCandidatesParams{Prefer: &dryRun}, search)
	if err != nil {
		log.Fatal(err)
	}
	if dry.JSON200 == nil {
		log.Fatalf("search-candidates: %s: %s", dry.Status(), dry.Body)
	}
	if estimate, err := dry.JSON200.AsDryRunResult(); err != nil || !bool(estimate.WouldSucceed) {
		log.Fatalf("search-candidates: %v: %s", err, dry.Body)
	}
	found, err := api.SearchCandidatesWithResponse(ctx, nil, search)
	if err != nil {
		log.Fatal(err)
	}
	if found.JSON200 == nil {
		log.Fatalf("search-candidates: %s: %s", found.Status(), found.Body)
	}
	if page, err := found.JSON200.AsCandidatePage(); err != nil || page.Page != 1 {
		log.Fatalf("search-candidates: %v: %s", err, found.Body)
	}
	fmt.Printf("Go: %d jobs, the first is %q\n", jobs.JSON200.Total, first.Title)
}
