if object_id('DISTLOCK_LOCK', 'U') is null create table DISTLOCK_LOCK (
	lock_key varchar(200) collate Latin1_General_BIN2 not null primary key,
	owner varchar(64) collate Latin1_General_BIN2,
	holder nvarchar(100),
	token bigint not null,
	expires_at bigint not null,
	waiting_until bigint,
	waiting bigint,
	held_for bigint,
	updated_at bigint not null,
	unique (updated_at, lock_key)
);

if object_id('DISTLOCK_JOB', 'U') is null create table DISTLOCK_JOB (
	job_key varchar(200) collate Latin1_General_BIN2 not null primary key,
	version bigint not null,
	job_state nvarchar(3000) not null
);

if object_id('DISTLOCK_JOB_RUN', 'U') is null create table DISTLOCK_JOB_RUN (
	job_key varchar(200) collate Latin1_General_BIN2 not null,
	fire_time bigint not null,
	attempt integer not null,
	node nvarchar(100) not null,
	fencing_token bigint not null,
	started_at bigint not null,
	ended_at bigint,
	outcome varchar(20) not null,
	error nvarchar(1000),
	primary key (job_key, fire_time, attempt)
);

if object_id('DISTLOCK_HOLDER', 'U') is null create table DISTLOCK_HOLDER (
	held_key varchar(200) collate Latin1_General_BIN2 not null,
	member_id varchar(64) collate Latin1_General_BIN2 not null,
	node nvarchar(100),
	member_token bigint not null,
	ends_at bigint not null,
	primary key (held_key, member_id)
);
