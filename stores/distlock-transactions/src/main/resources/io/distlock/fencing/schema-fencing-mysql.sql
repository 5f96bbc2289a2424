create table if not exists DISTLOCK_FENCE (
	fence_key varchar(200) character set ascii collate ascii_bin not null primary key,
	token bigint not null,
	transaction_mark bigint not null,
	updated_at bigint not null,
	index (updated_at)
) engine = InnoDB;
