-- When the candidate of an application was erased (P-379); null of all others.
alter table application add column erased_at timestamptz;
