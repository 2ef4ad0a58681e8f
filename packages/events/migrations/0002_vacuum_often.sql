-- Each published row leaves a dead entry at the start of outbox_unpublished, which every look of the relay steps over
-- (0.3 ms for 100 000) until vacuum has come: after each hundredth of the table, not after each fifth.
alter table outbox set (autovacuum_vacuum_scale_factor = 0.01);
