create table DISTLOCK_FENCE (
	fence_key varchar2(200 char) not null primary key,
	token number(19) not null,
	transaction_mark number(19) not null,
	updated_at number(19) not null,
	unique (updated_at, fence_key)
);
