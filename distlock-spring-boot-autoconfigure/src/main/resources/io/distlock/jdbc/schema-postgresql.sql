create table if not exists DISTLOCK_LOCK (
	lock_key varchar(200) collate "C" not null primary key,
	owner varchar(64),
	holder varchar(100),
	token bigint not null,
	expires_at bigint not null,
	waiting_until bigint,
	updated_at bigint not null
) with (fillfactor = 50);
