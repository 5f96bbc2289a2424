create table if not exists DISTLOCK_LOCK (
	lock_key varchar_casesensitive(200) not null primary key,
	owner varchar_casesensitive(64),
	holder varchar(100),
	token bigint not null,
	expires_at bigint not null,
	waiting_until bigint,
	waiting bigint,
	held_for bigint,
	updated_at bigint not null,
	unique (updated_at, lock_key)
);

create table if not exists DISTLOCK_JOB (
	job_key varchar_casesensitive(200) not null primary key,
	version bigint not null,
	job_state varchar(3000) not null
);

create table if not exists DISTLOCK_JOB_RUN (
	job_key varchar_casesensitive(200) not null,
	fire_time bigint not null,
	attempt integer not null,
	node varchar(100) not null,
	fencing_token bigint not null,
	started_at bigint not null,
	ended_at bigint,
	outcome varchar(20) not null,
	error varchar(1000),
	primary key (job_key, fire_time, attempt)
);

create table if not exists DISTLOCK_HOLDER (
	held_key varchar_casesensitive(200) not null,
	member_id varchar_casesensitive(64) not null,
	node varchar(100),
	member_token bigint not null,
	ends_at bigint not null,
	primary key (held_key, member_id)
);
