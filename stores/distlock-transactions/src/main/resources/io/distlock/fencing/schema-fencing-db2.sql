create table DISTLOCK_FENCE (
	fence_key varchar(200) not null primary key,
	token bigint not null,
	transaction_mark bigint not null,
	updated_at bigint not null,
	unique (updated_at, fence_key)
);
