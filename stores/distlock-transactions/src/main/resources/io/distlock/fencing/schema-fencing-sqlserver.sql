if object_id('DISTLOCK_FENCE', 'U') is null create table DISTLOCK_FENCE (
	fence_key varchar(200) collate Latin1_General_BIN2 not null primary key,
	token bigint not null,
	transaction_mark bigint not null,
	updated_at bigint not null,
	unique (updated_at, fence_key)
);
