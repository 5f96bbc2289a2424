create table DISTLOCK_LOCK (
	lock_key varchar2(200 char) not null primary key,
	owner varchar2(64 char),
	holder varchar2(100 char),
	token number(19) not null,
	expires_at number(19) not null,
	waiting_until number(19),
	waiting number(19),
	held_for number(19),
	updated_at number(19) not null,
	unique (updated_at, lock_key)
);

create table DISTLOCK_JOB (
	job_key varchar2(200 char) not null primary key,
	version number(19) not null,
	job_state varchar2(3000) not null
);

create table DISTLOCK_JOB_RUN (
	job_key varchar2(200 char) not null,
	fire_time number(19) not null,
	attempt number(10) not null,
	node varchar2(100 char),
	fencing_token number(19) not null,
	started_at number(19) not null,
	ended_at number(19),
	outcome varchar2(20 char) not null,
	error varchar2(1000 char),
	primary key (job_key, fire_time, attempt)
);

create table DISTLOCK_HOLDER (
	held_key varchar2(200 char) not null,
	member_id varchar2(64 char) not null,
	node varchar2(100 char),
	member_token number(19) not null,
	ends_at number(19) not null,
	primary key (held_key, member_id)
);
