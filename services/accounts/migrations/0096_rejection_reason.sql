-- Code of the reason for which an application is Rejected now; null without one.
alter table application_copy add column rejection_code text;
