-- The time of the erasure of applications that a release before this column erased (P-382). It may be repeated, for those
-- that it erases while it runs beside this one.
-- allowed changed-rows: applications of erased candidates only, which nobody moves any more.
update application set erased_at = (erased_candidate.data ->> 'erasedAt')::timestamptz
from erased_candidate
where erased_candidate.candidate_id = application.candidate_id and application.erased_at is null;
