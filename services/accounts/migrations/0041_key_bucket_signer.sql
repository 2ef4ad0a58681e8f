-- Which CALLER_SECRET signed the entries of the bucket: with another one every key is published again. Empty: not recorded yet.
alter table key_bucket add signer text not null default '';
