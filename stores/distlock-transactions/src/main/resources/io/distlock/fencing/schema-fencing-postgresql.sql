create table if not exists DISTLOCK_FENCE (
	fence_key varchar(200) collate "C" not null primary key,
	token bigint not null,
	transaction_mark bigint not null,
	updated_at bigint not null,
	unique (updated_at, fence_key)
) with (fillfactor = 50);
