create table if not exists DISTLOCK_LOCK (
	lock_key varchar(200) character set ascii collate ascii_bin not null primary key,
	owner varchar(64) character set ascii collate ascii_bin,
	holder varchar(100) character set utf8mb4,
	token bigint not null,
	expires_at bigint not null,
	waiting_until bigint,
	updated_at bigint not null
) engine = InnoDB;
