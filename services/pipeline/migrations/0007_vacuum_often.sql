-- Lists are counted from the index alone only on pages that vacuum has visited: it runs after each fiftieth of the
-- table, not after each fifth.
alter table application set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
