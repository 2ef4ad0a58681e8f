-- D-52: a failed test is Cancelled and never a dead letter, as an earlier release stored it.
update delivery set status = 'Cancelled' where status = 'DeadLettered' and is_test;
