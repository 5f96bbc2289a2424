if object_id('DISTLOCK_LOCK', 'U') is null create table DISTLOCK_LOCK (
	lock_key varchar(200) collate Latin1_General_BIN2 not null primary key,
	owner varchar(64) collate Latin1_General_BIN2,
	holder nvarchar(100),
	token bigint not null,
	expires_at bigint not null,
	waiting_until bigint,
	updated_at bigint not null
);
