create table DISTLOCK_LOCK (
	lock_key varchar(200) not null primary key,
	owner varchar(64),
	holder varchar(100),
	token bigint not null,
	expires_at bigint not null,
	waiting_until bigint,
	waiting bigint,
	held_for bigint,
	updated_at bigint not null
);
